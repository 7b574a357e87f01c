public import AggSource
public import Foundation

/// Repositories of GitHub, or of a server with the same API: those that answer a search, or those of an account.
public struct GitHubSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "github"
    /// What the kind gives.
    public static let summary =
        "Repositories on GitHub: the results of a search, somebody's stars, or all of a user or organization."
    /// What is listed and where it is asked.
    public static let parameters = [
        Parameter(
            "endpoint", .url, default: GitHubEndpoint.publicAPI,
            help: "The address of the API; a server of one's own has it at https://HOST/api/v3."),
        Parameter(
            "query", .text, default: "stars:>1",
            help: "The search, as on the site; {7 days ago} stands for that day, as in created:>{7 days ago}."),
        Parameter(
            "stars", .text,
            help: "The user whose starred repositories are listed; “me” is the owner of the token. Replaces the search."
        ),
        Parameter("user", .text, help: "The user whose own repositories are listed. Replaces the search."),
        Parameter("org", .text, help: "The organization whose repositories are listed. Replaces the search."),
        Parameter(
            "sort", .choice(GitHubSearch.Sort.allCases.map(\.rawValue)), default: "stars",
            help: "What the results of a search are ordered by."),
        Parameter("order", .choice(["desc", "asc"]), default: "desc", help: "Largest or smallest first."),
        Parameter(
            "max_records", .integer(1...GitHubEndpoint.mostRecords),
            help: "How many repositories at most, 1000 of a search; all that the API gives unless it is set."),
        .tokenCommand,
    ]
    /// One source: the repositories with the most stars.
    public static let builtIns = [SourceEntry(builtIn: "github", kind: kind)]

    /// The facts of a repository, and of a star.
    public var columns: [Column] {
        (endpoint.listing.isStars ? GitHubMapper.starredColumns : GitHubMapper.columns).map(\.column)
    }
    /// Fresh for a day; an answer is the whole list; one request at a time.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// Some well-known repositories, the result of a search.
    public var starter: StarterSample? { endpoint.listing.search == nil ? nil : .wellKnownRepositories }

    private let endpoint: GitHubEndpoint

    /// Makes a source of its configuration.
    ///
    /// - Throws: Faults for a missing address, for a query that is blank, too long or has an unknown placeholder, and for
    ///   accounts that cannot be asked for.
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
        // GitHub asks for one request after the other (docs.github.com, REST API, "Best practices").
        policy = SourcePolicy(configuration, requestsPerHost: 1)
    }

    /// The address of the first page of results, with the days of the query as they are at the time.
    public func address(at now: Date) -> URL? {
        endpoint.first(at: now, token: nil, validators: nil).url
    }

    /// The variable of the token.
    public var tokenVariable: String? { GitHubToken.variable }

    /// What asks the API for what is left of its limits, which tells whether the token is accepted.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? {
        endpoint.api.isFileURL ? nil : GitHubHealth(endpoint: endpoint, services: services)
    }

    /// What fetches the listing.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        GitHubFetcher(endpoint: endpoint, services: services)
    }

    /// Whether a text is the address of an account's page; `stars:NAME` and the like may be words for another kind.
    public static func recognizes(_ text: String) -> Recognition {
        if GitHubListing.listing(ofPage: text) != nil { return .certain }
        return GitHubListing(typed: text).search == nil ? .possible : .no
    }

    /// Finds out what a search such as `language:swift sort:stars` answers, or what `stars:NAME`, `user:NAME`, or
    /// `org:NAME` lists.
    ///
    /// - Throws: `SourceError.refused` for a search that cannot be asked, and whatever the request throws.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await GitHubDiscovery(services: services).discover(text)
    }
}

extension StarterSample {
    /// Some repositories of the built-in search in the shape of the API's answer.
    ///
    /// Numbers and names in `Resources/starter.json` are facts of GitHub, the counts rounded; the descriptions are the
    /// project's own words. The ids are the real ones, so that a favorite among them stays one after the first refresh.
    static var wellKnownRepositories: StarterSample { StarterSample(PackageResources.starter_json) }
}
