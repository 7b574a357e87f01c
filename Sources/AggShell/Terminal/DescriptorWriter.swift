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
    ///
    /// While the other end takes nothing, `isStopped` is asked ten times a second whether to give up; what is left is then
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
                // What is ready takes this much at once: a blocking descriptor does not block.
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

    /// As many bytes as a pipe that is ready takes at once (PIPE_BUF of Linux).
    private static let pipePiece = 4_096

    /// The bytes that are gathered for one call.
    private static let chunk = 65_536

    /// Waits until the descriptor takes bytes, or has failed; false if the wait was stopped.
    private static func isReady(_ descriptor: Int32, _ isStopped: () -> Bool) -> Bool {
        var patience: Int32 = 0
        while true {
            var interest = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&interest, 1, patience) != 0, interest.revents != 0 { return true }
            if isStopped() { return false }
            patience = 100
        }
    }

    /// Whether a write may have to wait for somebody who reads: a pipe, a socket, a terminal.
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
