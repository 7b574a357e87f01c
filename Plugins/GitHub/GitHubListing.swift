import AggSource

/// The repositories to list: the results of a search, or the repositories of an account.
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

    /// The search of a configuration that sets neither a search nor an account.
    static let defaultQuery = "stars:>1"

    /// The search; nil for the repositories of an account.
    var search: GitHubSearch? {
        if case .search(let search) = self { search } else { nil }
    }

    /// Whether the repositories are starred ones.
    var isStars: Bool {
        if case .stars = self { true } else { false }
    }

    /// Whether only the owner of a token can request it.
    var needsToken: Bool { self == .stars("me") }

    /// The path below the URL of the API.
    var path: String {
        switch self {
        case .search: "search/repositories"
        case .stars("me"): "user/starred"
        case .stars(let name): "users/\(name)/starred"
        case .user(let name): "users/\(name)/repos"
        case .organization(let name): "orgs/\(name)/repos"
        }
    }

    /// The member of the response that contains the list; nil if the response is the list.
    var member: String? { search == nil ? nil : "items" }

    /// The meaning of status 404; nil if it has no special meaning.
    var absence: String? {
        switch self {
        case .search, .stars("me"): nil
        case .stars(let name), .user(let name): "GitHub has no user “\(name)”"
        case .organization(let name): "GitHub has no organization “\(name)”"
        }
    }

    /// The order, which must stay the same from page to page: newest star first, or by name.
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
}
