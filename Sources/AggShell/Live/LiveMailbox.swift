import AggCommands
import AggSearch
import AggSource
import Synchronization

/// Answers on their way from the tasks of a live search to the thread that draws it.
final class LiveMailbox: Sendable {
    /// What arrived.
    enum Letter: Sendable {
        /// The answer to a text.
        case answer(Result<CommandOutput, CommandError>, text: String)
        /// What became of a wish to add or remove a favorite.
        case favoriteChanged(Result<String, CommandError>, RecordAddress)
    }

    private let letters = Mutex<[Letter]>([])
    /// Woken when a letter waits.
    let pipe: WakePipe

    init(pipe: WakePipe) {
        self.pipe = pipe
    }

    /// Hands a letter over.
    func post(_ letter: Letter) {
        letters.withLock { $0.append(letter) }
        pipe.send(1)
    }

    /// Takes what waits.
    func take() -> [Letter] {
        _ = pipe.drain()
        return letters.withLock { letters in
            defer { letters.removeAll() }
            return letters
        }
    }
}
