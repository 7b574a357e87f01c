import AggSource
import Foundation

/// Brings a listing page after page; only the first page is asked for conditionally.
///
/// A list of an account is asked for conditionally only if it had a single page: a star that was removed on a later page
/// leaves the first one as it was.
struct GitHubFetcher: RecordFetcher {
    let endpoint: GitHubEndpoint
    let services: SourceServices
    /// Waits for a span of seconds; throws when the task is cancelled.
    var wait: @Sendable (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let token = GitHubToken(services.environment)
        let now = services.clock.now
        try endpoint.requireToken(token)
        var asked = GitHubAsked(endpoint.first(at: now, token: token?.text, validators: nil), token: token)
        let held = asked.validators(in: state)
        let first = try await answer(to: endpoint.first(at: now, token: token?.text, validators: held))
        if first.isNotModified, let held {
            asked.validators = held.updated(by: Validators(first.headers))
            return .unchanged(asked.state(limits: first.headers))
        }
        asked.validators = Validators(first.headers)
        var stream = JSONRecordStream(of: "repositories", in: endpoint.listing.member, into: sink)
        var notes: Set<String> = []
        var response = first
        var pages: Set<URL> = []
        for page in 1... {
            let before = stream.count
            let members = try await stream.read(response.body, mapping: GitHubMapper.record)
            if members["incomplete_results"]?.boolValue == true {
                notes.insert("GitHub's search ran out of time: results may be missing")
            }
            guard let next = GitHubPageLink.next(after: response) else { break }
            if endpoint.listing.search == nil {
                guard stream.count > before else { break }
                guard pages.insert(next).inserted else {
                    throw .invalidData("at page \(page): the link to the next page leads back to an earlier one")
                }
            }
            guard page < endpoint.pages(hasToken: token != nil) else {
                if endpoint.isCut(after: stream.count) { notes.insert("only the first \(stream.count) were read") }
                break
            }
            if endpoint.listing.search == nil { asked.validators = nil }
            response = try await answer(to: endpoint.next(next, token: token?.text))
        }
        return .complete(
            try await stream.finish(state: asked.state(limits: response.headers), notes: notes.sorted()))
    }

    /// Sends a request, and sends it again after a rate limit that ends soon.
    private func answer(to request: HTTPRequest) async throws(SourceError) -> HTTPResponse {
        let response = try await services.send(request)
        guard let end = limitEnd(of: response) else { return try checked(response, to: request) }
        let seconds = max(1, Int(clamping: end.timeIntervalSince(services.clock.now).rounded(.up)))
        guard .seconds(seconds) <= services.maxWait else { throw .rateLimited(until: end) }
        services.progress.report(.waiting(reason: "rate limit of GitHub", seconds: seconds))
        do { try await wait(seconds) } catch { throw .cancelled }
        return try checked(try await services.send(request), to: request)
    }

    private func limitEnd(of response: HTTPResponse) -> Date? {
        guard response.status == 403 || response.status == 429 else { return nil }
        return GitHubFailure(response, now: services.clock.now).limitEnd
    }

    private func checked(_ response: HTTPResponse, to request: HTTPRequest) throws(SourceError) -> HTTPResponse {
        let isUnchanged = response.isNotModified && request.validators != nil
        guard isUnchanged || (200..<300).contains(response.status) else {
            throw GitHubFailure(response, now: services.clock.now).error(of: endpoint.listing)
        }
        return response
    }
}

/// What was asked with whose token, so that validators of one answer are never used for another.
///
/// GitHub's entity tags differ from token to token, and the day in a query goes on.
struct GitHubAsked {
    private let mark: String
    /// The validators of the answer.
    var validators: Validators?

    /// Marks a request; the token only goes in as a part of a hash.
    init(_ request: HTTPRequest, token: GitHubToken?) {
        mark = StableHash.text(of: "\(token?.text ?? "")\n\(request.url.absoluteString)")
    }

    /// The validators of a state, where it is of the same request and token.
    func validators(in state: FetchState?) -> Validators? {
        state?.values["asked"] == mark ? state?.validators : nil
    }

    /// The state to ask with next time, with the limits that the last answer told.
    func state(limits headers: HTTPHeaders) -> FetchState {
        var state = FetchState(validators) ?? FetchState()
        state.values["asked"] = mark
        state.rateLimit = RateLimit(headers)
        return state
    }
}
