import AggSource
import Foundation
import Synchronization

/// A portal that behaves like the real one: it supports pages, shuffles rows unless their order is total, omits nulls,
/// ends an empty page with a line break, and responds 304 to repeated requests.
final class StubPortal: HTTPClient {
    /// The contents and the behavior of the portal.
    struct State {
        var rows: [JSONObject]
        var columns: [(name: String, type: String)] = []
        var updatedAt = 1_000
        var rowIdentifier: String?
        /// Actions before the response to a request for rows, by its position from 1.
        var before: [Int: @Sendable (inout State) -> Void] = [:]
        /// The response in place of the metadata; nil for the metadata.
        var viewAnswer: (status: Int, body: String)?
        var headers: HTTPHeaders = [:]
        var hasValidators = true
        fileprivate(set) var rowRequests = 0
    }

    private let state: Mutex<State>
    private let log = Mutex<[HTTPRequest]>([])

    init(_ state: State) {
        self.state = Mutex(state)
    }

    /// Creates a portal with numbered rows.
    convenience init(rows count: Int) {
        self.init(State(rows: (1...max(1, count)).prefix(count).map(StubPortal.row)))
    }

    static func row(_ number: Int) -> JSONObject {
        [
            ":id": .string("row-\(number)"), "number": .string("\(number)"), "name": .string("Place \(number)"),
            "day": "2024-03-05T00:00:00.000",
        ]
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    /// The offsets of the requests for rows, in order.
    var offsets: [Int] {
        requests.compactMap { Self.query($0.url)["$offset"].flatMap { Int($0) } }
    }

    func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        log.withLock { $0.append(request) }
        let path = request.url.path
        return state.withLock { state in
            if path.hasPrefix("/api/views/") { return Self.view(state, request) }
            guard path == "/resource/abcd-1234.json" else { return HTTPResponse(url: request.url, status: 404) }
            state.rowRequests += 1
            state.before[state.rowRequests]?(&state)
            return Self.rows(state, request)
        }
    }

    private static func query(_ url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    private static func view(_ state: State, _ request: HTTPRequest) -> HTTPResponse {
        if let answer = state.viewAnswer {
            return HTTPResponse(url: request.url, status: answer.status, body: HTTPBody(Array(answer.body.utf8)))
        }
        let columns = state.columns.enumerated().map { index, column in
            #"{"id":\#(index),"fieldName":"\#(column.name)","dataTypeName":"\#(column.type)"}"#
        }
        let identifier = state.rowIdentifier.flatMap { name in state.columns.firstIndex { $0.name == name } }
        let text = """
            {"id":"abcd-1234","name":"Places","rowsUpdatedAt":\(state.updatedAt),\
            "rowIdentifierColumnId":\(identifier.map(String.init) ?? "null"),"columns":[\(columns.joined(separator: ","))]}
            """
        return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(text.utf8)))
    }

    private static func rows(_ state: State, _ request: HTTPRequest) -> HTTPResponse {
        let query = query(request.url)
        let tag = "\"\(state.updatedAt)-\(query["$offset"] ?? "0")\""
        if state.hasValidators, request.validators?.entityTag == tag {
            return HTTPResponse(url: request.url, status: 304, headers: ["ETag": tag])
        }
        var headers = state.headers
        if state.hasValidators { headers["ETag"] = tag }
        if query["$select"] == "count(*)" { return json([["count": .string("\(state.rows.count)")]], request, headers) }
        let isTotal = query["$order"]?.hasSuffix(":id") ?? false
        let rows = isTotal ? state.rows : state.rows.shuffled()
        let page = rows.dropFirst(Int(query["$offset"] ?? "") ?? 0).prefix(Int(query["$limit"] ?? "") ?? 1_000)
        return json(Array(page), request, headers)
    }

    private static func json(_ rows: [JSONObject], _ request: HTTPRequest, _ headers: HTTPHeaders) -> HTTPResponse {
        var writer = JSONWriter()
        writer.write(.array(rows.map(JSONValue.object)))
        return HTTPResponse(
            url: request.url, status: 200, headers: headers, body: HTTPBody(writer.bytes + [UInt8(ascii: "\n")]))
    }
}
