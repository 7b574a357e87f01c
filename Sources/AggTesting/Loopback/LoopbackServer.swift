public import AggSource
public import Foundation

/// A well-behaved HTTP server on 127.0.0.1 for tests, on a port of its own, that remembers every request.
///
/// ```swift
/// let server = try await LoopbackServer.start { request in
///     request.path == "/cities.json" ? .json("[]") : LoopbackResponse(status: 404)
/// }
/// // … ask server.url("/cities.json") …
/// await server.stop()
/// ```
///
/// It keeps connections open between requests, as web servers do, and goes on until it is stopped or the process ends. For answers that
/// break the rules of HTTP there is `RawLoopbackServer`.
public final class LoopbackServer: Sendable {
    /// What answers a request, on a thread of the connection's own: it may block, and no busy test keeps it waiting.
    public typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    private let server: SocketServer
    private let log: Log<LoopbackRequest>

    /// Starts a server that answers with a function.
    ///
    /// With `onEveryAddress`, it listens at every loopback address, 127.0.0.1 to 127.255.255.254, so that one server is as many
    /// hosts as a test needs; see ``url(_:at:)``.
    ///
    /// - Throws: `LoopbackError` when no port is to be had.
    public static func start(
        onEveryAddress: Bool = false, _ handler: @escaping Handler
    ) async throws -> LoopbackServer {
        let log = Log<LoopbackRequest>()
        let server = try SocketServer(onEveryAddress: onEveryAddress) { connection, _, server in
            while let head = server.readHead(connection), let request = LoopbackRequest(head: head) {
                log.append(request)
                guard connection.send(handler(request).bytes(withBody: !request.asksForHeadOnly)) else { return }
            }
        }
        return LoopbackServer(server: server, log: log)
    }

    /// Starts a server with answers by path: they are given in order, and the last one stays; other paths answer 404.
    ///
    /// `["/a": [LoopbackResponse(status: 503), .json("[]")]]` fails once and then answers.
    ///
    /// - Throws: `LoopbackError` when no port is to be had.
    public static func start(answers: [String: [LoopbackResponse]]) async throws -> LoopbackServer {
        let script = AnswerScript(answers)
        return try await start { script.next(for: $0.path) ?? LoopbackResponse(status: 404) }
    }

    private init(server: SocketServer, log: Log<LoopbackRequest>) {
        self.server = server
        self.log = log
    }

    /// The address of a path on this server, which may hold a query.
    public func url(_ path: String) -> URL { URL.loopback(port: server.port, path: path) }

    /// The address of a path on this server at another loopback address, such as `127.0.2.1`.
    public func url(_ path: String, at address: String) -> URL {
        URL.loopback(port: server.port, path: path, address: address)
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// The requests received so far, in order.
    public var requests: [LoopbackRequest] {
        get async { log.all }
    }

    /// How many connections were open at most at the same time.
    public var mostConnections: Int { server.mostConnections }

    /// How many connections have been made in all.
    public var connectionsTaken: Int { server.connectionsTaken }

    /// Refuses connections from now on and closes the open ones.
    public func stop() async { server.stop() }
}

/// A request as a loopback server received it.
public struct LoopbackRequest: Hashable, Sendable {
    /// The path, percent-decoded, as `/resource/4ijn-s7e5.json`.
    public let path: String
    /// The items of the query, percent-decoded; of two equal names the last one wins.
    public let query: [String: String]
    /// The header fields.
    public let headers: HTTPHeaders
    /// Whether only the head of the answer is wanted (HEAD).
    public private(set) var asksForHeadOnly = false

    /// Makes a request.
    public init(path: String, query: [String: String] = [:], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// Reads the head of a GET or HEAD request; nil if malformed.
    init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3, ["GET", "HEAD"].contains(words[0]), let parts = URLComponents(string: String(words[1]))
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

/// What a loopback server answers.
public struct LoopbackResponse: Hashable, Sendable {
    /// The status.
    public var status: Int
    /// The header fields; `Content-Length` is added.
    public var headers: HTTPHeaders
    /// The content.
    public var body: [UInt8]

    /// Makes an answer of bytes.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes an answer of text.
    public init(status: Int = 200, headers: HTTPHeaders = [:], _ text: String) {
        self.init(status: status, headers: headers, body: Array(text.utf8))
    }

    /// An answer of JSON text.
    public static func json(_ text: String, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return LoopbackResponse(headers: headers, text)
    }

    /// An answer that sends the client elsewhere.
    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location])
    }
}

extension LoopbackResponse {
    /// The answer as it goes over the wire, with its content or its head alone.
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
    /// The reason, a sentence.
    public let description: String
}

extension URL {
    /// The address of a path on 127.0.0.1.
    static func loopback(scheme: String = "http", port: UInt16, path: String, address: String = "127.0.0.1") -> URL {
        URL(string: "\(scheme)://\(address):\(port)\(path)") ?? URL(filePath: "/dev/null")
    }
}
