import AggFiles
import AggCommands
import AggCore
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
        case favoriteChanged(Result<String, CommandError>, RecordAddress, isFavorite: Bool)
        /// The lines of a row for a width.
        case preview([String], RecordsAnswer.Row, width: Int)
        /// The total number of matches of a text.
        case total(Int, text: String)
        /// The values that narrow the matches of a text.
        case facets(Result<[LiveFacet], CommandError>, text: String)
        /// A map of the matches of a text.
        case map(Result<[String], CommandError>, text: String, view: MapView)
        /// The result of opening links.
        case opened(Result<String, CommandError>)
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
