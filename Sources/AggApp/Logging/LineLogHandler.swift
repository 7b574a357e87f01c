import AggCommands
import AggSource
import Foundation
import Logging

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
