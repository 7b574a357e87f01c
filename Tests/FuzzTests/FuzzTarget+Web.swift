@testable import AggWeb

extension FuzzTarget {
    /// Requests and markup of the web server.
    static let web = [
        FuzzTarget(
            name: "requests",
            seeds: [
                "GET /api/search?q=s%C3%A3o+paulo&limit=3 HTTP/1.1\r\nHost: 127.0.0.1:7247\r\nCookie: agg_7247=1; b=2",
                "POST /favorite HTTP/1.0\r\nHost: [::1]\r\nContent-Length: 12\r\nConnection: keep-alive",
                "GET /%2e%2e/%00?%zz HTTP/1.1\r\nHost: a\r\nHost: b\r\nTransfer-Encoding: chunked",
            ]
        ) { bytes throws(BrokenPromise) in
            guard let head = try? RequestHead(bytes[...]) else { return }
            let fields =
                [head.request.method, head.request.target] + head.request.headers.flatMap { [$0.key, $0.value] }
            try BrokenPromise.unless(
                fields.allSatisfy { $0.utf8.allSatisfy { $0 != 13 && $0 != 10 } }, "a field has two lines")
            try BrokenPromise.unless(head.bodyLength >= 0, "a negative length")
            try BrokenPromise.unless(head.request.headers["transfer-encoding"] == nil, "a body without a length")
            let values = head.request.query
            try BrokenPromise.unless(FormValues(parsing: values.text) == values, "values change when written")
        },
        FuzzTarget(
            name: "markup",
            seeds: ["<script>&\"'", "javascript:alert(1)", "https://example.org/\"><b>", "\u{202E}\u{0}"]
        ) { bytes throws(BrokenPromise) in
            let text = String(decoding: bytes, as: UTF8.self)
            let markup: HTML = "\(text)"
            try BrokenPromise.unless(
                !markup.source.utf8.contains { "<>\"'".utf8.contains($0) || $0 == 0 }, "markup in a text")
            let link = HTML.link(text, "x").source
            try BrokenPromise.unless(link == "x" || link.lowercased().hasPrefix("<a href=\"http"), "a link elsewhere")
        },
    ]
}
