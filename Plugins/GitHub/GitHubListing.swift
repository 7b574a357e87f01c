import AggSource

/// What is listed: the results of a search, or the repositories of an account.
enum GitHubListing: Hashable, Sendable {
    /// The results of a search, up to 1,000.
    case search(GitHubSearch)
    /// The repositories that a user has starred; `me` is the owner of the token.
    case stars(String)
    /// The public repositories of a user.
    case user(String)
    /// The repositories of an organization.
    case organization(String)

    /// The configuration keys that name an account.
    static let keys = ["stars", "user", "org"]

    /// Creates the listing of a configuration key that names an account; nil if the text cannot be an account's name.
    init?(key: String, name: String) {
        guard Self.isName(name) else { return nil }
        switch key {
        case "stars": self = .stars(name)
        case "user": self = .user(name)
        case "org": self = .organization(name)
        default: return nil
        }
    }

    /// Reads what is typed after `source add github`: `stars:NAME`, `user:NAME`, or `org:NAME` on its own, else a search.
    ///
    /// `stars:100` is a search for that number of stars.
    init(typed text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let parts = words.first?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
        let isNumber = parts.last?.utf8.allSatisfy(\.isASCIIDigit) == true
        if words.count == 1, parts.count == 2, !isNumber, let listing = Self(key: parts[0], name: parts[1]) {
            self = listing
        } else {
            self = .search(GitHubSearch(typed: text))
        }
    }

    /// Reads what a configuration lists, with what is wrong with it, each as it follows the name of the source.
    static func read(_ configuration: SourceConfiguration) -> (listing: GitHubListing, faults: [String]) {
        let search = GitHubSearch(
            query: GitHubQuery(configuration.text("query") ?? ""),
            sort: configuration.text("sort").flatMap(GitHubSearch.Sort.init) ?? .stars,
            isAscending: configuration.text("order") == "asc")
        let named = keys.compactMap { key in configuration.text(key).map { (key: key, name: $0) } }
        guard let first = named.first else {
            let most = GitHubEndpoint.mostResults
            let isTooMuch = configuration.integer("max_records") ?? 0 > most
            let bound = isTooMuch ? ["has a search, so max_records can be at most \(most)"] : []
            return (.search(search), search.query.faults + bound)
        }
        var faults: [String] = []
        if named.count > 1 {
            faults.append("has \(named.map(\.key).joined(separator: " and ")); give only one of them")
        }
        let listing = Self(key: first.key, name: first.name)
        if listing == nil {
            faults.append("has “\(first.name)” for \(first.key); give the name of an account, such as octocat")
        }
        return (listing ?? .search(search), faults)
    }

    /// The search; nil if the repositories of an account are listed.
    var search: GitHubSearch? {
        if case .search(let search) = self { search } else { nil }
    }

    /// Whether the repositories are those that somebody starred.
    var isStars: Bool {
        if case .stars = self { true } else { false }
    }

    /// Whether nobody but the owner of a token can ask for it.
    var needsToken: Bool { self == .stars("me") }

    /// The path of the address below the API.
    var path: String {
        switch self {
        case .search: "search/repositories"
        case .stars("me"): "user/starred"
        case .stars(let name): "users/\(name)/starred"
        case .user(let name): "users/\(name)/repos"
        case .organization(let name): "orgs/\(name)/repos"
        }
    }

    /// The member of the answer that holds the list; nil if the answer is the list.
    var member: String? { search == nil ? nil : "items" }

    /// What a status of 404 means, for people; nil if it has no meaning of its own.
    var absence: String? {
        switch self {
        case .search, .stars("me"): nil
        case .stars(let name), .user(let name): "GitHub has no user “\(name)”"
        case .organization(let name): "GitHub has no organization “\(name)”"
        }
    }

    /// The order, which must not change between two pages: the newest star first, or by name.
    var order: [(String, String)] {
        switch self {
        case .search(let search) where search.sort == .bestMatch: []
        case .search(let search):
            [("sort", search.sort.rawValue), ("order", search.isAscending ? "asc" : "desc")]
        case .stars: [("sort", "created"), ("direction", "desc")]
        case .user: [("type", "owner"), ("sort", "full_name")]
        case .organization: [("type", "all"), ("sort", "full_name")]
        }
    }

    /// Whether a text can be the name of an account: letters, digits, hyphens, and underscores.
    private static func isName(_ text: String) -> Bool {
        guard (1...100).contains(text.utf8.count), text.utf8.first?.isASCIIAlphanumeric == true else { return false }
        return text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }
}
