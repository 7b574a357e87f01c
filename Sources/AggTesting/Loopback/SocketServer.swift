import Foundation
import Synchronization

/// What both loopback servers stand on: it takes connections on 127.0.0.1 and gives each one a thread.
final class SocketServer: Sendable {
    /// Serves a connection, the first one being number 0; it is closed afterwards.
    typealias Service = @Sendable (_ connection: RawSocket, _ number: Int, _ server: SocketServer) -> Void

    private struct State {
        var taken = 0
        var open = 0
        var mostOpen = 0
        var isStopped = false
    }

    let port: UInt16
    private let listener: RawSocket
    private let state = Mutex(State())

    /// Starts a server.
    ///
    /// - Throws: `LoopbackError` when no port is to be had.
    init(_ service: @escaping Service) throws(LoopbackError) {
        listener = try RawSocket.listening()
        port = listener.port
        Thread.detachNewThread { [self] in
            while !isStopped { take(service) }
            listener.close()
        }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }
    var connections: Int { state.withLock { $0.open } }
    var mostConnections: Int { state.withLock { $0.mostOpen } }

    /// Refuses connections from now on; the open ones are closed within some 20 ms.
    func stop() {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            listener.end()
        }
    }

    private func take(_ service: @escaping Service) {
        guard listener.isReadable(within: .milliseconds(20)), let connection = listener.accept() else { return }
        let number = state.withLock { state in
            state.taken += 1
            state.open += 1
            state.mostOpen = max(state.mostOpen, state.open)
            return state.taken - 1
        }
        Thread.detachNewThread { [self] in
            service(connection, number, self)
            connection.close()
            state.withLock { $0.open -= 1 }
        }
    }

    /// Reads the head of a request, the blank line included; nil when the client or the server has gone away.
    ///
    /// What does not begin as a GET (the greeting of a secure connection) is given back at once.
    func readHead(_ connection: RawSocket) -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            if isStopped { return nil }
            guard connection.isReadable(within: .milliseconds(20)) else { continue }
            guard let byte = connection.readByte() else { return nil }
            head.append(byte)
            if head.count == 1, byte != UInt8(ascii: "G") { break }
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Waits; false when the client or the server has gone away meanwhile.
    func wait(_ span: Duration, _ connection: RawSocket) -> Bool {
        let end = ContinuousClock.now + span
        while ContinuousClock.now < end {
            if isStopped { return false }
            let slice = min(.milliseconds(20), end - .now)
            if connection.isReadable(within: slice), connection.readByte() == nil { return false }
        }
        return true
    }
}
