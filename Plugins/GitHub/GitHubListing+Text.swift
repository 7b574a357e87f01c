import AggSource
import Foundation

extension GitHubListing {
    /// Creates the listing for a configuration key that names an account; nil if the text is not a valid account name.
    init?(key: String, name: String) {
        guard Self.isName(name) else { return nil }
        switch key {
        case "stars": self = .stars(name)
        case "user": self = .user(name)
        case "org": self = .organization(name)
        default: return nil
        }
    }

    /// Parses the arguments of `source add github`: `stars:NAME`, `user:NAME`, or `org:NAME` on its own, the URL of an account's
    /// page, or else a search.
    ///
    /// `stars:100` is a search for that number of stars.
    init(typed text: String) {
        if let listing = Self.listing(ofPage: text.trimmingCharacters(in: .whitespaces)) {
            self = listing
            return
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        let parts = words.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
        let isNumber = parts.last?.utf8.allSatisfy(\.isASCIIDigit) == true
        if words.count == 1, parts.count == 2, !isNumber, let listing = Self(key: parts[0], name: parts[1]) {
            self = listing
        } else {
            self = .search(GitHubSearch(typed: text))
        }
    }

    /// Reads the listing from a configuration, along with its faults, each worded to follow the name of the source.
    static func read(_ configuration: SourceConfiguration) -> (listing: GitHubListing, faults: [String]) {
        let search = GitHubSearch(
            query: GitHubQuery(configuration.text("query") ?? ""),
            sort: configuration.text("sort").flatMap(GitHubSearch.Sort.init) ?? .stars,
            isAscending: configuration.text("order") == "asc")
        let named = keys.compactMap { key in configuration.text(key).map { (key: key, name: $0) } }
        guard let first = named.first else {
            let most = GitHubEndpoint.mostResults
            let isTooMuch = configuration.integer("max_records") ?? 0 > most
            let bound = isTooMuch ? ["uses a search, so max_records can be at most \(most)"] : []
            return (.search(search), search.query.faults + bound)
        }
        var faults: [String] = []
        // Every configuration has the default search, unless it sets another.
        let isSearch = configuration.text("query").map { $0 != defaultQuery } ?? false
        let set = named.map(\.key) + (isSearch ? ["query"] : [])
        if set.count > 1 {
            let list = set.count == 2 ? set.joined(separator: " and ") : Self.list(set)
            faults.append("sets \(list); use only one of them")
        }
        let listing = Self(key: first.key, name: first.name)
        if listing == nil {
            faults.append("sets \(first.key) to “\(first.name)”; use the name of an account, such as octocat")
        }
        return (listing ?? .search(search), faults)
    }

    private static func list(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + ", and " + (names.last ?? "")
    }

    /// The listing of an account's page, such as `https://github.com/octocat?tab=stars`; nil for any other text.
    static func listing(ofPage text: String) -> GitHubListing? {
        guard let parts = URLComponents(string: text.contains("://") ? text : "https://\(text)"),
            ["http", "https"].contains(parts.scheme?.lowercased()),
            ["github.com", "www.github.com"].contains(parts.host?.lowercased())
        else { return nil }
        let path = parts.path.split(separator: "/").map(String.init)
        switch (path.first, path.count) {
        case ("orgs"?, 2...): return Self(key: "org", name: path[1])
        case ("stars"?, 2...): return Self(key: "stars", name: path[1])
        case (let name?, 1):
            let isStars = parts.queryItems?.contains { $0.name == "tab" && $0.value == "stars" } == true
            return Self(key: isStars ? "stars" : "user", name: name)
        default: return nil
        }
    }

    /// Whether a text is a valid account name: letters, digits, hyphens, and underscores.
    private static func isName(_ text: String) -> Bool {
        guard (1...100).contains(text.utf8.count), text.utf8.first?.isASCIIAlphanumeric == true else { return false }
        return text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }
}
