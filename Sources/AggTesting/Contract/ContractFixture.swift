public import AggSource
import Foundation
import Synchronization

/// What `verifyContract` needs to know about a source: its configuration, and its server's good and bad responses.
///
/// The documents are small and written for the test, in the API's own format.
public struct ContractFixture: Sendable {
    /// The values of the source's parameters, as written in the configuration; others have their defaults.
    public var values: [String: String]
    /// The values of the source's parameters that are lists.
    public var lists: [String: [String]]
    /// Whether the answers are the output of a program rather than responses of a server.
    public var isProgram: Bool
    /// A valid response with a few records.
    public var answers: ContractAnswers
    /// The number of records in the valid response.
    public var records: Int
    /// The number of items in the valid response that must be skipped.
    public var skipped: Int
    /// A valid response that differs from the first in at least one record.
    public var changed: ContractAnswers
    /// A valid response without items; nil if the API has no such response.
    public var empty: ContractAnswers?
    /// A response in another format, such as the API's error document.
    public var wrongShape: ContractAnswers
    /// A response in the right format, in which no item can become a record.
    public var wrongItems: ContractAnswers
    /// The valid response, truncated; nil for half of each document.
    public var cutOff: ContractAnswers?
    /// Whether the source's requests include the validators of the last response.
    public var isConditional: Bool

    /// Creates a fixture.
    public init(
        values: [String: String] = [:],
        lists: [String: [String]] = [:],
        isProgram: Bool = false,
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
        self.lists = lists
        self.isProgram = isProgram
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

/// The responses to a source in a contract test, request by request.
public struct ContractAnswers: Sendable {
    private let answer: @Sendable (HTTPRequest) -> HTTPResponse

    /// Creates responses with a function that receives the request.
    public init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
        self.answer = answer
    }

    /// Responds to every request with the same text.
    public init(_ text: String) {
        self.init { HTTPResponse(url: $0.url, status: 200, body: HTTPBody(Array(text.utf8))) }
    }

    /// Responds by the last part of the path, such as `["page.json": "[…]"]`, and with 404 to anything else.
    public init(byPath texts: [String: String]) {
        self.init { request in
            guard let text = texts[request.url.lastPathComponent] else {
                return HTTPResponse(url: request.url, status: 404)
            }
            return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(text.utf8)))
        }
    }

    /// Responds with the documents of a starter sample.
    init(_ sample: StarterSample) {
        self.init { request in
            guard let bytes = sample.document(for: request.url.lastPathComponent) else {
                return HTTPResponse(url: request.url, status: 404)
            }
            return HTTPResponse(url: request.url, status: 200, body: HTTPBody(bytes))
        }
    }

    /// The same responses, each with only the first half of its content.
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

/// The server in a contract test: responds at once and remembers the requests.
final class ContractClient: HTTPClient {
    /// How the server handles every request.
    enum Behavior: Sendable {
        /// Responds with an entity tag, or with 304 if the request has that tag.
        case answers(ContractAnswers, entityTag: String)
        /// Responds with a status and headers, without content.
        case status(Int, HTTPHeaders)
        /// Fails, for example because it cannot be reached.
        case fails(SourceError)
        /// Reports the request, waits until the caller is canceled, and then responds as if nothing had happened.
        case waitsForCancel(ContractAnswers, asked: AsyncStream<Void>.Continuation)
    }

    private let behavior: Behavior
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ behavior: Behavior) {
        self.behavior = behavior
    }

    /// The requests so far, in order.
    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        switch behavior {
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

/// The programs of a contract test: each prints a response of the test's server, and fails if the server fails.
///
/// The request path consists of the program's name and arguments, so that answers by path can distinguish its runs.
struct ContractPrograms: ProgramRunner {
    let client: ContractClient

    func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        let words = program.arguments.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard let url = URL(string: "program:/" + ([program.name] + words).joined(separator: "/")) else {
            throw .program("“\(program.name)” and its arguments do not form a URL")
        }
        let response = try await client.send(HTTPRequest(url), progress: .silent)
        if Task.isCancelled { throw .cancelled }
        guard response.status == 200 else { return ProgramEnd(.exited(1), lastErrors: "status \(response.status)\n") }
        try await read(response.body.collect())
        return ProgramEnd(.exited(0))
    }
}
