import AggSource
package import Foundation

/// The port to what can make the files of a store whole again.
///
/// It works on copies and puts the new file in place last; the broken one is kept beside it.
package protocol StoreRepairer: Sendable {
    /// The files that are broken, with what a repair would bring over; touches nothing.
    ///
    /// - Throws: `StoreError` where a file cannot be looked at (locked, of a newer version, not to be read).
    func survey() async throws(StoreError) -> [RepairPlan]

    /// Repairs a file.
    ///
    /// - Returns: What came over, and the path that the broken file has now.
    /// - Throws: `StoreError`; then everything is as it was.
    func repair(_ file: String) async throws(StoreError) -> RepairOutcome
}

/// A broken file, and what can be read of it.
package struct RepairPlan: Hashable, Sendable {
    /// The path of the file.
    package var file: String
    /// What is wrong with it, part of a sentence.
    package var reason: String
    /// What can be brought over; nil for the mirror, which is fetched again.
    package var rescued: Rescued?

    /// Makes a plan.
    package init(file: String, reason: String, rescued: Rescued?) {
        self.file = file
        self.reason = reason
        self.rescued = rescued
    }

    /// What is read out of a broken user file, in numbers.
    package struct Rescued: Hashable, Sendable {
        /// How many favorites.
        package var favorites: Int
        /// How many kept settings.
        package var settings: Int
        /// How many saved searches.
        package var searches: Int
        /// The addresses of the favorites that are known to have been there and cannot be read.
        package var lost: [String]
        /// The backup used to complete it; nil if no backup is whole.
        package var backup: Backup?
        /// Whether it is known that there was nothing else.
        package var isComplete: Bool

        /// Creates the numbers.
        package init(
            favorites: Int, settings: Int, searches: Int, lost: [String] = [], backup: Backup? = nil,
            isComplete: Bool = true
        ) {
            self.favorites = favorites
            self.settings = settings
            self.searches = searches
            self.lost = lost
            self.backup = backup
            self.isComplete = isComplete
        }

        /// The numbers as part of a sentence.
        package var text: String {
            var text = RepairPlan.list(favorites, settings, searches, all: true) + " can be read"
            if let backup, backup.favorites + backup.settings + backup.searches > 0 {
                let parts = RepairPlan.list(backup.favorites, backup.settings, backup.searches, all: false)
                text += " (\(parts) from the backup of \(backup.time))"
            }
            if !lost.isEmpty {
                let shown = lost.prefix(10).joined(separator: ", ") + (lost.count > 10 ? ", …" : "")
                text += "; \(lost.count) \(lost.count == 1 ? "favorite is" : "favorites are") lost: \(shown)"
            }
            if !isComplete { text += "; more may be lost, since part of the file cannot be read" }
            return text
        }
    }

    /// A backup, and what of it the file itself does not answer.
    package struct Backup: Hashable, Sendable {
        /// When it was made.
        package var made: Date
        /// How many favorites come from it.
        package var favorites: Int
        /// How many kept settings come from it.
        package var settings: Int
        /// How many saved searches come from it.
        package var searches: Int

        /// Creates the numbers.
        package init(made: Date, favorites: Int, settings: Int, searches: Int) {
            self.made = made
            self.favorites = favorites
            self.settings = settings
            self.searches = searches
        }

        /// When it was made, such as “2026-11-20 10:00 UTC”.
        package var time: String {
            let text = RecordDate(instant: made)?.text ?? ""
            return text.prefix(16).replacing("T", with: " ") + " UTC"
        }
    }

    /// Counts as part of a sentence; without `all`, those that are 0 are left out.
    private static func list(_ favorites: Int, _ settings: Int, _ searches: Int, all: Bool) -> String {
        let counts = [
            (favorites, "favorite", "favorites"), (settings, "kept setting", "kept settings"),
            (searches, "saved search", "saved searches"),
        ].filter { all || $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
        guard let last = counts.last, counts.count > 1 else { return counts.first ?? "" }
        return counts.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// What a repair did.
package struct RepairOutcome: Hashable, Sendable {
    /// What was broken, and what came over.
    package var plan: RepairPlan
    /// The path of the broken file now.
    package var aside: String

    /// Makes an outcome.
    package init(plan: RepairPlan, aside: String) {
        self.plan = plan
        self.aside = aside
    }
}
