public import Foundation
import Synchronization

/// A server on 127.0.0.1 that sends the bytes of a script, whatever HTTP says: cut off, dripping, silent, reset.
///
/// Every connection gets one answer and is then closed: the first connection the first answer and so on, the last
/// answer for all that follow. A thread serves each connection, so that one that hangs holds up no other.
public final class RawLoopbackServer: Sendable {
    private let server: SocketServer
    private let log: Log<String>

    /// Starts a server with the answers for its connections.
    ///
    /// - Throws: `LoopbackError` when no port is to be had.
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

    /// Starts a server with an answer for each request, of which every connection carries one.
    ///
    /// What is no request that a loopback server reads is closed without an answer.
    ///
    /// - Throws: `LoopbackError` when no port is to be had.
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

    /// The address of a path on this server.
    public func url(_ path: String = "/", scheme: String = "http") -> URL {
        URL.loopback(scheme: scheme, port: server.port, path: path)
    }

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// The heads of the requests received so far, in order.
    public var requests: [String] { log.all }

    /// How many connections are open now.
    public var connections: Int { server.connections }

    /// How many connections were open at most at the same time.
    public var mostConnections: Int { server.mostConnections }

    /// Refuses connections from now on and closes the open ones.
    public func stop() { server.stop() }
}

extension SocketServer {
    /// Does one step; false when the connection is at its end.
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

/// What a raw server does with one connection after it has read the head of a request.
public struct RawAnswer: Sendable, ExpressibleByArrayLiteral {
    /// One thing to do.
    public enum Step: Sendable {
        /// Sends bytes; a client that does not read ends the answer.
        case send([UInt8])
        /// Sends a piece of zeros again and again until so many bytes are out; memory stays small.
        case fill(count: Int)
        /// Sends one byte at a time, so long apart.
        case drip([UInt8], every: Duration)
        /// Waits.
        case pause(Duration)
        /// Sends nothing until the client or the server goes away.
        case hang
        /// Breaks the connection with a TCP reset instead of closing it.
        case reset
    }

    /// The steps in order; after the last one the connection is closed.
    public let steps: [Step]

    /// Makes an answer of steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Makes an answer of steps.
    public init(arrayLiteral elements: Step...) {
        steps = elements
    }

    /// An answer of bytes as they are.
    public static func bytes(_ bytes: [UInt8]) -> RawAnswer { [.send(bytes)] }

    /// An answer of text as it is; line ends are written `\r\n`.
    public static func text(_ text: String) -> RawAnswer { [.send(Array(text.utf8))] }
}

extension RawAnswer.Step {
    /// Sends text as it is.
    public static func text(_ text: String) -> RawAnswer.Step { .send(Array(text.utf8)) }

    /// Sends the head of an answer: the status line, the fields given and the blank line.
    public static func head(_ status: Int = 200, _ fields: String...) -> RawAnswer.Step {
        .text((["HTTP/1.1 \(status) Status"] + fields).map { $0 + "\r\n" }.joined() + "\r\n")
    }
}
