import AggSource

/// A fetcher that runs a closure of the test.
struct StubFetcher: RecordFetcher {
    let body: @Sendable (FetchState?, any BatchSink) async throws(SourceError) -> FetchResult

    init(_ body: @escaping @Sendable (FetchState?, any BatchSink) async throws(SourceError) -> FetchResult) {
        self.body = body
    }

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        try await body(state, sink)
    }
}

/// An HTTP client that nothing uses.
struct NoClient: HTTPClient {
    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        throw .offline("tests go nowhere")
    }
}
