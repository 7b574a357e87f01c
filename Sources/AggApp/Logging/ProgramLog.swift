import AggCommands
import AggCore
import AggShell
import AggSource
import Foundation
import Logging
import Synchronization

/// The log enabled by `--verbose`, `--log-level`, and `--log`.
struct ProgramLog: Sendable {
    let logger: Logger
    let destination: LogDestination
    /// Whether the lines go to standard error.
    let isOnStandardError: Bool

    /// Creates the log; nil if none is requested.
    ///
    /// - Throws: One sentence if the file cannot be written.
    init?(
        level: String?, file path: String?, _ secrets: Secrets, _ streams: StandardStreams
    ) throws(CommandError) {
        guard level != nil || path != nil else { return nil }
        if let path {
            let file = try AppendedFile(path)
            destination = LogDestination { file.append($0 + "\n") }
            isOnStandardError = false
        } else {
            destination = LogDestination { streams.writeError($0 + "\n") }
            isOnStandardError = true
        }
        let handler = LineLogHandler(
            logLevel: level.flatMap(Logger.Level.init(rawValue:)) ?? .info, destination: destination,
            secrets: secrets)
        logger = Logger(label: "agg") { _ in handler }
    }

    /// Logs the start and the end of a refresh.
    func tell(_ event: RefreshEvent) {
        switch event {
        case .changed(let id, let transition):
            if transition.input == .refresh { logger.debug("\(id): refresh started") }
        case .progressed, .inspected: break
        case .finished(let outcome):
            let change = outcome.change
            let time = Int(clamping: (outcome.elapsed.seconds * 1_000).rounded())
            let text =
                "\(outcome.source): \(outcome.result.rawValue), \(outcome.records) records (\(change.added) added, "
                + "\(change.changed) changed, \(change.removed) removed), \(ByteCount.text(change.bytes)), \(time) ms"
            guard let error = outcome.error else { return logger.info("\(text)") }
            logger.warning("\(text): \(error.reason())")
        }
    }
}

/// The destination of log lines; written one at a time, from any task.
final class LogDestination: Sendable {
    private let write: Mutex<@Sendable (String) -> Void>

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = Mutex(write)
    }

    func send(_ line: String) { write.withLock { $0(line) } }

    /// Redirects further lines, such as to above the prompt.
    func redirect(to write: @escaping @Sendable (String) -> Void) {
        self.write.withLock { $0 = write }
    }
}

/// Writes log entries as lines: time, level, text.
///
/// Secrets are masked here, whatever code logged them.
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
