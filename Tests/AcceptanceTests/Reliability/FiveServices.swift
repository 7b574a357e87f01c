import AggSource
import AggTesting
import Foundation

/// The built-in sources and one of each other kind, each with its own server, a few rows marked with their generation, and a
/// fault that can be turned on for all.
final class FiveServices: Sendable {
    /// The sources and their configurations; SERVER stands for the URL of the server.
    static let sources = [
        "arcgis": "kind: arcgis, url: \"SERVER/FeatureServer/0\"", "chicago-inspections": "endpoint: \"SERVER\"",
        "cities": "url: \"SERVER/list\"",
        "ckan": "kind: ckan, endpoint: \"SERVER\", resource: r1, key: id, title: name",
        "feed": "url: \"SERVER/list\"", "github": "endpoint: \"SERVER\"",
        "nyc-schools": "endpoint: \"SERVER\"",
        "table":
            "kind: table, format: json, encoding: utf-8, key: id, title: name, columns: \"id:integer, name\", url: \"SERVER/list\"",
    ]
    /// The number of rows of each source.
    static let rows = 8

    let generation = Changing(1)
    let fault = Changing<NetworkFault?>(nil)
    let servers: [String: RawLoopbackServer]

    init() throws {
        var servers: [String: RawLoopbackServer] = [:]
        for source in Self.sources.keys {
            servers[source] = try RawLoopbackServer.start { [generation, fault] request in
                let good = Self.answer(of: source, to: request, generation.value)
                return fault.value?.answer(request, good) ?? RawAnswer(whole: good)
            }
        }
        self.servers = servers
    }

    /// The configuration of each source.
    var configuration: [String: String] {
        Dictionary(
            uniqueKeysWithValues: Self.sources.compactMap { source, values in
                servers[source].map { (source, values.replacing("SERVER", with: "\($0.url(""))")) }
            })
    }

    func stop() {
        for server in servers.values { server.stop() }
    }

    /// The title of a row.
    static func title(_ row: Int, _ generation: Int) -> String { "Row \(row) gen\(generation)x" }

    private static func answer(
        of source: String, to request: LoopbackRequest, _ generation: Int
    ) -> LoopbackResponse {
        let rows = (1...rows).map { ($0, title($0, generation)) }
        switch source {
        case "arcgis" where request.path.hasSuffix("/query"):
            let items = rows.map { #"{"attributes":{"OBJECTID":\#($0),"NAME":"\#($1)"}}"# }
            return .json(#"{"objectIdFieldName":"OBJECTID","features":[\#(items.joined(separator: ","))]}"#)
        case "arcgis":
            return .json(
                #"{"name":"Layer","type":"Table","advancedQueryCapabilities":{"supportsPagination":true},"fields":["#
                    + #"{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"NAME","type":"esriFieldTypeString"}]}"#)
        case "ckan":
            let items = rows.map { #"{"_id":\#($0),"id":\#($0),"name":"\#($1)"}"# }
            return .json(
                #"{"success":true,"result":{"fields":[{"id":"id","type":"int"},{"id":"name","type":"text"}],"#
                    + #""total":8,"records":[\#(items.joined(separator: ","))]}}"#)
        case "cities":
            return .json("[" + rows.map { CityList.city($0, $1, "US", 1, 2) }.joined(separator: ",") + "]")
        case "table":
            return .json("[" + rows.map { #"{"id":\#($0),"name":"\#($1)"}"# }.joined(separator: ",") + "]")
        case "feed":
            let items = rows.map { "<item><guid>\($0)</guid><title>\($1)</title></item>" }
            return LoopbackResponse(
                headers: ["Content-Type": "application/rss+xml"],
                "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>")
        case "github":
            let items = rows.map { #"{"id":\#($0),"name":"\#($1)","full_name":"o/\#($1)","owner":{"login":"o"}}"# }
            return .json(
                #"{"total_count":8,"incomplete_results":false,"items":[\#(items.joined(separator: ","))]}"#)
        case "nyc-schools" where request.path.contains("f9bf-2cp4"):
            return .json("[]")
        case "nyc-schools":
            return .json("[" + rows.map { #"{"dbn":"\#($0)","school_name":"\#($1)"}"# }.joined(separator: ",") + "]")
        case _ where request.path.hasPrefix("/api/views/"):
            let columns = ["inspection_id", "dba_name"].map { #"{"fieldName":"\#($0)","dataTypeName":"text"}"# }
            return .json(#"{"name":"Inspections","rowsUpdatedAt":1,"columns":[\#(columns.joined(separator: ","))]}"#)
        default:
            guard request.query["$offset"] ?? "0" == "0" else { return .json("[]") }
            let items = rows.map { #"{"inspection_id":"\#($0)","dba_name":"\#($1)"}"# }
            return .json("[" + items.joined(separator: ",") + "]")
        }
    }
}

extension RawAnswer {
    /// Creates a response as a healthy server sends it.
    init(whole response: LoopbackResponse) {
        self.init([.head(of: response), .send(response.body)])
    }
}

extension RawAnswer.Step {
    /// The header of a response, optionally with a wrong length and more fields.
    static func head(of response: LoopbackResponse, length: Int? = nil, _ more: [String] = []) -> RawAnswer.Step {
        let fields = response.headers.all.map { "\($0.name): \($0.value)" }
        let lines =
            [
                "HTTP/1.1 \(response.status) Status", "Connection: close",
                "Content-Length: \(length ?? response.body.count)",
            ]
            + fields + more
        return .text(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }
}
