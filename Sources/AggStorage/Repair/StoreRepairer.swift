import AggSource
package import Foundation

/// The port for repairing the files of a store.
///
/// It works on copies and installs the new file last; the broken one is kept next to it.
package protocol StoreRepairer: Sendable {
    /// The broken files, with what a repair would recover; changes nothing.
    ///
    /// - Throws: `StoreError` if a file cannot be examined (locked, of a newer version, unreadable).
    func survey() async throws(StoreError) -> [RepairPlan]

    /// Repairs a file.
    ///
    /// - Returns: What was recovered, and the new path of the broken file.
    /// - Throws: `StoreError`; everything is then unchanged.
    func repair(_ file: String) async throws(StoreError) -> RepairOutcome
}

/// A broken file, and what can be recovered from it.
package struct RepairPlan: Hashable, Sendable {
    /// The path of the file.
    package var file: String
    /// What is wrong with it, as part of a sentence.
    package var reason: String
    /// What can be recovered; nil for the mirror, which is fetched again.
    package var rescued: Rescued?

    /// Creates a plan.
    package init(file: String, reason: String, rescued: Rescued?) {
        self.file = file
        self.reason = reason
        self.rescued = rescued
    }

    /// The numbers of items recovered from a broken user file.
    package struct Rescued: Hashable, Sendable {
        /// The number of favorites.
        package var favorites: Int
        /// The number of saved settings.
        package var settings: Int
        /// The number of saved searches.
        package var searches: Int
        /// The addresses of favorites that are known to have existed but cannot be read.
        package var lost: [String]
        /// The backup used to fill gaps; nil if no backup is intact.
        package var backup: Backup?
        /// Whether it is certain that nothing else was lost.
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
            if !isComplete { text += "; more may be lost because part of the file is unreadable" }
            return text
        }
    }

    /// A backup, and what it adds to the contents of the file.
    package struct Backup: Hashable, Sendable {
        /// When it was made.
        package var made: Date
        /// The number of favorites from the backup.
        package var favorites: Int
        /// The number of saved settings from the backup.
        package var settings: Int
        /// The number of saved searches from the backup.
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

    /// The numbers as part of a sentence; without `all`, zeros are left out.
    private static func list(_ favorites: Int, _ settings: Int, _ searches: Int, all: Bool) -> String {
        let counts = [
            (favorites, "favorite", "favorites"), (settings, "saved setting", "saved settings"),
            (searches, "saved search", "saved searches"),
        ].filter { all || $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
        guard let last = counts.last, counts.count > 1 else { return counts.first ?? "" }
        return counts.dropLast().joined(separator: ", ") + (counts.count > 2 ? ", and " : " and ") + last
    }
}

/// The result of a repair.
package struct RepairOutcome: Hashable, Sendable {
    /// What was broken, and what was recovered.
    package var plan: RepairPlan
    /// The new path of the broken file.
    package var aside: String

    /// Creates an outcome.
    package init(plan: RepairPlan, aside: String) {
        self.plan = plan
        self.aside = aside
    }
}
