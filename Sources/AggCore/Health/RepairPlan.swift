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
