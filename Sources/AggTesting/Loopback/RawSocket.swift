import Glibc

/// A TCP socket on 127.0.0.1, with just enough features for a misbehaving server.
struct RawSocket: Sendable {
    let descriptor: Int32

    /// Creates a socket that listens on a free port, on 127.0.0.1 or on every loopback address.
    ///
    /// - Throws: `LoopbackError` with the system's reason.
    static func listening(onEveryAddress: Bool = false) throws(LoopbackError) -> RawSocket {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(onEveryAddress ? 0 : 0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        // On every address, but only of the loopback device.
        let device = "lo"
        let isConfined =
            !onEveryAddress
            || setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, device, socklen_t(device.utf8.count)) == 0
        guard bound == 0, isConfined, listen(descriptor, onEveryAddress ? 1_024 : 64) == 0 else {
            let failure = failure("listen")
            _ = Glibc.close(descriptor)
            throw failure
        }
        return RawSocket(descriptor: descriptor)
    }

    private static func failure(_ call: String) -> LoopbackError {
        LoopbackError(description: "The loopback server cannot start (\(call)): \(String(cString: strerror(errno))).")
    }

    /// The local port.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Accepts the next connection if it comes from this machine; nil otherwise.
    func accept() -> RawSocket? {
        var peer = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let accepted = withUnsafeMutablePointer(to: &peer) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.accept(descriptor, $0, &size) }
        }
        guard accepted >= 0 else { return nil }
        guard UInt32(bigEndian: peer.sin_addr.s_addr) >> 24 == 127 else {
            _ = Glibc.close(accepted)
            return nil
        }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        return RawSocket(descriptor: accepted)
    }

    /// Whether something can be read, including the end, within a duration.
    func isReadable(within span: Duration) -> Bool { isReady(POLLIN, within: span) }

    private func isReady(_ events: Int32, within span: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let milliseconds = span.components.seconds * 1_000 + span.components.attoseconds / 1_000_000_000_000_000
        return poll(&entry, 1, Int32(max(1, milliseconds))) > 0
    }

    /// Reads one byte; nil at the end.
    func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 1 ? byte : nil
    }

    /// Sends all bytes; false if either side has closed the connection.
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                _ = isReady(POLLOUT, within: .seconds(1))
            } else {
                return false
            }
        }
        return true
    }

    /// Ends the sending side and reads what the client still sends, so that closing does not reset the connection.
    func finish() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
        var rounds = 0
        while rounds < 1_000, isReadable(within: .milliseconds(20)), readByte() != nil { rounds += 1 }
    }

    /// Makes the following close a TCP reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Stops all traffic while the socket is still open: a listening socket refuses connections from now on.
    func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    func close() { _ = Glibc.close(descriptor) }
}
