import Foundation
import Synchronization

@testable import AggTesting

/// A loopback proxy in front of a server that stops forwarding, without closing anything, as a broken network does.
final class StallingProxy: Sendable {
    let port: Int
    private let target: Int
    private let listener: RawSocket
    private let state = Mutex(State())

    private struct State {
        var isStalled = false
        /// A text sent by the client at which the proxy stalls.
        var mark: [UInt8]?
        var isOver = false
    }

    /// Starts a proxy for a port.
    init(to target: Int) throws {
        self.target = target
        listener = try RawSocket.listening()
        port = Int(listener.port)
        Thread.detachNewThread { [self] in accept() }
    }

    /// Closes all connections.
    func stop() {
        state.withLock { $0.isOver = true }
        listener.end()
    }

    /// Stalls at once, or as soon as the client sends a text.
    func stall(at mark: String? = nil) {
        state.withLock {
            $0.isStalled = mark == nil
            $0.mark = mark.map { Array($0.utf8) }
        }
    }

    /// Forwards everything again.
    func goOn() {
        state.withLock {
            $0.isStalled = false
            $0.mark = nil
        }
    }

    /// Whether it has stalled.
    var isStalled: Bool { state.withLock { $0.isStalled } }

    private func accept() {
        while !state.withLock({ $0.isOver }) {
            let client = Glibc.accept(listener.descriptor, nil, nil)
            guard client >= 0 else { break }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(clamping: target).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else {
                close(client)
                close(server)
                continue
            }
            Thread.detachNewThread { [self] in forward(client, server) }
        }
        listener.close()
    }

    private func forward(_ client: Int32, _ server: Int32) {
        defer { for end in [client, server] { close(end) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !state.withLock({ $0.isOver }) {
            if state.withLock({ $0.isStalled }) {
                usleep(20_000)
                continue
            }
            var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ends, 2, 50) > 0 else { continue }
            for (index, end) in ends.enumerated() where end.revents != 0 {
                let count = read(end.fd, &buffer, buffer.count)
                guard count > 0 else { return }
                if index == 0, stalls(at: buffer[..<count]) { break }
                var sent = 0
                while sent < count {
                    let written = buffer[sent..<count].withUnsafeBytes {
                        send(index == 0 ? server : client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard written > 0 else { return }
                    sent += written
                }
            }
        }
    }

    private func stalls(at bytes: ArraySlice<UInt8>) -> Bool {
        state.withLock { state in
            guard let mark = state.mark, Data(bytes).firstRange(of: Data(mark)) != nil else { return false }
            state.isStalled = true
            return true
        }
    }
}
