public import AggSource

/// The cities of the world from one JSON list: name, country, place.
public struct CitiesSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "cities"
    /// What the kind gives.
    public static let summary = "Cities of the world, with country and coordinates."
    /// The address of the list.
    public static let parameters = [
        Parameter(
            "url", .url, default: CitiesEndpoint.publicList,
            help: "The address of the list: a JSON array of cities, or one object a line.")
    ]
    /// One source, with the public list.
    public static let builtIns = [SourceEntry(builtIn: "cities", kind: kind)]

    /// The country; name, place and the country's name are the record's own.
    public let columns = CitiesMapper.columns.map(\.column)
    /// Fresh for a day; the list is always the whole.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// More than a thousand large cities.
    public var starter: StarterSample? { .largeCities }

    private let endpoint: CitiesEndpoint

    /// Makes a source of its configuration.
    ///
    /// - Throws: A fault when the configuration names no address.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = CitiesEndpoint(url: url)
        policy = SourcePolicy(configuration)
    }

    /// What fetches the list.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        CitiesFetcher(endpoint: endpoint, services: services)
    }
}

extension StarterSample {
    /// The cities of ``LargeCities`` in the shape of the list, the most populous first.
    ///
    /// Names, countries and coordinates in `Resources/starter.json` are facts of GeoNames (https://www.geonames.org), which
    /// are licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/); the ids are those of the list, so that
    /// a favorite among them stays one after the first refresh.
    static var largeCities: StarterSample { StarterSample(PackageResources.starter_json) }
}
