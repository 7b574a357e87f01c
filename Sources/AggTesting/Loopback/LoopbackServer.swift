public import AggSource
public import Foundation

/// A well-behaved HTTP server on 127.0.0.1 for tests, with its own port, that remembers every request.
///
/// ```swift
/// let server = try await LoopbackServer.start { request in
///     request.path == "/cities.json" ? .json("[]") : LoopbackResponse(status: 404)
/// }
/// // … ask server.url("/cities.json") …
/// await server.stop()
/// ```
///
/// Like web servers it keeps connections open between requests; it runs until it is stopped or the process ends. For
/// responses that violate HTTP, use `RawLoopbackServer`.
public final class LoopbackServer: Sendable {
    /// Answers a request, on the connection's own thread: it may block, and busy tests don't delay it.
    public typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    private let server: SocketServer
    private let log: Log<LoopbackRequest>

    /// Starts a server that responds using a function.
    ///
    /// With `onEveryAddress` it listens on every loopback address, 127.0.0.1 to 127.255.255.254, so that one server can
    /// act as many hosts; see ``url(_:at:)``.
    ///
    /// - Throws: `LoopbackError` if no port is available.
    public static func start(
        onEveryAddress: Bool = false, _ handler: @escaping Handler
    ) async throws -> LoopbackServer {
        let log = Log<LoopbackRequest>()
        let server = try SocketServer(onEveryAddress: onEveryAddress) { connection, _, server in
            while let head = server.readHead(connection), var request = LoopbackRequest(head: head) {
                let length = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
                guard let body = server.readBody(connection, count: length) else { return }
                request.body = body
                log.append(request)
                guard connection.send(handler(request).bytes(withBody: !request.asksForHeadOnly)) else { return }
            }
        }
        return LoopbackServer(server: server, log: log)
    }

    /// Starts a server with responses by path: they are used in order, and the last one is repeated; other paths get
    /// 404.
    ///
    /// `["/a": [LoopbackResponse(status: 503), .json("[]")]]` fails once and then succeeds.
    ///
    /// - Throws: `LoopbackError` if no port is available.
    public static func start(answers: [String: [LoopbackResponse]]) async throws -> LoopbackServer {
        let script = AnswerScript(answers)
        return try await start { script.next(for: $0.path) ?? LoopbackResponse(status: 404) }
    }

    private init(server: SocketServer, log: Log<LoopbackRequest>) {
        self.server = server
        self.log = log
    }

    /// The URL of a path on this server, which may include a query.
    public func url(_ path: String) -> URL { URL.loopback(port: server.port, path: path) }

    /// The URL of a path on this server at another loopback address, such as `127.0.2.1`.
    public func url(_ path: String, at address: String) -> URL {
        URL.loopback(port: server.port, path: path, address: address)
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// The requests received so far, in order.
    public var requests: [LoopbackRequest] {
        get async { log.all }
    }

    /// The maximum number of simultaneous connections so far.
    public var mostConnections: Int { server.mostConnections }

    /// The total number of connections so far.
    public var connectionsTaken: Int { server.connectionsTaken }

    /// Refuses further connections and closes the open ones.
    public func stop() async { server.stop() }
}

/// A request received by a loopback server.
public struct LoopbackRequest: Hashable, Sendable {
    /// The percent-decoded path, such as `/resource/4ijn-s7e5.json`.
    public let path: String
    /// The percent-decoded items of the query; if a name is repeated, the last value wins.
    public let query: [String: String]
    /// The header fields.
    public let headers: HTTPHeaders
    /// Whether it is a HEAD request.
    public private(set) var asksForHeadOnly = false
    /// The content; empty unless it is a POST request.
    public fileprivate(set) var body: [UInt8] = []

    /// Creates a request.
    public init(path: String, query: [String: String] = [:], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// Parses the head of a GET, HEAD, or POST request; nil if malformed.
    init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3, ["GET", "HEAD", "POST"].contains(words[0]),
            let parts = URLComponents(string: String(words[1]))
        else {
            return nil
        }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let items = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        self.init(path: parts.path, query: Dictionary(items) { $1 }, headers: HTTPHeaders(fields))
        asksForHeadOnly = words[0] == "HEAD"
    }
}

/// A response of a loopback server.
public struct LoopbackResponse: Hashable, Sendable {
    /// The status.
    public var status: Int
    /// The header fields; `Content-Length` is added.
    public var headers: HTTPHeaders
    /// The content.
    public var body: [UInt8]

    /// Creates a response with bytes.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with text.
    public init(status: Int = 200, headers: HTTPHeaders = [:], _ text: String) {
        self.init(status: status, headers: headers, body: Array(text.utf8))
    }

    /// A response with JSON text.
    public static func json(_ text: String, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return LoopbackResponse(headers: headers, text)
    }

    /// A response that redirects the client.
    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location])
    }
}

extension LoopbackResponse {
    /// The response as sent, with or without its content.
    func bytes(withBody: Bool) -> [UInt8] {
        let head =
            ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)"]
            + headers.all.map { "\($0.name): \($0.value)" }
        // A 304 has no content, whatever its fields say (RFC 9110, section 15.4.5).
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (status == 304 || !withBody ? [] : body)
    }
}

/// Why a loopback server could not be started.
public struct LoopbackError: Error, Hashable, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String
}

extension URL {
    /// The URL of a path on 127.0.0.1.
    static func loopback(scheme: String = "http", port: UInt16, path: String, address: String = "127.0.0.1") -> URL {
        URL(string: "\(scheme)://\(address):\(port)\(path)") ?? URL(filePath: "/dev/null")
    }
}
