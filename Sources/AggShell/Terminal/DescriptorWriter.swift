import Glibc

/// Writes bytes to a descriptor, all of them, however many calls that takes.
enum DescriptorWriter {
    /// Writes the bytes; a reader that has gone away and a device that is full are outcomes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> StandardStreams.Outcome {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch errno {
                case EINTR:
                    continue
                case EAGAIN:
                    // Another program left the terminal or pipe non-blocking.
                    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = Glibc.poll(&poll, 1, -1)
                case EPIPE:
                    return .closed
                case let number:
                    return .failed(number)
                }
            }
            return .written
        }
    }
}
