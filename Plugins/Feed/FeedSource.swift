public import AggSource

/// News feeds: RSS, Atom, JSON Feed and the Essential Feed.
public struct FeedSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "feed"
    /// What the kind gives.
    public static let summary = "Items of a news feed: RSS, Atom, JSON Feed or the Essential Feed."
    /// What several of them are called.
    public static let plural = "feeds"
    /// The document, how long its items stay, and what the feed is called.
    public static let parameters = [
        Parameter("url", .url, default: FeedEndpoint.essentialFeed, help: "The address of the feed's document."),
        Parameter(
            "keep", .duration, default: "90d", help: "How long an item stays after the feed has dropped it."),
        Parameter("title", .text, help: "The name the feed goes by; its own unless it is set."),
        Parameter(
            "folder", .text, help: "The folders the feed is filed under in exported lists, parted by slashes."),
    ]
    /// One source, with the feed of the course "Essential Feed".
    public static let builtIns = [
        SourceEntry(
            builtIn: "feed", kind: kind, ["url": FeedEndpoint.essentialFeed, "keep_for": "7d", "keep": "90d"])
    ]

    /// The parts of an item.
    public let columns = FeedMapper.columns.map(\.column)
    /// Fresh for a day; items that left the document stay for a while.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// A few items in the shape of the Essential Feed.
    public var starter: StarterSample? { .essentialItems }

    private let endpoint: FeedEndpoint
    private let name: String?

    /// Makes a source of its configuration.
    ///
    /// - Throws: A fault when the configuration names no address.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = FeedEndpoint(url: url)
        name = configuration.text("title")
        policy = SourcePolicy(
            configuration, mode: .accumulate(keep: configuration.duration("keep") ?? .seconds(90 * 86_400)))
    }

    /// What fetches the document.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        FeedFetcher(endpoint: endpoint, name: name, services: services)
    }

    /// Finds the feed at an address, or the one that the page there names.
    ///
    /// - Throws: `SourceError.refused` where the text is no address, `.invalidData` where there is no feed, and whatever the
    ///   requests throw.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await FeedDiscovery(services: services).discover(text)
    }
}

extension FeedSource: ListedSource {
    /// The format in which readers exchange lists of feeds.
    public static let listFormat = "opml"

    /// Reads the feeds of an OPML document.
    ///
    /// - Throws: `SourceError.invalidData` where the document is OPML and cannot be read.
    public static func sources(listedIn document: [UInt8]) throws(SourceError) -> [Discovery]? {
        try OPML.feeds(in: document).map(OPMLDiscovery.discoveries)
    }

    /// Writes an OPML document of configured feeds, their folders nested.
    public static func list(of sources: [SourceConfiguration]) -> [UInt8] {
        OPML.document(of: sources.compactMap(OPMLDiscovery.feed))
    }
}

extension StarterSample {
    /// Items in the shape of the Essential Feed, written for the program.
    static var essentialItems: StarterSample { StarterSample(PackageResources.starter_json) }
}
