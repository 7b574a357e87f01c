import AggSearch
import AggSource
import AggStorage
import CPQ
import Dispatch
import Foundation
import Glibc
import Synchronization

/// An open connection to a server, closed when it is released; used by one task at a time.
final class Link: Sendable {
    /// The memory address of libpq's object.
    private let address: UInt
    /// The options that it was opened with.
    let options: [(String, String)]
    /// Whether a transaction is being ended whose result nobody has read.
    private let isEnding = Mutex(false)
    /// The requests to stop a statement that are on their way.
    private let cancellations = DispatchGroup()
    /// The statements prepared on this connection, and how often others were used.
    let statements = Mutex(Statements())

    /// The statements used on a connection.
    struct Statements {
        var prepared: Set<String> = []
        var uses: [String: Int] = [:]
        /// Whether the server forgets prepared statements, as with a pooler that shares connections.
        var forgets = false
    }

    private init(_ address: UInt, _ options: [(String, String)]) {
        self.address = address
        self.options = options
    }

    deinit {
        PQfinish(pointer)
    }

    var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// Reads what the server sent in the meantime, and returns whether the connection can still be used.
    ///
    /// Detects a server that went away, and waits up to a second for the end of a transaction.
    func checkIsAlive() -> Bool {
        var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
        let isEnding = isEnding.withLock { $0 }
        var patience: Int32 = isEnding ? 1_000 : 0
        // A server that shuts down sends a message before it closes the connection.
        while descriptor.fd >= 0, poll(&descriptor, 1, patience) > 0 {
            guard PQconsumeInput(pointer) != 0 else { return false }
            patience = 0
        }
        if isEnding {
            while PQisBusy(pointer) == 0, let result = PQgetResult(pointer) { PQclear(result) }
            self.isEnding.withLock { $0 = false }
        }
        return PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
    }

    /// Returns whether the connection can be kept: it is idle, or its transaction is being ended.
    func checkIsReusable() -> Bool {
        let isUsable = isEnding.withLock { $0 } ? PQstatus(pointer) == CONNECTION_OK : checkIsAlive()
        return isUsable && waitForCancellations()
    }

    /// Ends a transaction that only read, without waiting for the result.
    func endReading() {
        guard PQsendQuery(pointer, "COMMIT") == 1 else { return }
        PQflush(pointer)
        isEnding.withLock { $0 = true }
    }

    /// The one of several hosts that it is connected to, as options.
    var host: [(String, String)] {
        guard !options.contains(where: { $0.0 == "dbname" && $0.1.contains("hostaddr") }),
            let host = PQhost(pointer).map({ String(cString: $0) }), !host.isEmpty,
            let port = PQport(pointer).map({ String(cString: $0) }), !port.isEmpty
        else { return [] }
        return [("host", host), ("port", port)]
    }

    /// The process id of the server's backend.
    var backend: Int32 { PQbackendPID(pointer) }

    /// Whether a transaction is open, failed or not.
    var isInTransaction: Bool {
        PQstatus(pointer) == CONNECTION_OK
            && [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(pointer))
    }

    /// Connects to the server, or to some of its hosts.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled while waiting.
    static func open(
        _ server: ServerAddress, _ attributes: String?, to hosts: [ServerAddress.Host] = []
    ) async throws(StoreError) -> Link {
        let options =
            options(of: server) + (attributes.map { [("target_session_attrs", $0)] } ?? [])
            + ServerAddress.Host.options(of: hosts)
        // The timeout for each host, plus some time for name lookups.
        let count = hosts.isEmpty ? server.hosts.count : hosts.count
        let patience = server.connectTimeout * max(1, count) + 3
        let link = await onThread(atMost: .seconds(patience)) { connected(options) }
        if Task.isCancelled { throw .cancelled }
        guard let link else {
            throw ServerFault(state: "", message: "no response in \(patience) s").storeError(server.name)
        }
        guard PQstatus(link.pointer) == CONNECTION_OK else {
            let message = line(PQerrorMessage(link.pointer))
            throw ServerFault(state: "", message: message, sslmode: server.sslmode).storeError(server.name)
        }
        cpq_silence(link.pointer)
        PQsetnonblocking(link.pointer, 1)
        return link
    }

    /// Returns the options of every connection: text is exchanged in UTF-8, whatever the URL, the environment, or the role
    /// says.
    static func options(of server: ServerAddress) -> [(String, String)] {
        server.defaults + [("dbname", server.url), ("client_encoding", "UTF8")]
    }

    /// Does work on a thread of its own, since a name lookup can't be interrupted.
    ///
    /// - Returns: Nil if it takes too long, or if the task is canceled in the meantime.
    static func onThread<Value: Sendable>(
        atMost patience: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        let waiting = Waiting<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.begin(continuation)
                let thread = Thread { waiting.end(with: work()) }
                thread.stackSize = 1 << 20
                thread.start()
                DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1)) {
                    waiting.end(with: nil)
                }
            }
        } onCancel: {
            waiting.end(with: nil)
        }
    }

    private static func connected(_ options: [(String, String)]) -> Link {
        let pointer = withPointers(to: options) { PQconnectdbParams($0, $1, 1) }
        return Link(UInt(bitPattern: pointer), options)
    }

    /// Calls `body` with options as libpq takes them: a list of names, and one of values.
    static func withPointers<Value>(
        to options: [(String, String)],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        let names = options.map { strdup($0.0) } + [nil]
        let values = options.map { strdup($0.1) } + [nil]
        defer { (names + values).forEach { free($0) } }
        return names.withUnsafeBufferPointer { names in
            values.withUnsafeBufferPointer { values in
                names.withMemoryRebound(to: UnsafePointer<CChar>?.self) { names in
                    values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
                        body(names.baseAddress, values.baseAddress)
                    }
                }
            }
        }
    }

    /// Returns a message of libpq as one line, without its hints.
    static func line(_ message: UnsafePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }

    /// Asks the server to stop the running statement, without waiting until it does.
    func cancel() {
        guard let request = PQgetCancel(pointer).map({ UInt(bitPattern: $0) }) else { return }
        cancellations.enter()
        Thread.detachNewThread { [cancellations] in
            var error = [CChar](repeating: 0, count: 256)
            _ = PQcancel(OpaquePointer(bitPattern: request), &error, 256)
            PQfreeCancel(OpaquePointer(bitPattern: request))
            cancellations.leave()
        }
    }

    /// Waits until no request to stop a statement is on its way, since it would stop the next statement instead.
    ///
    /// - Returns: False if one still is after some seconds; the connection must not be used again.
    @discardableResult
    func waitForCancellations() -> Bool { cancellations.wait(timeout: .now() + 3) == .success }

    /// A wait for a value, ended by whichever comes first: the value, a cancellation, or a timeout.
    private final class Waiting<Value: Sendable>: Sendable {
        private struct State {
            var continuation: CheckedContinuation<Value?, Never>?
            var isOver = false
        }

        private let state = Mutex(State())

        func begin(_ continuation: CheckedContinuation<Value?, Never>) {
            let isOver = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return state.isOver
            }
            if isOver { continuation.resume(returning: nil) }
        }

        func end(with value: Value?) {
            let continuation = state.withLock { state in
                state.isOver = true
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: value)
        }
    }
}
