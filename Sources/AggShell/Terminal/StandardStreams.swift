import AggCommands
import Glibc
import Synchronization

/// The only writer of standard output and standard error.
///
/// Output is kept in memory until 16 KB have come together or it is flushed; errors are written at once, after the
/// output before them. A failure is a value: once the reader of a pipe has gone away (`agg … | head`) or a device is
/// full, every further write answers the same and writes nothing.
package final class StandardStreams: Sendable {
    /// How a write ended.
    package enum Outcome: Sendable, Equatable {
        /// Taken over, or written.
        case written
        /// Nobody reads any more: end quietly.
        case closed
        /// The system refused, with its error number (`ENOSPC` for a full device).
        case failed(Int32)
        /// Nobody took the rest before the command was interrupted or the program was asked to end; it is dropped.
        case stopped
    }

    private struct State {
        var pending: [UInt8] = []
        var outcome = Outcome.written
        /// Whether the program was asked to end.
        var isEnding: @Sendable () -> Bool = { false }
        /// Whether nobody took the last output before it was interrupted.
        var isStalled = false
        /// Whether another program has the terminal, and what is to be told when it gives it back.
        var isLent = false
        var pendingErrors: [UInt8] = []
    }

    private static let capacity = 16_384

    private let output: Int32
    private let error: Int32
    private let isPlain: Bool
    private let state = Mutex(State())

    /// Takes over two descriptors; from here on a closed pipe and a file that must not grow are values, not signals.
    ///
    /// With `isPlain` remarks and errors are plain ASCII.
    package init(output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO, isPlain: Bool = false) {
        self.output = output
        self.error = error
        self.isPlain = isPlain
        DescriptorWriter.ignoreSignals
    }

    /// From now on no write waits for a stalled reader once the program was asked to end.
    package func giveUp(if isEnding: @escaping @Sendable () -> Bool) {
        state.withLock { $0.isEnding = isEnding }
    }

    /// Writes text to standard output, in time.
    @discardableResult
    package func write(_ text: String) -> Outcome {
        state.withLock { state in
            guard state.outcome == .written else { return state.outcome }
            state.pending += text.utf8
            return state.pending.count < Self.capacity || state.isLent ? .written : flush(&state)
        }
    }

    /// Writes a remark for the person at the terminal to standard output.
    @discardableResult
    package func writeRemark(_ text: String) -> Outcome {
        write(isPlain ? PlainText.of(text) : text)
    }

    /// Writes text to standard error at once, and the output before it first.
    @discardableResult
    package func writeError(_ text: String) -> Outcome {
        let text = isPlain ? PlainText.of(text) : text
        return state.withLock { state in
            if state.isLent {
                state.pendingErrors += text.utf8
                return .written
            }
            _ = flush(&state)
            // Both may be one pipe: whoever did not take the output is not expected to take the remark about that.
            defer { state.isStalled = false }
            return send(Array(text.utf8), to: error, state, waits: !state.isStalled)
        }
    }

    /// Writes what is kept of standard output.
    @discardableResult
    package func flush() -> Outcome {
        state.withLock { flush(&$0) }
    }

    /// Writes what is kept, and lends both streams to another program, such as a pager: what is written from now on, such as
    /// the news of a refresh, waits until it has ended.
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

    /// How the writing to standard output stands.
    package var outcome: Outcome {
        state.withLock { $0.outcome }
    }

    private func flush(_ state: inout State) -> Outcome {
        guard state.outcome == .written, !state.pending.isEmpty, !state.isLent else { return state.outcome }
        let outcome = send(state.pending, to: output, state)
        state.pending.removeAll(keepingCapacity: true)
        // The next command may find a reader that reads again.
        state.isStalled = outcome == .stopped
        if outcome != .stopped { state.outcome = outcome }
        return outcome
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32, _ state: State, waits: Bool = true) -> Outcome {
        DescriptorWriter.write(bytes, to: descriptor) { !waits || Task.isCancelled || state.isEnding() }
    }
}
