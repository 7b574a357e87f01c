import AggTesting
import Foundation
import TestSupport
import Testing

/// A server fault and the error message for it.
struct RemoteFault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What the server does with every connection.
    let answer: RawAnswer
    /// Text that the message on standard error contains.
    let says: String
    /// The network limits for the test.
    var network = Agg.network

    private init(_ name: String, _ answer: RawAnswer, says: String, network: String = Agg.network) {
        testDescription = name
        self.answer = answer
        self.says = says
        self.network = network
    }

    /// A complete response that claims to be JSON.
    private init(_ name: String, status: Int = 200, json: [UInt8], says: String) {
        self.init(
            name,
            [
                .head(status, "Content-Type: application/json", "Content-Length: \(json.count)", "Connection: close"),
                .send(json),
            ], says: says)
    }

    private init(_ name: String, status: Int = 200, json: String, says: String) {
        self.init(name, status: status, json: Array(json.utf8), says: says)
    }

    static let all = connections + bodies + redirects + statuses + contents

    private static let connections = [
        RemoteFault(
            "never answers", [.hang], says: "did not respond within 500 ms; see network.connect_timeout",
            network: "{connect_timeout: 500ms}"),
        RemoteFault(
            "falls silent", [.head(200, "Content-Length: 1000"), .text("[{"), .hang],
            says: "sent nothing for 500 ms (2 B received); see network.idle_timeout", network: "{idle_timeout: 500ms}"),
        RemoteFault(
            "drips",
            [
                .head(200, "Content-Length: 1000"),
                .drip([UInt8](repeating: 32, count: 1_000), every: .milliseconds(50)),
            ],
            says: "network.deadline", network: "{deadline: 1s}"),
        RemoteFault(
            "closes in the middle", [.head(200, "Content-Length: 1000"), .text("[{\"name\": \"Lon")],
            says: "the connection closed after 14 B"),
        RemoteFault("closes at once", [], says: "closed the connection without a response"),
        RemoteFault("resets at once", [.reset], says: "closed the connection without a response"),
        RemoteFault("speaks no HTTP", .text("SSH-2.0-OpenSSH\r\n\r\n"), says: "it is not HTTP"),
    ]

    private static let bomb = Gzip.bomb(count: 4 << 20)
    private static let bodies = [
        RemoteFault(
            "inflates past the limit",
            [.head(200, "Content-Encoding: gzip", "Content-Length: \(bomb.count)"), .send(bomb), .hang],
            says: "larger than the limit of 1 MB (network.max_body)"),
        RemoteFault(
            "announces more than the limit", [.head(200, "Content-Length: 2000000"), .fill(count: 2_000_000)],
            says: "larger than the limit of 1 MB (network.max_body)"),
        RemoteFault(
            "sends more than the limit", [.head(200), .fill(count: 1 << 40)],
            says: "larger than the limit of 1 MB (network.max_body)"),
    ]

    private static let redirects = [
        RemoteFault(
            "redirects in a circle", [.head(302, "Location: /cities.json", "Content-Length: 0")],
            says: "refused: redirect loop"),
        RemoteFault(
            "redirects to a file", [.head(302, "Location: file:///etc/passwd", "Content-Length: 0")],
            says: "redirects to a URL with the scheme file"),
    ]

    private static let statuses = [
        RemoteFault("has no such page", status: 404, json: "{}", says: "HTTP 404"),
        RemoteFault("fails", status: 500, json: "{}", says: "HTTP 500"),
        RemoteFault("is down for a while", status: 503, json: "{}", says: "HTTP 503"),
    ]

    private static let contents = [
        RemoteFault(
            "sends bytes that are not UTF-8",
            json: Array(#"[{"_id":1,"country":"GB","name":"Z"#.utf8) + [0xFC]
                + Array(#"rich","coord":{"lon":1,"lat":1}}]"#.utf8), says: "a string is not valid UTF-8"),
        RemoteFault("sends a page labeled JSON", json: "<html><body>soon</body></html>", says: "invalid data"),
        RemoteFault("sends half of the text", json: String(CityList.sample.prefix(300)), says: "invalid data"),
        RemoteFault("sends nothing", json: "", says: "invalid data"),
        RemoteFault(
            "sends another shape", json: #"{"error": {"code": "maintenance", "until": "noon"}}"#, says: "invalid data"),
        RemoteFault("sends a list without cities", json: "[1, {}, []]", says: "invalid data in every item: 3 skipped"),
    ]
}
