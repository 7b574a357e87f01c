public import Foundation
import Synchronization

/// A server on 127.0.0.1 that sends scripted bytes, valid HTTP or not: truncated, dripping, silent, reset.
///
/// Every connection gets one response and is then closed: the first connection gets the first response and so on, and
/// the last response is used for all further ones. Each connection has a thread, so that one that hangs does not block
/// others.
public final class RawLoopbackServer: Sendable {
    private let server: SocketServer
    private let log: Log<String>

    /// Starts a server with responses for its connections.
    ///
    /// - Throws: `LoopbackError` if no port is available.
    public static func start(_ answers: RawAnswer...) throws -> RawLoopbackServer {
        let log = Log<String>()
        let server = try SocketServer { connection, number, server in
            guard let head = server.readHead(connection) else { return }
            log.append(head)
            guard !answers.isEmpty else { return }
            for step in answers[min(number, answers.count - 1)].steps {
                guard server.perform(step, connection) else { return }
            }
            connection.finish()
        }
        return RawLoopbackServer(server: server, log: log)
    }

    /// Starts a server with a response for each request, one per connection.
    ///
    /// A connection without a request that a loopback server can parse is closed without a response.
    ///
    /// - Throws: `LoopbackError` if no port is available.
    public static func start(
        _ handler: @escaping @Sendable (LoopbackRequest) -> RawAnswer
    ) throws -> RawLoopbackServer {
        let log = Log<String>()
        let server = try SocketServer { connection, _, server in
            guard let head = server.readHead(connection), let request = LoopbackRequest(head: head) else { return }
            log.append(head)
            for step in handler(request).steps {
                guard server.perform(step, connection) else { return }
            }
            connection.finish()
        }
        return RawLoopbackServer(server: server, log: log)
    }

    private init(server: SocketServer, log: Log<String>) {
        self.server = server
        self.log = log
    }

    /// The URL of a path on this server.
    public func url(_ path: String = "/", scheme: String = "http") -> URL {
        URL.loopback(scheme: scheme, port: server.port, path: path)
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// The heads of the requests received so far, in order.
    public var requests: [String] { log.all }

    /// The number of open connections.
    public var connections: Int { server.connections }

    /// The maximum number of simultaneous connections so far.
    public var mostConnections: Int { server.mostConnections }

    /// Refuses further connections and closes the open ones.
    public func stop() { server.stop() }
}

extension SocketServer {
    /// Performs one step; false at the end of the connection.
    fileprivate func perform(_ step: RawAnswer.Step, _ connection: RawSocket) -> Bool {
        switch step {
        case .send(let bytes):
            return connection.send(bytes)
        case .fill(let count):
            let piece = [UInt8](repeating: 0, count: 65_536)
            var left = count
            while left > 0 {
                guard connection.send(Array(piece.prefix(left))) else { return false }
                left -= min(left, piece.count)
            }
            return true
        case .drip(let bytes, let interval):
            for byte in bytes {
                guard connection.send([byte]), wait(interval, connection) else { return false }
            }
            return true
        case .pause(let span):
            return wait(span, connection)
        case .hang:
            return wait(.seconds(3_600), connection)
        case .reset:
            connection.reset()
            return false
        }
    }
}

/// What a raw server does with a connection after reading the head of a request.
public struct RawAnswer: Sendable, ExpressibleByArrayLiteral {
    /// A single action.
    public enum Step: Sendable {
        /// Sends bytes; a client that does not read ends the response.
        case send([UInt8])
        /// Sends zeros in pieces until this many bytes have been sent, without using much memory.
        case fill(count: Int)
        /// Sends one byte at a time, at this interval.
        case drip([UInt8], every: Duration)
        /// Waits.
        case pause(Duration)
        /// Sends nothing until the client or the server disconnects.
        case hang
        /// Ends the connection with a TCP reset instead of closing it.
        case reset
    }

    /// The steps in order; after the last one, the connection is closed.
    public let steps: [Step]

    /// Creates a response from steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Creates a response from steps.
    public init(arrayLiteral elements: Step...) {
        steps = elements
    }

    /// A response with these exact bytes.
    public static func bytes(_ bytes: [UInt8]) -> RawAnswer { [.send(bytes)] }

    /// A response with this exact text; line endings must be written as `\r\n`.
    public static func text(_ text: String) -> RawAnswer { [.send(Array(text.utf8))] }
}

extension RawAnswer.Step {
    /// Sends this exact text.
    public static func text(_ text: String) -> RawAnswer.Step { .send(Array(text.utf8)) }

    /// Sends the head of a response: the status line, the given fields, and the blank line.
    public static func head(_ status: Int = 200, _ fields: String...) -> RawAnswer.Step {
        .text((["HTTP/1.1 \(status) Status"] + fields).map { $0 + "\r\n" }.joined() + "\r\n")
    }
}
