import AggCommands
import AggSearch
import AggSource
import Synchronization

/// Passes answers from the tasks of a live search to the thread that draws it.
final class LiveMailbox: Sendable {
    /// A message.
    enum Letter: Sendable {
        /// The answer to a text.
        case answer(Result<CommandOutput, CommandError>, text: String)
        /// The result of adding or removing a favorite.
        case favoriteChanged(Result<String, CommandError>, RecordAddress)
    }

    private let letters = Mutex<[Letter]>([])
    /// Wakes the receiver when there is a message.
    let pipe: WakePipe

    init(pipe: WakePipe) {
        self.pipe = pipe
    }

    /// Sends a message.
    func post(_ letter: Letter) {
        letters.withLock { $0.append(letter) }
        pipe.send(1)
    }

    /// Returns and removes all messages.
    func take() -> [Letter] {
        _ = pipe.drain()
        return letters.withLock { letters in
            defer { letters.removeAll() }
            return letters
        }
    }
}
