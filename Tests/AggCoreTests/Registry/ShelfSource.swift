import AggSource

/// A kind of source for tests: books on a shelf.
struct ShelfSource: DataSource {
    static let kind: SourceKind = "shelf"
    static let summary = "Books on a shelf."
    static let parameters = [
        Parameter("url", .url, help: "Where the shelf stands."),
        Parameter("rows", .integer(1...9), default: "5", help: "How many rows it has."),
        Parameter("order", .choice(["title", "author"]), default: "title", help: "How it is ordered."),
        Parameter("open", .boolean, default: "true", help: "Whether it has doors."),
        Parameter("delay", .duration, help: "How long fetching takes."),
        Parameter("stand.material", .text, help: "What the stand is made of."),
    ]
    static let builtIns = [SourceEntry(builtIn: "shelf", kind: kind, ["url": "https://example.org/shelf"])]

    let configuration: SourceConfiguration
    let columns = [Column("author", .text, "Who wrote it."), Column("pages", .integer, "How long it is.")]
    let mappingVersion = 3
    let starter: StarterSample? = nil
    var policy: SourcePolicy { SourcePolicy(configuration, keepFor: .seconds(7_200)) }

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        guard configuration.url("url") != nil else {
            throw ConfigurationFaults([ConfigurationFault("the shelf “\(configuration.id)” needs a url")])
        }
        self.configuration = configuration
    }

    func fetcher(_ services: SourceServices) -> any RecordFetcher {
        (services.http as? FetcherClient)?.fetcher ?? StubFetcher { _, _ in .complete(FetchSummary()) }
    }
}

/// An HTTP client that carries a fetcher of the test and sends nothing.
struct FetcherClient: HTTPClient {
    let fetcher: StubFetcher

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        throw .offline("tests go nowhere")
    }
}
