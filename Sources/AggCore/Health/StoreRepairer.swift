/// The port to what can make the files of a store whole again.
///
/// It works on copies and puts the new file in place last; the broken one is kept beside it.
public protocol StoreRepairer: Sendable {
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
public struct RepairPlan: Hashable, Sendable {
    /// The path of the file.
    public var file: String
    /// What is wrong with it, part of a sentence.
    public var reason: String
    /// What can be brought over; nil for the mirror, which is fetched again.
    public var rescued: Rescued?

    /// Makes a plan.
    public init(file: String, reason: String, rescued: Rescued?) {
        self.file = file
        self.reason = reason
        self.rescued = rescued
    }

    /// What is read out of a broken user file, in numbers.
    public struct Rescued: Hashable, Sendable {
        /// How many favorites.
        public var favorites: Int
        /// How many kept settings.
        public var settings: Int
        /// How many saved searches.
        public var searches: Int
        /// The addresses of the favorites that are known to have been there and cannot be read.
        public var lost: [String]
        /// How many pages of the file hold nothing that can be read, though they should.
        public var unreadablePages: Int

        /// Makes the numbers.
        public init(favorites: Int, settings: Int, searches: Int, lost: [String] = [], unreadablePages: Int = 0) {
            self.favorites = favorites
            self.settings = settings
            self.searches = searches
            self.lost = lost
            self.unreadablePages = unreadablePages
        }

        /// The numbers as part of a sentence.
        public var text: String {
            func count(_ number: Int, _ one: String, _ many: String) -> String {
                number == 1 ? "1 \(one)" : "\(number) \(many)"
            }
            var text =
                count(favorites, "favorite", "favorites") + ", " + count(settings, "kept setting", "kept settings")
                + " and " + count(searches, "saved search", "saved searches") + " can be read"
            if !lost.isEmpty {
                let shown = lost.prefix(10).joined(separator: ", ") + (lost.count > 10 ? ", …" : "")
                text += "; " + count(lost.count, "favorite is", "favorites are") + " lost: \(shown)"
            }
            if unreadablePages > 0 { text += "; " + count(unreadablePages, "page is", "pages are") + " garbage" }
            return text
        }
    }
}

/// What a repair did.
public struct RepairOutcome: Hashable, Sendable {
    /// What was broken, and what came over.
    public var plan: RepairPlan
    /// The path of the broken file now.
    public var aside: String

    /// Makes an outcome.
    public init(plan: RepairPlan, aside: String) {
        self.plan = plan
        self.aside = aside
    }
}
