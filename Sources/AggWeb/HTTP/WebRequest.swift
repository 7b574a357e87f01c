/// A request from a browser or program.
struct WebRequest: Sendable {
    /// The method, in capitals.
    var method: String
    /// The decoded path, without the query.
    var path: String
    /// The path and query, as sent.
    var target: String
    /// The values of the query.
    var query: FormValues
    /// The header fields, by lowercase name.
    var headers: [String: String]
    /// The body; empty if absent.
    var body: [UInt8] = []
    /// Whether the connection stays open after the response.
    var isKeptAlive: Bool
    /// Whether the client can read a chunked response; otherwise, the connection's end is the end of the response.
    var readsChunks = true

    /// The value of a header field.
    subscript(header name: String) -> String? { headers[name] }

    /// Whether the request only reads.
    var isReading: Bool { method == "GET" || method == "HEAD" }

    /// Whether it is for the Atom feed.
    var isForFeed: Bool { path == "/feed.atom" }

    /// Whether the client sends the body only after an interim response.
    var awaitsContinue: Bool { readsChunks && headers["expect"]?.lowercased() == "100-continue" }

    /// Whether someone opens a page, rather than a program that fetches it in advance or checks that it exists.
    var opensPage: Bool {
        let purpose = headers["sec-purpose"] ?? headers["purpose"] ?? headers["x-purpose"] ?? headers["x-moz"] ?? ""
        return method == "GET" && !["prefetch", "preview", "prerender"].contains { purpose.lowercased().contains($0) }
    }

    /// Whether a script sent it, which reads JSON rather than a page.
    var wantsJSON: Bool { headers["accept"]?.contains("json") ?? false }

    /// The values of a form in the body; empty if the body is something else.
    var form: FormValues {
        let type = headers["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type == "application/x-www-form-urlencoded" else { return FormValues() }
        return FormValues(parsing: String(decoding: body, as: UTF8.self))
    }

    /// The value of a cookie; nil if absent.
    func cookie(_ name: String) -> String? {
        let pairs = (headers["cookie"] ?? "").split(separator: ";").map {
            $0.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
        }
        return pairs.first { $0.count == 2 && $0[0] == name }.map { String($0[1]) }
    }
}

extension WebRequest {
    /// A placeholder request.
    static let plain = WebRequest(
        method: "GET", path: "/", target: "/", query: FormValues(), headers: [:], isKeptAlive: false)
}
