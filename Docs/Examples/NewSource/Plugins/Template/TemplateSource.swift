public import AggSource

/// In one sentence: what a record of this source is and where it comes from.
public struct TemplateSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "template"
    /// What this kind of source provides.
    public static let summary = "Items of one JSON list, with a note and a day."
    /// The URL of the list.
    public static let parameters = [
        Parameter(
            "url", .url, default: TemplateEndpoint.publicList,
            help: "The URL of the list: a JSON array of items, or one object per line.")
    ]
    /// No source of this kind is built in; all come from the configuration.
    ///
    /// To build one in, list it here: `[SourceEntry(builtIn: "template", kind: kind)]`.
    public static let builtIns: [SourceEntry] = []

    /// The columns of a record, in addition to its standard properties such as the title and the date.
    public let columns = TemplateMapper.columns.map(\.column)
    /// Rows are fresh for a day; the list is always complete.
    public let policy: SourcePolicy
    /// The version of the mapping; raise it if ``TemplateMapper`` now maps the same response to different records.
    public let mappingVersion = 1
    /// A few items, to show at a first start without a network.
    public var starter: StarterSample? { StarterSample(PackageResources.starter_json) }

    private let endpoint: TemplateEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: A fault if the configuration has no URL.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = TemplateEndpoint(url: url)
        policy = SourcePolicy(configuration)
    }

    /// Returns the fetcher for the list.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        TemplateFetcher(endpoint: endpoint, services: services)
    }
}
