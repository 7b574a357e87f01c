import AggSource
import AggTesting
import Foundation
import Synchronization

/// A portal that behaves like Socrata's: it shuffles rows unless their order is total, ends with an empty page (`[]` and a
/// line break), answers 304 for unchanged data, and sometimes fails.
final class InspectionsPortal: Sendable {
    struct State {
        /// The numbers of the existing inspections.
        var rows: [Int]
        var updatedAt = 1_700_000_000
        var hasTags = true
        var headers: HTTPHeaders = [:]
        /// Responses that replace those to the next requests for rows.
        var troubles: [LoopbackResponse] = []
        /// A change to make after the first page of rows.
        var behindFirstPage: (@Sendable (inout State) -> Void)?
    }

    private static let id = "4ijn-s7e5"
    private let state: Mutex<State>

    init(rows: some Sequence<Int>) {
        state = Mutex(State(rows: Array(rows)))
    }

    func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        state.withLock { state in
            switch request.path {
            case "/api/views/\(Self.id).json": Self.view(state)
            case "/resource/\(Self.id).json": Self.rows(&state, request)
            default: LoopbackResponse(status: 404, #"{"code":"dataset.missing","error":true,"message":"Not found"}"#)
            }
        }
    }

    /// The order, limit, and offset of each request for rows.
    static func pages(_ requests: [LoopbackRequest]) -> [[String]] {
        requests.filter { $0.path == "/resource/\(id).json" }.map { request in
            ["$order", "$limit", "$offset"].map { request.query[$0] ?? "" }
        }
    }

    private static func view(_ state: State) -> LoopbackResponse {
        let columns = [
            ("inspection_id", "number"), ("dba_name", "text"), ("address", "text"),
            ("inspection_date", "calendar_date"),
        ].enumerated().map { #"{"id":\#($0),"fieldName":"\#($1.0)","dataTypeName":"\#($1.1)"}"# }
        return .json(
            """
            {"id":"\(id)","name":"Food Inspections","rowsUpdatedAt":\(state.updatedAt),\
            "columns":[\(columns.joined(separator: ","))]}
            """)
    }

    private static func rows(_ state: inout State, _ request: LoopbackRequest) -> LoopbackResponse {
        if !state.troubles.isEmpty { return state.troubles.removeFirst() }
        let offset = Int(request.query["$offset"] ?? "") ?? 0
        let (tag, date) = ("\"\(state.updatedAt)-\(offset)\"", HTTPDateText.of(Double(state.updatedAt)))
        if request.headers["If-None-Match"] == tag || request.headers["If-Modified-Since"] == date {
            return LoopbackResponse(status: 304)
        }
        var headers = state.headers
        if state.hasTags { headers["ETag"] = tag } else { headers["Last-Modified"] = date }
        if request.query["$select"] == "count(*)" {
            return .json(#"[{"count":"\#(state.rows.count)"}]"#, headers: headers)
        }
        let isTotal = request.query["$order"]?.hasSuffix(":id") == true
        let rows = isTotal ? state.rows : state.rows.shuffled()
        let page = rows.dropFirst(offset).prefix(Int(request.query["$limit"] ?? "") ?? 1_000).map(row)
        if offset == 0, let change = state.behindFirstPage {
            state.behindFirstPage = nil
            change(&state)
        }
        return .json("[" + page.joined(separator: "\n,") + "]\n", headers: headers)
    }

    private static func row(_ number: Int) -> String {
        """
        {":id":"row-\(number)","inspection_id":"\(number)","dba_name":"PLACE \(number)","address":"\(number) N STATE ST",\
        "inspection_date":"2024-03-0\(number % 9 + 1)T00:00:00.000"}
        """
    }
}

/// Dates in HTTP format.
enum HTTPDateText {
    static func of(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: seconds))
    }
}
