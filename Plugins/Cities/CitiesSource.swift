public import AggSource

/// The world's cities from one JSON list: name, country, coordinates.
public struct CitiesSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "cities"
    /// What this kind of source provides.
    public static let summary = "Cities of the world, with country and coordinates."
    /// The URL of the list.
    public static let parameters = [
        Parameter(
            "url", .url, default: CitiesEndpoint.publicList,
            help: "The URL of the list: a JSON array of cities, or one object per line.")
    ]
    /// One source, with the public list.
    public static let builtIns = [SourceEntry(builtIn: "cities", kind: kind)]

    /// The country's code; the name, coordinates, and country name are standard properties of the record.
    public let columns = CitiesMapper.columns.map(\.column)
    /// Rows are fresh for a day; the list is always complete.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 9
    /// More than a thousand large cities.
    public var starter: StarterSample? { .largeCities }

    private let endpoint: CitiesEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: A fault if the configuration has no URL.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard let url = configuration.url("url") else {
            throw ConfigurationFaults([ConfigurationFault("the source “\(configuration.id)” needs a url")])
        }
        endpoint = CitiesEndpoint(url: url)
        policy = SourcePolicy(configuration)
    }

    /// Returns the fetcher for the list.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        CitiesFetcher(endpoint: endpoint, services: services)
    }
}

extension StarterSample {
    /// The cities in ``LargeCities``, in the format of the list, most populous first.
    ///
    /// The names, countries, and coordinates in `Resources/starter.json` come from GeoNames (https://www.geonames.org) and
    /// are licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/); the ids are those of the list, so that
    /// favorites among them survive the first refresh.
    static var largeCities: StarterSample { StarterSample(PackageResources.starter_json) }
}
