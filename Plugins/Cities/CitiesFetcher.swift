import AggSource

/// Fetches the list of cities with one conditional request, and maps the response item by item.
struct CitiesFetcher: RecordFetcher {
    let endpoint: CitiesEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let response = try await services.send(endpoint.request(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let held = state?.validators {
            return .unchanged(FetchState(held.updated(by: validators), digest: state?.digest))
        }
        try response.requireSuccess(now: services.clock.now)
        let digest = try response.digest()
        if digest == state?.digest {
            return .unchanged(FetchState(validators, digest: digest), bytes: response.body.count)
        }
        var stream = JSONRecordStream(of: "cities", into: sink)
        try await stream.read(response.body, mapping: CitiesMapper.record)
        // Skipped items are reported again each time.
        let isWhole = stream.skipped.count == 0
        return .complete(try await stream.finish(state: FetchState(validators, digest: isWhole ? digest : nil)))
    }
}
