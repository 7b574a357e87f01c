import AggFiles
import Dispatch
import Glibc
import Synchronization

/// The pipe for the standard output of a program.
///
/// It ends once every process that holds its other end has closed it, even after the first process has ended; the library
/// for running programs stops reading earlier.
final class OutputPipe: Sendable {
    /// The end passed to the program; the library closes our copy once the program has started.
    let writeEnd: Int32

    private let readEnd: Int32
    /// Whether the end has been read.
    private let hasEnded = Atomic(false)
    private let wakePipe: WakePipe

    private static let size = 65_536
    /// A queue of its own, since it blocks a thread: only serial queues are guaranteed one.
    private let queue = DispatchQueue(label: "agg.programs.output")

    /// Creates a pipe.
    ///
    /// - Throws: `SystemError` if the process has no descriptors left.
    init() throws(SystemError) {
        guard let wakePipe = WakePipe() else { throw .last() }
        self.wakePipe = wakePipe
        guard let ends = OwnPipe.open() else { throw .last() }
        (readEnd, writeEnd) = ends
    }

    deinit {
        _ = close(readEnd)
    }

    /// The next bytes; nil at the end, or after ``stop()``.
    func next() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: wait()) }
        }
    }

    /// Whether there is something to read, or the end has come and was not read yet.
    var isReady: Bool {
        guard !hasEnded.load(ordering: .relaxed) else { return false }
        var interest = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) > 0
    }

    /// Whether every process has closed the other end; there may still be something to read.
    var isClosed: Bool {
        var interest = pollfd(fd: readEnd, events: 0, revents: 0)
        return poll(&interest, 1, 0) > 0 && interest.revents & Int16(POLLHUP) != 0
    }

    /// Ends the reading even if a process still holds the other end.
    func stop() { wakePipe.send(0) }

    /// Blocks until there are bytes.
    private func wait() -> [UInt8]? {
        while true {
            var interests = [readEnd, wakePipe.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&interests, 2, -1) < 0, errno == EINTR { continue }
            guard interests[1].revents == 0 else { return nil }
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
                count = max(0, read(readEnd, buffer.baseAddress, buffer.count))
            }
            if bytes.isEmpty { hasEnded.store(true, ordering: .relaxed) }
            return bytes.isEmpty ? nil : bytes
        }
    }
}
