public import AggSource

/// News feeds: RSS, Atom, JSON Feed, and the Essential Feed.
public struct FeedSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "feed"
    /// What this kind of source provides.
    public static let summary = "Items from a news feed: RSS, Atom, JSON Feed, or the Essential Feed."
    /// The plural noun for these sources.
    public static let plural = "feeds"
    /// The document's URL, how long its items stay, and the feed's name and folder.
    public static let parameters = [
        Parameter("url", .url, default: FeedEndpoint.essentialFeed, help: "The URL of the feed."),
        Parameter(
            "keep", .duration, default: "90d", affectsRows: false,
            help: "How long to keep an item after agg last saw it in the feed."),
        Parameter("title", .text, help: "The name to show for the feed; its own name by default."),
        Parameter(
            "folder", .text, affectsRows: false,
            help: "The folder for the feed in exported OPML files, such as News/Science."),
    ]
    /// One source, with the feed of the course "Essential Feed".
    public static let builtIns = [
        SourceEntry(
            builtIn: "feed", kind: kind, ["url": FeedEndpoint.essentialFeed, "keep_for": "7d", "keep": "90d"])
    ]

    /// The columns of an item.
    public let columns = FeedMapper.columns.map(\.column)
    /// Rows are fresh for a day; items that the feed has dropped stay for a while.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// A few items in the format of the Essential Feed.
    public var starter: StarterSample? { .essentialItems }

    private let endpoint: FeedEndpoint
    private let name: String?

    /// Creates a source from its configuration.
    ///
    /// - Throws: A fault if the configuration has no URL.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = FeedEndpoint(url: url)
        name = configuration.text("title")
        policy = SourcePolicy(
            configuration, mode: .accumulate(keep: configuration.duration("keep") ?? .seconds(90 * 86_400)))
    }

    /// Returns the fetcher for the document.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        FeedFetcher(endpoint: endpoint, name: name, services: services)
    }

    /// Finds the feed at a URL, or the one that the page there links to.
    ///
    /// - Throws: `SourceError.refused` if the text is not a URL, `.invalidData` if there is no feed, and whatever the requests
    ///   throw.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await FeedDiscovery(services: services).discover(text)
    }
}

extension FeedSource: ListedSource {
    /// The format that feed readers use to exchange lists of feeds.
    public static let listFormat = "opml"

    /// Reads the feeds in an OPML document; the missing rest of one that is cut off comes first, as an entry to skip.
    ///
    /// - Throws: `SourceError.invalidData` if the document is OPML but cannot be read.
    public static func sources(listedIn document: [UInt8]) throws(SourceError) -> [Discovery]? {
        guard let list = try OPML.list(in: document) else { return nil }
        let rest = list.cutOff.map { [OPMLDiscovery.rest(after: $0)] } ?? []
        return rest + OPMLDiscovery.discoveries(of: list.feeds)
    }

    /// Writes an OPML document of configured feeds, with nested folders.
    public static func list(of sources: [SourceConfiguration]) -> [UInt8] {
        OPML.document(of: sources.compactMap(OPMLDiscovery.feed))
    }
}

extension StarterSample {
    /// Items in the format of the Essential Feed, written for agg.
    static var essentialItems: StarterSample { StarterSample(PackageResources.starter_json) }
}
