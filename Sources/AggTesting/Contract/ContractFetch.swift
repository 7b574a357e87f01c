import AggSource

/// What a fetch brought, or why it failed.
struct ContractFetch: Sendable {
    let result: Result<FetchResult, SourceError>
    let batches: [[Record]]
    let requests: [HTTPRequest]

    var records: [Record] { batches.flatMap(\.self) }

    /// The error, or nil where the fetch did not fail.
    var error: SourceError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The summary of a complete fetch, or nil where it was none.
    var summary: FetchSummary? {
        if case .success(.complete(let summary)) = result { summary } else { nil }
    }

    var isUnchanged: Bool {
        if case .success(.unchanged) = result { true } else { false }
    }
}
