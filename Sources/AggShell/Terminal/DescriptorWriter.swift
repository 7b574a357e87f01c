import AggCommands
import Glibc

/// Writes all bytes to a descriptor, in as many calls as necessary.
enum DescriptorWriter {
    /// Makes the process ignore the signals that would end it instead of returning an outcome; runs once.
    ///
    /// SIGPIPE is sent for a pipe without a reader, SIGXFSZ for a file that must not grow (`ulimit -f`).
    static let ignoreSignals: Void = {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }()

    /// Writes the bytes; a reader that has gone away and a full device are normal outcomes.
    ///
    /// While the other end is not reading, `isStopped` is called ten times a second; if it returns true, the rest is
    /// not written.
    static func write(
        _ bytes: [UInt8], to descriptor: Int32, isStopped: () -> Bool = { Task.isCancelled }
    ) -> StandardStreams.Outcome {
        ignoreSignals
        let mayStall = Self.mayStall(descriptor)
        return bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                if mayStall, !isReady(descriptor, isStopped) { return .stopped }
                // A descriptor that is ready accepts this much at once, so even a blocking descriptor does not block.
                let piece = UnsafeRawBufferPointer(rebasing: mayStall ? rest.prefix(pipePiece) : rest)
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch errno {
                case EINTR, EAGAIN:
                    continue
                case EPIPE:
                    return .closed
                case EIO where isDevice(descriptor):
                    // The terminal window was closed.
                    return .closed
                case let number:
                    return .failed(number)
                }
            }
            return .written
        }
    }

    /// Writes an answer piece by piece, until a write fails or the task is canceled.
    static func write(
        _ text: AnswerText, to descriptor: Int32, isStopped: () -> Bool = { Task.isCancelled }
    ) -> StandardStreams.Outcome {
        var pending: [UInt8] = []
        for piece in text {
            pending += piece.utf8
            guard pending.count >= chunk else { continue }
            let outcome = write(pending, to: descriptor, isStopped: isStopped)
            guard outcome == .written, !Task.isCancelled else { return outcome }
            pending.removeAll(keepingCapacity: true)
        }
        return write(pending, to: descriptor, isStopped: isStopped)
    }

    /// The number of bytes that a ready pipe accepts at once (PIPE_BUF on Linux).
    private static let pipePiece = 4_096

    /// The number of bytes collected for one call.
    private static let chunk = 65_536

    /// Waits until the descriptor accepts bytes or has failed; false if the wait was stopped.
    private static func isReady(_ descriptor: Int32, _ isStopped: () -> Bool) -> Bool {
        var patience: Int32 = 0
        while true {
            var interest = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&interest, 1, patience) != 0, interest.revents != 0 { return true }
            if isStopped() { return false }
            patience = 100
        }
    }

    /// Whether a write may have to wait for a reader: a pipe, a socket, a terminal.
    private static func mayStall(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFBLK
    }

    private static func isDevice(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }
}
