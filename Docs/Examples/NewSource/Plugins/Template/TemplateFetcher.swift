import AggSource

/// Fetches the list with one conditional request, and maps the response item by item.
struct TemplateFetcher: RecordFetcher {
    let endpoint: TemplateEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let response = try await services.send(endpoint.request(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let held = state?.validators {
            return .unchanged(FetchState(held.updated(by: validators)))
        }
        try response.requireSuccess(now: services.clock.now)
        var stream = JSONRecordStream(of: "items", into: sink)
        try await stream.read(response.body, mapping: TemplateMapper.record)
        return .complete(try await stream.finish(state: FetchState(validators)))
    }
}
