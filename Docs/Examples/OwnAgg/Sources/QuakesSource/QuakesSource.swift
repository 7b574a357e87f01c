public import AggSource

/// Earthquakes of the past day, from a feed of the United States Geological Survey.
public struct QuakesSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "quakes"
    /// What this kind of source provides.
    public static let summary = "Earthquakes, with magnitude, depth, and location."
    /// The URL of the feed.
    public static let parameters = [
        Parameter("url", .url, default: QuakesEndpoint.pastDay, help: "The URL of a GeoJSON feed from the USGS.")
    ]
    /// One source: all earthquakes of the past day.
    public static let builtIns = [SourceEntry(builtIn: "quakes", kind: kind)]

    /// Magnitude, depth, and reports.
    public let columns = QuakesMapper.columns.map(\.column)
    /// Rows are fresh for 15 minutes; items that the feed has dropped stay for a month.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// Three well-known earthquakes, in the format of the feed.
    public var starter: StarterSample? { StarterSample(PackageResources.starter_json) }

    private let endpoint: QuakesEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: A fault if the configuration has no URL.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = QuakesEndpoint(url: url)
        policy = SourcePolicy(
            configuration, freshFor: .seconds(900), mode: .accumulate(keep: .seconds(30 * 24 * 3_600)))
    }

    /// Returns the fetcher for the feed.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        QuakesFetcher(endpoint: endpoint, services: services)
    }
}
