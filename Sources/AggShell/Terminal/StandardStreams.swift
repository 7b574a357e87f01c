import AggCommands
import Glibc
import Synchronization

/// The only writer of standard output and standard error.
///
/// Output is buffered up to 16 KB or until it is flushed; errors are written at once, after the output before them. A
/// failure is a value: once a pipe's reader has gone away (`agg … | head`) or a device is full, every further write
/// returns the same outcome and writes nothing.
package final class StandardStreams: Sendable {
    /// The outcome of a write.
    package enum Outcome: Sendable, Equatable {
        /// Buffered or written.
        case written
        /// Nobody is reading any more: end quietly.
        case closed
        /// The system refused, with this error number (`ENOSPC` for a full device).
        case failed(Int32)
        /// The rest was not read before the command was interrupted or the program was asked to end, and is dropped.
        case stopped
    }

    private struct State {
        var pending: [UInt8] = []
        var outcome = Outcome.written
        /// Whether the program was asked to end.
        var isEnding: @Sendable () -> Bool = { false }
        /// Whether the last output was not read before it was interrupted.
        var isStalled = false
        /// Whether another program has the terminal; `pendingErrors` are written when it returns it.
        var isLent = false
        var pendingErrors: [UInt8] = []
    }

    private static let capacity = 16_384

    /// Whether the other end of standard input, a pipe or a socket, is closed; there may still be something to read.
    package static var isInputClosed: Bool {
        // 0x2000 is POLLRDHUP: the other end of a socket sends nothing more.
        var interest = pollfd(fd: STDIN_FILENO, events: 0x2000, revents: 0)
        return poll(&interest, 1, 0) > 0
    }

    private let output: Int32
    private let error: Int32
    private let isPlain: Bool
    private let state = Mutex(State())

    /// Takes over two descriptors; from here on, a closed pipe and a file that must not grow are outcomes, not signals.
    ///
    /// With `isPlain`, remarks and errors are plain ASCII.
    package init(output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO, isPlain: Bool = false) {
        self.output = output
        self.error = error
        self.isPlain = isPlain
        DescriptorWriter.ignoreSignals
    }

    /// From now on, no write waits for a stalled reader once the program has been asked to end.
    package func giveUp(if isEnding: @escaping @Sendable () -> Bool) {
        state.withLock { $0.isEnding = isEnding }
    }

    /// Writes text to standard output, buffered.
    @discardableResult
    package func write(_ text: String) -> Outcome {
        state.withLock { state in
            guard state.outcome == .written else { return state.outcome }
            state.pending += text.utf8
            return state.pending.count < Self.capacity || state.isLent ? .written : flush(&state)
        }
    }

    /// Writes a remark for the user to standard output.
    @discardableResult
    package func writeRemark(_ text: String) -> Outcome {
        write(legible(text))
    }

    /// Writes text to standard error at once, after the output before it.
    @discardableResult
    package func writeError(_ text: String) -> Outcome {
        let text = legible(text)
        return state.withLock { state in
            if state.isLent {
                state.pendingErrors += text.utf8
                return .written
            }
            _ = flush(&state)
            // Both may be the same pipe: if the output was not read, the message about that will not be either.
            defer { state.isStalled = false }
            return send(Array(text.utf8), to: error, state, waits: !state.isStalled)
        }
    }

    /// A remark, notice, or question as the terminal can show it.
    func legible(_ text: String) -> String { isPlain ? PlainText.of(text) : text }

    /// Writes the buffered output.
    @discardableResult
    package func flush() -> Outcome {
        state.withLock { flush(&$0) }
    }

    /// Flushes the output and lends both streams to another program, such as a pager: later writes, such as
    /// announcements of a refresh, wait until it has ended.
    func whileLent<Value>(_ program: () async -> Value) async -> Value {
        state.withLock { state in
            _ = flush(&state)
            state.isLent = true
        }
        let value = await program()
        state.withLock { state in
            state.isLent = false
            _ = flush(&state)
            _ = send(state.pendingErrors, to: error, state)
            state.pendingErrors = []
        }
        return value
    }

    /// The outcome of writing to standard output so far.
    package var outcome: Outcome {
        state.withLock { $0.outcome }
    }

    private func flush(_ state: inout State) -> Outcome {
        guard state.outcome == .written, !state.pending.isEmpty, !state.isLent else { return state.outcome }
        let outcome = send(state.pending, to: output, state)
        state.pending.removeAll(keepingCapacity: true)
        // By the next command, the reader may be reading again.
        state.isStalled = outcome == .stopped
        if outcome != .stopped { state.outcome = outcome }
        return outcome
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32, _ state: State, waits: Bool = true) -> Outcome {
        DescriptorWriter.write(bytes, to: descriptor) { !waits || Task.isCancelled || state.isEnding() }
    }
}

/// The standard streams that the program was started without, as by `agg <&-`.
package enum ClosedDescriptors {
    /// Opens each of them on `/dev/null`, so that no file of the program gets its number.
    ///
    /// Standard input is then empty, and what is written to the others fails as it does for a closed descriptor.
    package static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number, which is this one.
            _ = Glibc.open("/dev/null", O_RDONLY)
        }
    }
}
