import AggSource

/// A kind of source without parameters, built in twice.
struct BoxSource: DataSource {
    static let kind: SourceKind = "box"
    static let summary = "Things in a box."
    static let parameters: [Parameter] = []
    static let builtIns = [SourceEntry(builtIn: "red-box", kind: kind), SourceEntry(builtIn: "blue-box", kind: kind)]

    let columns: [Column] = []
    let policy = SourcePolicy()
    let mappingVersion = 1
    let starter: StarterSample? = nil

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {}

    func fetcher(_ services: SourceServices) -> any RecordFetcher {
        StubFetcher { _, _ in .complete(FetchSummary()) }
    }
}
