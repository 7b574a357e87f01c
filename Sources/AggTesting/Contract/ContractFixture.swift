public import AggSource
import Foundation
import Synchronization

/// What `verifyContract` has to know of a source: its configuration, and what its server says in good and bad times.
///
/// The documents are small and written for the test, in the API's own shape.
public struct ContractFixture: Sendable {
    /// The values of the source's parameters, as the configuration would write them; those left out have their defaults.
    public var values: [String: String]
    /// A valid answer of a few records.
    public var answers: ContractAnswers
    /// The number of records in the valid answer.
    public var records: Int
    /// The number of items of the valid answer that must be skipped.
    public var skipped: Int
    /// A valid answer that differs from the first in at least one record.
    public var changed: ContractAnswers
    /// A valid answer without items; nil if the API cannot say so.
    public var empty: ContractAnswers?
    /// An answer of another shape, such as the API's error document.
    public var wrongShape: ContractAnswers
    /// An answer of the right shape in which no item can become a record.
    public var wrongItems: ContractAnswers
    /// The valid answer, cut off; nil for half of each document.
    public var cutOff: ContractAnswers?
    /// Whether the source asks with the validators of the last answer.
    public var isConditional: Bool

    /// Makes a fixture.
    public init(
        values: [String: String] = [:],
        answers: ContractAnswers,
        records: Int,
        skipped: Int = 0,
        changed: ContractAnswers,
        empty: ContractAnswers?,
        wrongShape: ContractAnswers,
        wrongItems: ContractAnswers,
        cutOff: ContractAnswers? = nil,
        isConditional: Bool = true
    ) {
        self.values = values
        self.answers = answers
        self.records = records
        self.skipped = skipped
        self.changed = changed
        self.empty = empty
        self.wrongShape = wrongShape
        self.wrongItems = wrongItems
        self.cutOff = cutOff
        self.isConditional = isConditional
    }
}

/// What a source is answered in a contract test, request by request.
public struct ContractAnswers: Sendable {
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse

    /// Answers every request by a function, which sees address and headers.
    public init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
        self.answer = answer
    }

    /// Answers every request with one text.
    public init(_ text: String) {
        self.init { HTTPResponse(url: $0.url, status: 200, body: HTTPBody(Array(text.utf8))) }
    }

    /// Answers by the last part of the path, such as `["page.json": "[…]"]`, and anything else with 404.
    public init(byPath texts: [String: String]) {
        self.init { request in
            guard let text = texts[request.url.lastPathComponent] else {
                return HTTPResponse(url: request.url, status: 404)
            }
            return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(text.utf8)))
        }
    }

    /// Answers as a starter sample would be read.
    init(_ sample: StarterSample) {
        self.init { request in
            guard let bytes = sample.document(for: request.url.lastPathComponent) else {
                return HTTPResponse(url: request.url, status: 404)
            }
            return HTTPResponse(url: request.url, status: 200, body: HTTPBody(bytes))
        }
    }

    /// The same answers, each with the first half of its content only.
    var cutOff: ContractAnswers {
        ContractAnswers { request in
            var response = answer(request)
            let bytes = (try? response.body.collect()) ?? []
            response.body = HTTPBody(Array(bytes.prefix(bytes.count / 2)))
            return response
        }
    }

    func callAsFunction(_ request: HTTPRequest) -> HTTPResponse {
        answer(request)
    }
}

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
