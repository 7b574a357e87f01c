public import AggSource
public import Foundation

/// Repositories on GitHub, or on a server with the same API: the results of a search, or those of an account.
public struct GitHubSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "github"
    /// What this kind of source provides.
    public static let summary =
        "Repositories on GitHub: the results of a search, a user's stars, or all repositories of a user or organization."
    /// The URL of the API, and the repositories to list.
    public static let parameters = [
        Parameter(
            "endpoint", .url, default: GitHubEndpoint.publicAPI,
            help: "The URL of the API; for GitHub Enterprise Server, https://HOST/api/v3."),
        Parameter(
            "query", .text, default: GitHubListing.defaultQuery, selectsData: true,
            help: "The search, as typed on github.com; {7 days ago} becomes a date, as in created:>{7 days ago}."),
        Parameter(
            "stars", .text, selectsData: true,
            help: "List this user's starred repositories instead of searching; “me” is the owner of the token."
        ),
        Parameter("user", .text, selectsData: true, help: "List this user's own repositories instead of searching."),
        Parameter("org", .text, selectsData: true, help: "List this organization's repositories instead of searching."),
        Parameter(
            "sort", .choice(GitHubSearch.Sort.allCases.map(\.rawValue)), default: "stars",
            help: "The order of the search results."),
        Parameter("order", .choice(["desc", "asc"]), default: "desc", help: "Descending or ascending order."),
        Parameter(
            "max_records", .integer(1...GitHubEndpoint.mostRecords),
            help: "The maximum number of repositories, up to 1000 for a search; by default, all that the API returns."),
        .tokenCommand,
    ]
    /// One source: the repositories with the most stars.
    public static let builtIns = [SourceEntry(builtIn: "github", kind: kind)]

    /// The columns of a repository, or of a star.
    public var columns: [Column] {
        (endpoint.listing.isStars ? GitHubMapper.starredColumns : GitHubMapper.columns).map(\.column)
    }
    /// Rows are fresh for a day; a fetch always returns the whole list; one request at a time.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// Some well-known repositories, as the result of a search.
    public var starter: StarterSample? { endpoint.listing.search == nil ? nil : .wellKnownRepositories }

    private let endpoint: GitHubEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: Faults for a missing URL, for a query that is blank, too long, or has an unknown placeholder, and for invalid
    ///   account names.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) {
            faults.append(ConfigurationFault("the source “\(configuration.id)” \(message)"))
        }
        let url = configuration.url("endpoint")
        if url == nil { fault("needs an endpoint, such as \(GitHubEndpoint.publicAPI)") }
        let (listing, messages) = GitHubListing.read(configuration)
        for message in messages { fault(message) }
        guard let url, faults.isEmpty else { throw ConfigurationFaults(faults) }
        endpoint = GitHubEndpoint(api: url, listing: listing, maxRecords: configuration.integer("max_records"))
        // GitHub asks clients to send one request at a time (docs.github.com, REST API, "Best practices").
        policy = SourcePolicy(configuration, requestsPerHost: 1)
    }

    /// The URL of the first page of results, with the dates in the query as of the given time.
    public func address(at now: Date) -> URL? {
        endpoint.first(at: now, token: nil, validators: nil).url
    }

    /// The environment variable for the token.
    public var tokenVariable: String? { GitHubToken.variable }

    /// Returns a check of the API's remaining limits, which also shows whether the token is accepted.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? {
        endpoint.api.isFileURL ? nil : GitHubHealth(endpoint: endpoint, services: services)
    }

    /// Returns the fetcher for the listing.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        GitHubFetcher(endpoint: endpoint, services: services)
    }

    /// Whether a text is the URL of an account's page; `stars:NAME` and the like may be words for another kind.
    public static func recognizes(_ text: String) -> Recognition {
        if GitHubListing.listing(ofPage: text) != nil { return .certain }
        return GitHubListing(typed: text).search == nil ? .possible : .no
    }

    /// Finds out what a search such as `language:swift sort:stars` returns, or what `stars:NAME`, `user:NAME`, or `org:NAME`
    /// lists; `endpoint:URL` among the words sets the API.
    ///
    /// - Throws: `SourceError.refused` for an invalid search or endpoint, and whatever the request throws.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await GitHubDiscovery(services: services).discover(text)
    }
}

extension StarterSample {
    /// Some repositories of the built-in search in the format of the API.
    ///
    /// The numbers and names in `Resources/starter.json` are facts from GitHub, with rounded counts; the descriptions are written
    /// for agg. The ids are the real ones, so favorites among them survive the first refresh.
    static var wellKnownRepositories: StarterSample { StarterSample(PackageResources.starter_json) }
}
