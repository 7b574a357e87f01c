import AggSource
import Foundation

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
