import Glibc

/// A TCP socket on 127.0.0.1, just enough of one for a server that misbehaves.
struct RawSocket: Sendable {
    private let descriptor: Int32

    /// Makes a socket that listens on a port of its own, at 127.0.0.1 or at every address of this machine.
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
        // Every address, but only of this machine.
        let device = "lo"
        let isConfined =
            !onEveryAddress
            || setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, device, socklen_t(device.utf8.count)) == 0
        guard bound == 0, isConfined, listen(descriptor, onEveryAddress ? 1_024 : 64) == 0 else {
            throw failure("listen")
        }
        return RawSocket(descriptor: descriptor)
    }

    private static func failure(_ call: String) -> LoopbackError {
        LoopbackError(description: "The loopback server cannot start (\(call)): \(String(cString: strerror(errno))).")
    }

    /// The port of this end.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Takes the next connection of this machine's own, or nil if absent.
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

    /// Whether something can be read (an end counts) within a span.
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

    /// Sends all bytes; false when the other end is gone or this one has been ended.
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

    /// Ends the sending side and takes what the client still says, so that closing does not reset the connection.
    func finish() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
        var rounds = 0
        while rounds < 1_000, isReadable(within: .milliseconds(20)), readByte() != nil { rounds += 1 }
    }

    /// Makes the coming close a TCP reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Lets nothing more come in or go out, the socket still open: a listening one refuses connections from now on.
    func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Closes the socket.
    func close() { _ = Glibc.close(descriptor) }
}
