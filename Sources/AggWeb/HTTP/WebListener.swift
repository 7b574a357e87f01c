import FlyingSocks
import Foundation
import Glibc

/// Accepts connections on an address, within the limits, until its task is canceled.
///
/// It uses the sockets of FlyingFox but not its server, which doesn't limit the length of a header, the time for it to
/// arrive, or the number of connections, and which stops if a connection can't be accepted.
struct WebListener: Sendable {
    private let socket: Socket
    private let limits: ServerLimits
    /// The port it listens on.
    let port: UInt16
    /// The open connections.
    let open: OpenConnections

    /// Whether a text is an IPv4 or IPv6 address.
    static func isAddress(_ text: String) -> Bool {
        (try? sockaddr_in.inet(ip4: text, port: 0)) != nil || (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil
    }

    /// Starts listening on an IPv4 or IPv6 address.
    ///
    /// - Throws: The system's error.
    init(address: String, port: UInt16, limits: ServerLimits) throws {
        let socket: Socket
        if address.contains(":") {
            socket = try Socket(domain: AF_INET6)
            try socket.setValue(true, for: .localAddressReuse)
            try socket.bind(to: sockaddr_in6.inet6(ip6: address, port: port))
        } else {
            socket = try Socket(domain: AF_INET)
            try socket.setValue(true, for: .localAddressReuse)
            try socket.bind(to: sockaddr_in.inet(ip4: address, port: port))
        }
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        try socket.listen()
        self.socket = socket
        self.limits = limits
        open = OpenConnections(most: limits.connections)
        switch try socket.sockname() {
        case .ip4(_, let port), .ip6(_, let port): self.port = port
        case .unix: self.port = port
        }
    }

    /// Handles connections until the task is canceled.
    ///
    /// - Throws: The system's error, if no more connections can be accepted.
    func run(_ answer: @escaping @Sendable (WebRequest) async -> WebResponse) async throws {
        let pool = SocketPool<ePoll>.ePoll(maxEvents: 64)
        defer { try? socket.close() }
        try await pool.prepare()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { await sweep() }
            group.addTask { try await accept(from: pool, answer) }
            // The pool ends with an error even if it is canceled.
            do { try await group.next() } catch  where Task.isCancelled {}
            group.cancelAll()
        }
    }

    private func accept(
        from pool: SocketPool<ePoll>, _ answer: @escaping @Sendable (WebRequest) async -> WebResponse
    ) async throws {
        let listener = try AsyncSocket(socket: socket, pool: pool)
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    let accepted = try await listener.accept()
                    let descriptor = accepted.socket.file.rawValue
                    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                    guard open.add(descriptor, until: .now + limits.idle) else {
                        refuse(accepted)
                        continue
                    }
                    group.addTask {
                        await WebConnection(accepted, open, limits, answer).serve()
                        open.remove(descriptor)
                        try? accepted.close()
                    }
                } catch {
                    // There are no descriptors left, or the client has already gone: wait before the next one.
                    try? await Task.sleep(for: .milliseconds(50))
                }
            }
            group.cancelAll()
        }
    }

    private func refuse(_ accepted: AsyncSocket) {
        _ = try? accepted.socket.write(
            Data("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
        try? accepted.close()
    }

    private func sweep() async {
        var swept = ContinuousClock.now
        let pause = min(.seconds(1), min(limits.request, limits.idle) / 2)
        while !Task.isCancelled {
            try? await Task.sleep(for: open.count == 0 ? .milliseconds(250) : .milliseconds(25))
            open.cancelForgotten()
            guard swept.duration(to: .now) > pause else { continue }
            open.cutOffLate()
            swept = .now
        }
    }
}

/// The limits on what clients may send and how long they may take.
package struct ServerLimits: Sendable {
    /// The maximum length of a request's head.
    package var head = 16_384
    /// The maximum length of a request's body.
    package var body = 65_536
    /// The maximum number of open connections.
    package var connections = connections(openFiles: sysconf(Int32(_SC_OPEN_MAX)))
    /// The time for a whole request to arrive after its first byte.
    package var request = Duration.seconds(10)
    /// The time that a connection may be idle before the first request and between requests.
    package var idle = Duration.seconds(15)
    /// The time for the client to receive a piece of a response.
    package var write = Duration.seconds(30)
    /// The time to compute a response.
    package var answer = Duration.seconds(60)

    /// Creates the default limits.
    package init() {}

    /// The number of connections if the process may open a number of files, which is -1 if it is unlimited.
    ///
    /// The store, the responses, and refreshes need files, too, and running out of them ends the process.
    static func connections(openFiles: Int) -> Int { openFiles > 0 ? min(256, max(16, openFiles / 4)) : 256 }
}
