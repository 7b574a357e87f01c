import AggSource
import Foundation

/// Fetches a listing page by page; only the first request is conditional.
///
/// For a list of an account, even the first request is conditional only if the list had a single page: removing a star on a later
/// page leaves the first page unchanged.
struct GitHubFetcher: RecordFetcher {
    let endpoint: GitHubEndpoint
    let services: SourceServices
    /// Waits for a number of seconds; throws if the task is canceled.
    var wait: @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    /// The number of empty pages in a row after which reading ends, even if another page follows.
    private static let mostEmptyPages = 3

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let token = GitHubToken(services.environment)
        let now = services.clock.now
        try endpoint.requireToken(token)
        var asked = GitHubAsked(endpoint.first(at: now, token: token?.text, validators: nil), token: token)
        let held = asked.validators(in: state)
        var hasWaited = false
        let first = try await answer(
            to: endpoint.first(at: now, token: token?.text, validators: held), isFirst: true, hasWaited: &hasWaited)
        if first.isNotModified, let held {
            asked.validators = held.updated(by: Validators(first.headers))
            return .unchanged(asked.state(limits: first.headers))
        }
        asked.validators = Validators(first.headers)
        var stream = JSONRecordStream(
            of: "repositories", in: endpoint.listing.member, into: sink, limit: endpoint.wanted)
        var notes: Set<String> = []
        var isComplete = true
        var response = first
        var pages: Set<URL> = []
        var emptyPages = 0
        for page in 1... {
            let before = stream.count
            let members = try await stream.read(response.body, mapping: GitHubMapper.record)
            if members["incomplete_results"]?.boolValue == true {
                notes.insert("GitHub's search timed out; results may be missing")
                isComplete = false
            }
            guard let next = response.link(to: "next") else { break }
            // A page may be empty and not be the last: GitHub hides repositories only after it has split a list into pages.
            emptyPages = stream.count == before ? emptyPages + 1 : 0
            if emptyPages == Self.mostEmptyPages {
                notes.insert("reading stopped after \(emptyPages) empty pages; results may be missing")
                isComplete = false
                break
            }
            if endpoint.listing.search == nil, !pages.insert(next).inserted {
                throw .invalidData("on page \(page): the next-page link points to an earlier page")
            }
            guard page < endpoint.pages(hasToken: token != nil) else {
                if endpoint.isCut(after: stream.count) {
                    notes.insert("only the first \(stream.count) repositories were read")
                }
                break
            }
            if endpoint.listing.search == nil { asked.validators = nil }
            response = try await answer(to: endpoint.next(next, token: token?.text), hasWaited: &hasWaited)
        }
        if !isComplete { asked.validators = nil }
        var summary = try await stream.finish(state: asked.state(limits: response.headers), notes: notes.sorted())
        summary.isIncomplete = !isComplete
        return .complete(summary)
    }

    /// Sends a request, and sends it again after a rate limit that ends soon, but waits only once per fetch.
    private func answer(
        to request: HTTPRequest, isFirst: Bool = false, hasWaited: inout Bool
    ) async throws(SourceError) -> HTTPResponse {
        let response = try await services.send(request)
        guard !hasWaited, let end = limitEnd(of: response) else {
            return try checked(response, to: request, isFirst: isFirst)
        }
        let seconds = max(1, Int(clamping: end.timeIntervalSince(services.clock.now).rounded(.up)))
        guard .seconds(seconds) <= services.maxWait else { throw .rateLimited(until: end) }
        hasWaited = true
        services.progress.report(.waiting(reason: "rate limited by GitHub", seconds: seconds))
        do { try await wait(seconds) } catch { throw .cancelled }
        return try checked(try await services.send(request), to: request, isFirst: isFirst)
    }

    private func limitEnd(of response: HTTPResponse) -> Date? {
        guard response.status == 403 || response.status == 429 else { return nil }
        return GitHubFailure(response, now: services.clock.now).limitEnd
    }

    private func checked(
        _ response: HTTPResponse, to request: HTTPRequest, isFirst: Bool
    ) throws(SourceError) -> HTTPResponse {
        let isUnchanged = response.isNotModified && request.validators != nil
        guard isUnchanged || (200..<300).contains(response.status) else {
            let hadToken = request.credential != nil
            let failure = GitHubFailure(response, now: services.clock.now, hadToken: hadToken)
            // After the first page, the account must exist.
            throw isFirst ? failure.error(of: endpoint.listing) : failure.error
        }
        return response
    }
}

/// A fingerprint of a request and its token, so that validators are never used for another request.
///
/// GitHub's entity tags differ from token to token, and the date in a query changes.
struct GitHubAsked {
    private let mark: String
    /// The validators of the response.
    var validators: Validators?

    /// Creates the fingerprint; the token is included only as part of a hash.
    init(_ request: HTTPRequest, token: GitHubToken?) {
        mark = StableHash.text(of: "\(token?.text ?? "")\n\(request.url.absoluteString)")
    }

    /// The validators of a state; nil if it is from another request or token.
    func validators(in state: FetchState?) -> Validators? {
        state?.values["asked"] == mark ? state?.validators : nil
    }

    /// The state for the next request, with the limits reported by the last response.
    func state(limits headers: HTTPHeaders) -> FetchState {
        var state = FetchState(validators) ?? FetchState()
        state.values["asked"] = mark
        state.rateLimit = RateLimit(headers)
        return state
    }
}
