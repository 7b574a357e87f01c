import Foundation
import Synchronization

/// The basis of both loopback servers: accepts connections on 127.0.0.1 and gives each one a thread.
final class SocketServer: Sendable {
    /// Serves a connection, numbered from 0; it is closed afterward.
    typealias Service = @Sendable (_ connection: RawSocket, _ number: Int, _ server: SocketServer) -> Void

    private struct State {
        var taken = 0
        var open: [Int: RawSocket] = [:]
        var mostOpen = 0
        var isStopped = false
    }

    /// Longer than any test; `stop` ends all waits.
    private let forever = Duration.seconds(86_400)
    let port: UInt16
    private let listener: RawSocket
    private let state = Mutex(State())

    /// Starts a server.
    ///
    /// - Throws: `LoopbackError` if no port is available.
    init(onEveryAddress: Bool = false, _ service: @escaping Service) throws(LoopbackError) {
        listener = try RawSocket.listening(onEveryAddress: onEveryAddress)
        port = listener.port
        Thread.detachNewThread { [self] in
            while !isStopped { take(service) }
            listener.close()
        }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }
    var connections: Int { state.withLock { $0.open.count } }
    var connectionsTaken: Int { state.withLock { $0.taken } }
    var mostConnections: Int { state.withLock { $0.mostOpen } }

    /// Refuses further connections and ends the open ones.
    func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            listener.end()
            for connection in state.open.values { connection.end() }
        }
    }

    private func take(_ service: @escaping Service) {
        guard listener.isReadable(within: forever), let connection = listener.accept() else { return }
        let number = state.withLock { state in
            let number = state.taken
            state.taken += 1
            state.open[number] = connection
            state.mostOpen = max(state.mostOpen, state.open.count)
            if state.isStopped { connection.end() }
            return number
        }
        Thread.detachNewThread { [self] in
            service(connection, number, self)
            state.withLock { state in
                state.open[number] = nil
                connection.close()
            }
        }
    }

    /// Reads the head of a request including the blank line; nil if the client or the server has disconnected.
    ///
    /// Input that does not start like a GET, HEAD, or POST request (such as a TLS greeting) is returned at once.
    func readHead(_ connection: RawSocket) -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard connection.isReadable(within: forever), let byte = connection.readByte() else { return nil }
            head.append(byte)
            if head.count == 1, !"GHP".utf8.contains(byte) { break }
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Reads a body of a number of bytes; nil if the client disconnects before its end.
    func readBody(_ connection: RawSocket, count: Int) -> [UInt8]? {
        var body: [UInt8] = []
        while body.count < count {
            guard connection.isReadable(within: forever), let byte = connection.readByte() else { return nil }
            body.append(byte)
        }
        return body
    }

    /// Waits; false if the client or the server disconnects first.
    func wait(_ span: Duration, _ connection: RawSocket) -> Bool {
        let end = ContinuousClock.now + span
        while ContinuousClock.now < end {
            if connection.isReadable(within: end - .now), connection.readByte() == nil { return false }
        }
        return true
    }
}

/// Answers by key, given in order; the last one is repeated.
final class AnswerScript<Answer: Sendable>: Sendable {
    private let answers: [String: [Answer]]
    private let given = Mutex<[String: Int]>([:])

    init(_ answers: [String: [Answer]]) {
        self.answers = answers
    }

    /// The next answer for a key, or nil if there are none.
    func next(for key: String) -> Answer? {
        guard let list = answers[key], !list.isEmpty else { return nil }
        let index = given.withLock { given in
            given[key, default: 0] += 1
            return (given[key] ?? 1) - 1
        }
        return list[min(index, list.count - 1)]
    }

    /// The keys that were never requested, in order.
    var neverAsked: [String] {
        let asked = given.withLock { Set($0.keys) }
        return answers.keys.filter { !asked.contains($0) }.sorted()
    }
}

/// Entries collected in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])

    var all: [Entry] { entries.withLock { $0 } }

    func append(_ entry: Entry) {
        entries.withLock { $0.append(entry) }
    }
}
