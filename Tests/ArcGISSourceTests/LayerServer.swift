import AggSource
import AggTesting
import ArcGISSource
import Foundation
import Synchronization

/// A server with one layer that pages, counts, and fails as configured.
struct LayerServer: HTTPClient {
    /// How it handles a request for a later page.
    enum Paging { case works, fails, isIgnored, isUnknown }

    var ids: [Int64] = Array(1...25)
    var paging = Paging.works
    var maxRecordCount: Int? = 10
    /// Whether the description reports the maximum number of rows per response.
    var saysMaximum = true
    /// Whether responses report that there are more rows.
    var saysMore = true
    var givesIDs = true
    /// Whether the list of object ids is null.
    var hasNullIDs = false
    var givesStatistics = true
    var givesCount = true
    var ordersRows = true
    /// Whether the layer has a field for object ids.
    var hasObjectIDs = true
    /// Whether every request for rows fails, with status 200.
    var failsQueries = false
    /// The code in its errors, with a comma after it.
    var errorCode = #""code":400,"#
    /// Whether rows have their object ids.
    var namesIDs = true
    /// The name of the row with an object id.
    var rowName: @Sendable (Int64) -> String = { "Row \($0)" }
    /// The global id of the row with an object id; nil if the layer has no field for global ids.
    var globalID: (@Sendable (Int64) -> String)?
    /// Additional members of the description.
    var more = ""
    /// Additional fields, each after a comma.
    var moreFields = ""
    /// Additional values of a row, each after a comma.
    var moreValues = ""
    var reference = #"{"wkid":4326}"#
    /// The rows present at the time of a request, if they differ from the ids.
    let log = RequestLog()

    final class RequestLog: Sendable {
        private let list = Mutex<[HTTPRequest]>([])
        var requests: [HTTPRequest] { list.withLock { $0 } }
        func add(_ request: HTTPRequest) { list.withLock { $0.append(request) } }
        /// The values of a parameter, in the order of the requests that have it.
        func values(of name: String) -> [String] { requests.compactMap { LayerServer.query($0)[name] } }
    }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        log.add(request)
        return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(answer(to: request).utf8)))
    }

    static func query(_ request: HTTPRequest) -> [String: String] {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    }

    private func answer(to request: HTTPRequest) -> String {
        let query = Self.query(request)
        guard request.url.lastPathComponent == "query" else { return description }
        if failsQueries { return #"{"error":{\#(errorCode)"message":"Cannot perform query.","details":[]}}"# }
        let found = matching(query["where"] ?? "")
        if query["returnCountOnly"] == "true" { return givesCount ? #"{"count":\#(found.count)}"# : page(found, 0) }
        if query["returnIdsOnly"] == "true" {
            if !hasObjectIDs { return #"{"objectIdFieldName":null,"objectIds":null}"# }
            if hasNullIDs { return #"{"objectIdFieldName":"OBJECTID","objectIds":null}"# }
            let list = found.reversed().map(String.init).joined(separator: ",")
            return givesIDs ? #"{"objectIdFieldName":"OBJECTID","objectIds":[\#(list)]}"# : page(found, 0)
        }
        if query["outStatistics"] != nil {
            guard givesStatistics, let low = found.min(), let high = found.max() else {
                return #"{"error":{\#(errorCode)"message":"Unable to complete operation.","details":[]}}"#
            }
            return #"{"features":[{"attributes":{"MIN(OBJECTID) AS a":\#(low),"MAX(OBJECTID) AS b":\#(high)}}]}"#
        }
        guard let offset = query["resultOffset"].flatMap(Int.init) else { return page(found, 0) }
        switch paging {
        case .fails: return #"{"error":{\#(errorCode)"message":"Failed to execute query.","details":[]}}"#
        case .isIgnored: return page(found, 0)
        case .works, .isUnknown: return page(found, offset, Int(query["resultRecordCount"] ?? "") ?? .max)
        }
    }

    private func matching(_ condition: String) -> [Int64] {
        let numbers = condition.split(whereSeparator: { !$0.isNumber && $0 != "-" }).compactMap { Int64($0) }
        let found =
            numbers.count == 2 && condition.contains("OBJECTID >=")
            ? ids.filter { (numbers[0]...numbers[1]).contains($0) } : ids
        return ordersRows ? found.sorted() : found
    }

    private func page(_ found: [Int64], _ offset: Int, _ limit: Int = .max) -> String {
        let size = min(limit, maxRecordCount ?? 500)
        let rows = found.dropFirst(offset).prefix(size)
        let flag = saysMore && offset + rows.count < found.count ? #","exceededTransferLimit":true"# : ""
        let features = rows.map { id in
            let global = globalID.map { #","GlobalID":"\#($0(id))""# } ?? ""
            return
                #"{"attributes":{\#(namesIDs ? "\"OBJECTID\":\(id)," : "")"NAME":"\#(rowName(id))"\#(global)\#(moreValues)},"#
                + #""geometry":{"x":1,"y":2}}"#
        }
        return #"{"spatialReference":\#(reference),"features":[\#(features.joined(separator: ","))]\#(flag)}"#
    }

    private var description: String {
        let most = maxRecordCount.flatMap { saysMaximum ? #""maxRecordCount":\#($0),"# : nil } ?? ""
        let id = #"{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"OBJECTID"}"#
        let global = #",{"name":"GlobalID","type":"esriFieldTypeGlobalID","alias":"GlobalID"}"#
        let pages = #""advancedQueryCapabilities":{"supportsPagination":\#(paging != .isUnknown)},"#
        return
            #"{"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint","displayField":"NAME",\#(most)"#
            + #"\#(pages)\#(more)"fields":[\#(hasObjectIDs ? id + "," : ""){"name":"NAME","type":"esriFieldTypeString","alias":"Name"}"#
            + "\(globalID == nil ? "" : global)\(moreFields)]}"
    }
}

/// Creates a source of this kind with these values.
func source(_ values: [String: String] = [:]) throws -> ArcGISSource {
    let address = "https://gis.example.org/arcgis/rest/services/Trees/FeatureServer/0"
    var all = values.mapValues { ParameterValue.text($0) }
    all["max_records"] = values["max_records"].flatMap(Int.init).map(ParameterValue.integer)
    guard let id = SourceID("trees"), let url = URL(string: values["url"] ?? address) else {
        throw SourceError.refused("url")
    }
    all["url"] = .url(url)
    return try ArcGISSource(SourceConfiguration(id: id, kind: "arcgis", values: all))
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
    let services = SourceServices(http: client)
    guard case .complete(let summary) = try await source(values).fetcher(services).fetch(since: state, into: log) else {
        throw SourceError.refused("unchanged")
    }
    return Fetched(summary: summary, records: await log.records)
}
