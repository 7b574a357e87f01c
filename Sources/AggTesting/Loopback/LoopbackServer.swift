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
