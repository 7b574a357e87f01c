import AggCommands
import AggCore
import Foundation
import Logging
import Synchronization

/// Where the lines of the log go; one line at a time, from any task.
final class LogDestination: Sendable {
    private let write: Mutex<@Sendable (String) -> Void>

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = Mutex(write)
    }

    func send(_ line: String) { write.withLock { $0(line) } }

    /// Sends the lines elsewhere from now on, such as above the prompt.
    func redirect(to write: @escaping @Sendable (String) -> Void) {
        self.write.withLock { $0 = write }
    }
}

/// Writes the entries of the log as lines: time, level, text.
///
/// Secrets are masked here, whoever wrote them.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    let destination: LogDestination
    let secrets: Secrets

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = RecordDate(instant: Date())?.text ?? ""
        let text = secrets.masked(event.message.description)
        destination.send("\(time) \(event.level.rawValue) \(VisibleText.of(text))")
    }
}
