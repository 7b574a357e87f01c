public import AggSource

/// One sentence that says what a record of this source is and where it comes from.
public struct TemplateSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "template"
    /// What the kind gives.
    public static let summary = "Items of one JSON list, with a note and a day."
    /// The address of the list.
    public static let parameters = [
        Parameter(
            "url", .url, default: TemplateEndpoint.publicList,
            help: "The address of the list: a JSON array of items, or one object a line.")
    ]
    /// None: a configuration names the sources of this kind.
    ///
    /// To have one without a configuration: `[SourceEntry(builtIn: "template", kind: kind)]`.
    public static let builtIns: [SourceEntry] = []

    /// What a record holds beside its title, date and place.
    public let columns = TemplateMapper.columns.map(\.column)
    /// Fresh for a day; the list is always the whole.
    public let policy: SourcePolicy
    /// The version of the mapping; raise it when ``TemplateMapper`` makes other records of the same answer.
    public let mappingVersion = 1
    /// A few items, for a first start without a network.
    public var starter: StarterSample? { StarterSample(PackageResources.starter_json) }

    private let endpoint: TemplateEndpoint

    /// Makes a source of its configuration.
    ///
    /// - Throws: A fault when the configuration names no address.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = TemplateEndpoint(url: url)
        policy = SourcePolicy(configuration)
    }

    /// What fetches the list.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        TemplateFetcher(endpoint: endpoint, services: services)
    }
}
