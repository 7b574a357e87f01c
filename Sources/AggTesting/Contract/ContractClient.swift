import AggSource
import Synchronization

/// The server of a contract test: answers at once, remembers what it was asked.
final class ContractClient: HTTPClient {
    /// What the server does with every request.
    enum Behaviour: Sendable {
        /// Answers, with an entity tag, and with 304 where it is asked with that tag.
        case answers(ContractAnswers, entityTag: String)
        /// Answers with a status and headers, without content.
        case status(Int, HTTPHeaders)
        /// Cannot be reached, or the like.
        case fails(SourceError)
        /// Says that it was asked, waits until the caller is cancelled, and then answers as if nothing had happened.
        case waitsForCancel(ContractAnswers, asked: AsyncStream<Void>.Continuation)
    }

    private let behaviour: Behaviour
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ behaviour: Behaviour) {
        self.behaviour = behaviour
    }

    /// The requests so far, in their order.
    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        switch behaviour {
        case .answers(let answers, let entityTag):
            if request.validators?.entityTag == entityTag {
                return HTTPResponse(url: request.url, status: 304, headers: ["ETag": entityTag])
            }
            var response = answers(request)
            response.headers["ETag"] = entityTag
            return response
        case .status(let status, let headers):
            return HTTPResponse(url: request.url, status: status, headers: headers)
        case .fails(let error): throw error
        case .waitsForCancel(let answers, let asked):
            asked.yield()
            try? await Task.sleep(for: .seconds(60))
            return answers(request)
        }
    }
}
