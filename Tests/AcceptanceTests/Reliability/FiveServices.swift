import AggSource
import AggTesting
import Foundation

/// The five sources, each at a server of its own, with a few rows that say of which generation they are, and with a
/// fault that can be switched on for all.
final class FiveServices: Sendable {
    /// The sources and the kind of address each has.
    static let sources = [
        "chicago-inspections": "endpoint", "cities": "url", "feed": "url", "github": "endpoint",
        "nyc-schools": "endpoint",
    ]
    /// How many rows each has.
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

    /// What the configuration says of each source.
    var configuration: [String: String] {
        Dictionary(
            uniqueKeysWithValues: Self.sources.compactMap { source, key in
                servers[source].map { (source, "\(key): \"\($0.url(key == "url" ? "/list" : ""))\"") }
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
        case "cities":
            return .json("[" + rows.map { CityList.city($0, $1, "US", 1, 2) }.joined(separator: ",") + "]")
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
    /// An answer as a good server gives it.
    init(whole response: LoopbackResponse) {
        self.init([.head(of: response), .send(response.body)])
    }
}

extension RawAnswer.Step {
    /// The head of an answer, perhaps with another length than it has, and with more fields.
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
