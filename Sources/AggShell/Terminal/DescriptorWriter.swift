import AggCommands
import Glibc

/// Writes bytes to a descriptor, all of them, however many calls that takes.
enum DescriptorWriter {
    /// Has the process ignore the signals that would end it in the place of an outcome, once.
    ///
    /// SIGPIPE comes of a pipe that nobody reads any more, SIGXFSZ of a file that must not grow (`ulimit -f`).
    static let ignoreSignals: Void = {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }()

    /// Writes the bytes; a reader that has gone away and a device that is full are outcomes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> StandardStreams.Outcome {
        ignoreSignals
        return bytes.withUnsafeBytes { buffer in
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
                case EIO where isDevice(descriptor):
                    // The window of the terminal was closed.
                    return .closed
                case let number:
                    return .failed(number)
                }
            }
            return .written
        }
    }

    /// Writes an answer as its pieces come, until the first write that is not taken, or the task is cancelled.
    static func write(_ text: AnswerText, to descriptor: Int32) -> StandardStreams.Outcome {
        var pending: [UInt8] = []
        for piece in text {
            pending += piece.utf8
            guard pending.count >= chunk else { continue }
            let outcome = write(pending, to: descriptor)
            guard outcome == .written, !Task.isCancelled else { return outcome }
            pending.removeAll(keepingCapacity: true)
        }
        return write(pending, to: descriptor)
    }

    /// The bytes that are gathered for one call.
    private static let chunk = 65_536

    private static func isDevice(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }
}
