import AggFiles
import AggStorage
package import Dispatch
import Synchronization

/// Reads lines from the terminal with editing, history, and completion, using libedit.
///
/// Reading happens on the main thread, or on one of its own, so that no thread of the task pool waits for the user. Tab
/// completes; Ctrl-C cancels the line; Ctrl-D on an empty line ends the input; Ctrl-R searches the history; Ctrl-Z
/// suspends the program. If pasted text has several lines, the first is submitted and the others become the next lines;
/// text after the last line break can be edited. `~/.editrc` is honored.
package final class EditLineReader: LineReader {
    private let queue = DispatchQueue(label: "agg.line-editor")
    private let session: Mutex<EditLineSession>
    let notices: NoticeBoard
    let streams: StandardStreams
    let interrupts: InterruptMonitor

    /// Takes over standard input and output; nil unless both are terminals that libedit can use.
    ///
    /// A press of Tab blocks the prompt no longer than `patience`.
    package init?(
        history: History?, streams: StandardStreams, interrupts: InterruptMonitor, completer: @escaping Completer,
        patience: DispatchTimeInterval = .milliseconds(200)
    ) {
        guard let wake = WakePipe() else { return nil }
        self.streams = streams
        self.interrupts = interrupts
        notices = NoticeBoard(streams: streams, pipe: wake)
        guard
            let session = EditLineSession(
                history: history, streams: streams, interrupts: interrupts, notices: notices, completer: completer,
                patience: patience)
        else { return nil }
        self.session = Mutex(session)
    }

    /// Shows the prompt, which is plain ASCII with optional color sequences, and waits for a line.
    ///
    /// If a Ctrl-C has canceled the task before the reader receives signals, the line is interrupted.
    package func readLine(prompt: String) async -> LineInput { await readLine(prompt: prompt, after: "") }

    /// The same for a line that continues earlier ones; Tab completes it as their continuation.
    package func readLine(prompt: String, after earlier: String) async -> LineInput {
        let isCancelled = Mutex(false)
        return await withTaskCancellationHandler {
            await MainThread.wait(orOn: queue) {
                self.session.withLock {
                    $0.read(prompt: prompt, after: earlier, isCancelled: { isCancelled.withLock(\.self) })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// Keeps a command, for Ctrl-R and the arrow keys, and in the history file.
    package func remember(_ line: String) async {
        await MainThread.wait(orOn: queue) { self.session.withLock { $0.remember(line) } }
    }

    /// Drops the lines of a paste after the one whose command was interrupted, and other keys that were typed ahead.
    package func dropTypedAhead() async {
        await MainThread.wait(orOn: queue) { self.session.withLock { $0.dropTypedAhead() } }
    }

    /// Shows a notice above the prompt, even while the line wraps over several rows.
    package func announce(_ notice: String) {
        notices.post(notice)
    }

    /// Lends the terminal to other code that reads keys, on the reader's thread; it receives what was typed ahead.
    func lend<Value: Sendable>(_ work: @escaping @Sendable (InputDecoder) -> Value) async -> Value {
        await MainThread.wait(orOn: queue) { work(self.session.withLock { $0.takeTypedAhead() }) }
    }
}

/// Blocks the current thread until an asynchronous answer arrives, up to a limit.
///
/// This is the only place where a thread waits for a task: libedit requests completions through a plain function. It
/// must be called on the caller's own thread, never on one of the task pool.
func blockingWait<Answer: Sendable>(
    atMost limit: DispatchTimeInterval, for answer: @escaping @Sendable () async -> Answer
) -> Answer? {
    let box = AnswerBox<Answer>()
    let arrived = DispatchSemaphore(value: 0)
    let task = Task.detached(priority: .userInitiated) {
        let value = await answer()
        box.value.withLock { $0 = value }
        arrived.signal()
    }
    guard arrived.wait(timeout: .now() + limit) == .success else {
        task.cancel()
        return nil
    }
    return box.value.withLock { $0 }
}

private final class AnswerBox<Answer: Sendable>: Sendable {
    let value = Mutex<Answer?>(nil)
}
