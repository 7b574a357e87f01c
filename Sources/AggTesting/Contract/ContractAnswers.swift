public import AggSource
import Foundation

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
