import AggSource
import AggTesting
import CKANSource
import Foundation
import Synchronization

/// A portal with one table and configurable habits.
struct Portal: HTTPClient {
    /// How it handles a filter that is more than a value.
    enum Filters { case work, fail, areIgnored }
    /// How it reports that it has no table.
    enum Failure { case none, noDatastore, page, broken }

    var rows = (1...25).map { #"{"_id":\#($0),"code":"C\#($0)","City Name":"City \#($0 % 5)","size":"\#($0).5"}"# }
    /// Fields before the others, each with a comma after it.
    var moreFields = ""
    /// The maximum number of rows in a response.
    var most = 10
    /// Whether responses report that maximum.
    var saysLimit = true
    var saysTotal = true
    var isEstimated = false
    /// The total that the description of the table reports; nil for the number of rows.
    var firstTotal: Int?
    /// Whether it always returns the first rows.
    var ignoresOffset = false
    /// Whether it returns all rows, however few are requested.
    var ignoresLimit = false
    /// Whether it returns the rows after a number; otherwise it rejects or ignores the filter.
    var filters = Filters.work
    var failure = Failure.none
    /// The path of its actions.
    var actions = "/api/3/action"
    var resource = #"{"id":"r1","name":"Trees","format":"CSV","url":"/files/trees.csv","datastore_active":false}"#
    /// The other resources of the data set, each after a comma.
    var others = #",{"id":"r2","description":"Map","format":".PDF"}"#
    let log = RequestLog()

    final class RequestLog: Sendable {
        private let list = Mutex<[HTTPRequest]>([])
        var requests: [HTTPRequest] { list.withLock { $0 } }
        func add(_ request: HTTPRequest) { list.withLock { $0.append(request) } }
        /// The values of a parameter, in the order of the requests that have it.
        func values(of name: String) -> [String] { requests.compactMap { Portal.query($0)[name] } }
    }

    static func query(_ request: HTTPRequest) -> [String: String] {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        log.add(request)
        let (status, text) = answer(to: request)
        return HTTPResponse(url: request.url, status: status, body: HTTPBody(Array(text.utf8)))
    }

    private func answer(to request: HTTPRequest) -> (Int, String) {
        let query = Self.query(request)
        guard request.url.path.hasPrefix(actions + "/"), failure != .page else {
            return (failure == .page ? 403 : 404, "<!DOCTYPE html><html><body>Not here</body></html>")
        }
        switch request.url.lastPathComponent {
        case "datastore_search" where failure == .noDatastore:
            return (
                404,
                #"{"help":"","success":false,"error":{"message":"Not found: Resource","__type":"Not Found Error"}}"#
            )
        case "datastore_search" where failure == .broken:
            return (503, #"{"success":false,"error":{"message":"maintenance","__type":"Server Error"}}"#)
        case "datastore_search" where query["filters"] != nil && filters == .fail:
            return (409, #"{"success":false,"error":{"filters":["Not valid"],"__type":"Validation Error"}}"#)
        case "datastore_search": return (200, page(query))
        case "resource_show": return (200, #"{"help":"","success":true,"result":\#(resource)}"#)
        case "package_show":
            return (
                200,
                #"{"success":true,"result":{"title":"City trees","resources":[\#(resource)\#(others)]}}"#
            )
        default: return (400, #""Bad request: Action name not known: \#(request.url.lastPathComponent)""#)
        }
    }

    private func page(_ query: [String: String]) -> String {
        let asked = Int(query["limit"] ?? "") ?? 100
        let limit = ignoresLimit && asked > 0 ? rows.count : min(asked, most)
        let number = query["filters"]?.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
        let offset = number.map { filters == .work ? $0 : 0 } ?? Int(query["offset"] ?? "") ?? 0
        let found = rows.dropFirst(ignoresOffset ? 0 : offset).prefix(limit)
        // A filter also applies to the total.
        let count = asked == 0 ? firstTotal ?? rows.count : rows.count - (number.map { filters == .work ? $0 : 0 } ?? 0)
        let total = saysTotal ? #","total":\#(isEstimated ? 3 : count),"total_was_estimated":\#(isEstimated)"# : ""
        return #"{"help":"h","success":true,"result":{"resource_id":"r1","fields":[{"id":"_id","type":"int"},"#
            + #"\#(moreFields){"id":"code","type":"text"},{"id":"City Name","type":"text","info":{"label":"Where it is"}},"#
            + #"{"id":"size","type":"numeric"}],"records":[\#(found.joined(separator: ","))],"#
            + #""_links":{"start":"/x","next":"/x?offset=100"}\#(saysLimit ? ",\"limit\":\(limit)" : "")\#(total)}}"#
    }
}

/// Creates a source of this kind with these values.
func source(_ values: [String: String] = [:]) throws -> CKANSource {
    guard let id = SourceID("table"), let url = URL(string: values["endpoint"] ?? "https://data.example.org") else {
        throw SourceError.refused("endpoint")
    }
    var all = values.mapValues { ParameterValue.text($0) }
    all["endpoint"] = .url(url)
    all["resource"] = .text(values["resource"] ?? "r1")
    all["max_records"] = values["max_records"].flatMap(Int.init).map(ParameterValue.integer)
    return try CKANSource(SourceConfiguration(id: id, kind: "ckan", values: all))
}

/// The result of a fetch.
struct Fetched {
    let summary: FetchSummary
    let records: [Record]
    var keys: [String] { records.map(\.key) }
}

func fetch(
    _ client: some HTTPClient, _ values: [String: String] = [:], since state: FetchState? = nil
) async throws -> Fetched {
    let log = BatchLog()
    let fetcher = try source(values).fetcher(SourceServices(http: client))
    let summary = try await fetcher.fetch(since: state, into: log).summary()
    return Fetched(summary: summary, records: await log.records)
}
