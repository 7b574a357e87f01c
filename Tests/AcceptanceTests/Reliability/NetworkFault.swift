import AggSource
import AggTesting
import TestSupport

/// A fault in a response, and how a refresh that meets it ends.
struct NetworkFault: Sendable {
    /// How a refresh ends.
    enum Outcome: Hashable, Sendable {
        /// With all of the new rows.
        case updated
        /// With the old rows, and a reason that contains a text.
        case stale(String)
        /// With old rows, and the new ones that were whole.
        case partly
    }

    let name: String
    let outcome: Outcome
    /// The sources that end differently.
    let others: [String: Outcome]
    let network: String
    let answer: @Sendable (LoopbackRequest, LoopbackResponse) -> RawAnswer

    init(
        _ name: String, _ outcome: Outcome, _ others: [String: Outcome] = [:],
        network: String = Self.patient,
        _ answer: @escaping @Sendable (LoopbackRequest, LoopbackResponse) -> RawAnswer
    ) {
        self.name = name
        self.outcome = outcome
        self.others = others
        self.network = network
        self.answer = answer
    }

    /// Under a sanitizer, the server that sends 40,000 fields is this slow.
    private static let patient = """
        {connect_timeout: \(Sanitizer.isOn ? 60 : 5)s, idle_timeout: \(Sanitizer.isOn ? 60 : 5)s, \
        deadline: \(Sanitizer.isOn ? 90 : 10)s, max_wait: 100ms, max_body: 1MB}
        """

    static let all = slow + cut + lies + elsewhere + statuses + contents

    /// Limits that slow servers exceed.
    private static let brief =
        Sanitizer.isOn
        ? "{connect_timeout: 4s, idle_timeout: 4s, deadline: 8s, max_wait: 100ms}"
        : "{connect_timeout: 700ms, idle_timeout: 700ms, deadline: 1500ms, max_wait: 100ms}"

    private static let slow = [
        NetworkFault("delays", .updated) { _, good in [.pause(.milliseconds(200)), .head(of: good), .send(good.body)] },
        NetworkFault("delays beyond the limit", .stale("network.connect_timeout"), network: brief) { _, good in
            [.pause(.seconds(30)), .head(of: good), .send(good.body)]
        },
        NetworkFault("answers byte by byte", .updated) { _, good in
            [.head(of: good), .drip(good.body, every: .microseconds(100))]
        },
        NetworkFault("answers byte by byte, too slowly", .stale("network.deadline"), network: brief) { _, good in
            [.head(of: good), .drip(good.body, every: .milliseconds(50))]
        },
        NetworkFault("stalls in the body", .stale("network.idle_timeout"), network: brief) { _, good in
            [.head(of: good), .send(Array(good.body.prefix(40))), .hang]
        },
        NetworkFault("stalls in the head", .stale("network."), network: brief) { _, _ in
            [.text("HTTP/1.1 200 OK\r\nContent-Type"), .hang]
        },
    ]

    private static let cut = [
        NetworkFault("drops the connection", .stale("closed the connection without a response")) { _, _ in [] },
        NetworkFault("drops it in the body", .stale("the connection closed after 40 B")) { _, good in
            [.head(of: good), .send(Array(good.body.prefix(40)))]
        },
        NetworkFault("resets the connection", .stale("closed the connection without a response")) { _, _ in [.reset] },
        NetworkFault("resets it in the body", .stale("connection closed")) { _, good in
            [.head(of: good), .send(Array(good.body.prefix(40))), .pause(.milliseconds(20)), .reset]
        },
        NetworkFault("truncates the text", .stale("invalid data"), ["feed": .partly]) { _, good in
            RawAnswer(whole: LoopbackResponse(headers: good.headers, body: good.body.dropLast(60)))
        },
    ]

    private static let lies = [
        NetworkFault("claims to be longer", .stale("the connection closed after")) { _, good in
            [.head(of: good, length: good.body.count + 100), .send(good.body)]
        },
        NetworkFault("claims to be shorter", .stale("invalid data"), ["feed": .partly]) { _, good in
            [.head(of: good, length: good.body.count - 60), .send(good.body)]
        },
        NetworkFault("sends a length that is not a number", .stale("invalid data")) { _, good in
            [.text("HTTP/1.1 200 OK\r\nContent-Length: many\r\nConnection: close\r\n\r\n"), .send(good.body)]
        },
        NetworkFault("sends no length", .updated) { _, good in
            [.text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"), .send(good.body)]
        },
        NetworkFault("sends two lengths", .stale("invalid data")) { _, good in
            [.head(of: good, ["Content-Length: 10"]), .send(good.body)]
        },
        NetworkFault("repeats its answer", .updated) { _, good in
            [.head(of: good), .send(good.body), .head(of: good), .send(good.body)]
        },
        NetworkFault("repeats its text", .stale("invalid data"), ["feed": .updated]) { _, good in
            RawAnswer(whole: LoopbackResponse(headers: good.headers, body: good.body + good.body))
        },
        NetworkFault("sends 1,000 fields", .updated) { _, good in
            [
                .head(of: good, (1...1_000).map { "X-Field-\($0): \(String(repeating: "v", count: 40))" }),
                .send(good.body),
            ]
        },
        NetworkFault("sends a field of 1 MB", .stale("header fields are too large")) { _, good in
            [.head(of: good, ["X-Field: " + String(repeating: "v", count: 1 << 20)]), .send(good.body)]
        },
        NetworkFault("sends 40,000 fields", .stale("header fields are too large")) { _, good in
            [.head(of: good, (1...40_000).map { "X-Field-\($0): v" }), .send(good.body)]
        },
        NetworkFault("does not speak HTTP", .stale("it is not HTTP")) { _, _ in .text("SSH-2.0-OpenSSH\r\n\r\n") },
        NetworkFault("changes its tag with each answer", .updated) { _, good in
            [.head(of: good, ["ETag: \"\(UInt64.random(in: 0...UInt64.max))\""]), .send(good.body)]
        },
        NetworkFault("claims that nothing changed, unasked", .stale("HTTP 304")) { _, good in
            [.head(of: LoopbackResponse(status: 304))]
        },
    ]

    private static let elsewhere = [
        NetworkFault("redirects in circles", .stale("refused: redirect loop")) { request, _ in
            RawAnswer(whole: .redirect(to: request.path))
        },
        NetworkFault("redirects endlessly", .stale("refused")) { request, _ in
            RawAnswer(whole: .redirect(to: "/list?step=\((Int(request.query["step"] ?? "") ?? 0) + 1)"))
        },
        NetworkFault("redirects to a file", .stale("redirects to a URL with the scheme file")) { _, _ in
            RawAnswer(whole: .redirect(to: "file:///etc/passwd"))
        },
        NetworkFault("redirects to another scheme", .stale("redirects to a URL with the scheme ftp")) { _, _ in
            RawAnswer(whole: .redirect(to: "ftp://127.0.0.1/list"))
        },
        NetworkFault("redirects to another host", .updated) { request, good in
            guard let host = request.headers["Host"], host.hasPrefix("127.") else { return RawAnswer(whole: good) }
            return RawAnswer(whole: .redirect(to: "http://localhost\(host.drop { $0 != ":" })\(request.path)"))
        },
        NetworkFault("redirects to an unreachable host", .stale("cannot connect to 127.0.0.1:9")) { _, _ in
            RawAnswer(whole: .redirect(to: "http://127.0.0.1:9/list"))
        },
        NetworkFault("redirects nowhere", .stale("HTTP 302")) { _, _ in RawAnswer(whole: LoopbackResponse(status: 302))
        },
    ]

    private static let statuses =
        [500, 502, 503, 504, 418, 404].map { status in
            NetworkFault("answers \(status)", .stale("HTTP \(status)")) { _, _ in
                RawAnswer(whole: LoopbackResponse(status: status, "{}"))
            }
        } + [
            NetworkFault("answers 429", .stale("rate limited")) { _, _ in
                RawAnswer(whole: LoopbackResponse(status: 429, headers: ["Retry-After": "3600"], "{}"))
            },
            NetworkFault("answers 401", .stale("not authorized")) { _, _ in
                RawAnswer(whole: LoopbackResponse(status: 401, "{}"))
            },
        ]

    private static let contents = [
        NetworkFault("sends nothing", .stale("invalid data")) { _, good in
            RawAnswer(whole: LoopbackResponse(headers: good.headers, body: []))
        },
        NetworkFault("sends a page", .stale("invalid data")) { _, good in
            RawAnswer(whole: LoopbackResponse(headers: good.headers, "<html><body>Log in!</body></html>"))
        },
        NetworkFault(
            "sends an empty list", .stale("held back"),
            [
                "arcgis": .stale("invalid data"), "ckan": .stale("invalid data"), "feed": .stale(""),
                "github": .stale("invalid data"),
            ]
        ) { _, good in
            RawAnswer(whole: LoopbackResponse(headers: good.headers, "[]"))
        },
        NetworkFault("sends bytes that are not text", .stale("invalid data")) { _, good in
            RawAnswer(whole: LoopbackResponse(headers: good.headers, body: good.body.map { $0 ^ 0x80 }))
        },
        NetworkFault("sends endlessly", .stale("network.max_body")) { _, good in
            [.text("HTTP/1.1 200 OK\r\n\r\n"), .fill(count: 1 << 30)]
        },
    ]
}
