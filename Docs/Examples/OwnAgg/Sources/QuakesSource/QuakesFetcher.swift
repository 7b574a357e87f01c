import AggSource

/// Fetches the feed with one conditional request, and maps the response feature by feature.
struct QuakesFetcher: RecordFetcher {
    let endpoint: QuakesEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let response = try await services.send(endpoint.request(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let held = state?.validators {
            return .unchanged(FetchState(held.updated(by: validators)))
        }
        try response.requireSuccess(now: services.clock.now)
        var stream = JSONRecordStream(of: "earthquakes", in: "features", into: sink)
        try await stream.read(response.body, mapping: QuakesMapper.record)
        return .complete(try await stream.finish(state: FetchState(validators)))
    }
}
