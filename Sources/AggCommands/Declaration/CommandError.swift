import AggCore
import AggSearch
package import AggSource
import AggStorage

/// Why a command failed, as a sentence for people, with its exit status.
package struct CommandError: Error, Hashable, Sendable {
    /// A stable name for scripts, such as `unknown_command`.
    package var code: String
    /// A sentence that says what failed, why, and what to do.
    package var message: String
    package var status: ExitStatus
    /// The source it is about.
    package var source: SourceID?
    /// The line of the script, starting at 1.
    package var line: Int?
    /// The file of the script, if it is not the one given to the program.
    package var file: String?
    /// The end of the message, with the usage of the command; nil if there is none.
    private var usage: String?

    package init(code: String, message: String, status: ExitStatus = .failed, source: SourceID? = nil) {
        self.code = code
        self.message = message
        self.status = status
        self.source = source
    }

    /// An error for an invalid command line; includes the usage of the command.
    package static func usage(_ message: String, help declaration: CommandDeclaration? = nil) -> CommandError {
        let usage = declaration.map { "; usage: " + $0.usage }
        var error = CommandError(code: "usage", message: message + (usage ?? ""), status: .usage)
        error.usage = usage
        return error
    }

    /// This error without the usage of the command and without a way to start agg, for those who don't type commands.
    package var served: CommandError {
        var error = self
        if let usage, let end = message.ranges(of: usage).last { error.message.removeSubrange(end) }
        if code == StoreError.unreachableCode, let advice = message.ranges(of: "; " + StoreError.localAdvice).last {
            error.message.removeSubrange(advice.lowerBound...)
        }
        return error
    }

    /// The command was interrupted.
    package static let interrupted = CommandError(code: "cancelled", message: "interrupted", status: .interrupted)

    /// An error for a configuration with this many faults, which makes all sources unavailable.
    package static func configuration(_ faults: Int) -> CommandError {
        let count = faults == 1 ? "an error" : "\(faults) errors"
        return CommandError(
            code: "configuration",
            message: "the configuration has \(count), so no source is available; run “doctor” for details",
            status: .usage)
    }

    /// Converts any error into a message and an exit status; some errors are about a source.
    package init(_ error: any Error, source: SourceID? = nil) {
        switch error {
        case let error as CommandError: self = error
        case StoreError.cancelled, SourceChangeError.source(.cancelled), SourceChangeError.store(.cancelled):
            self = .interrupted
        case let error as StoreError:
            let isUsage = error.code == StoreError.usageCode
            self.init(code: error.code, message: error.reason, status: isUsage ? .usage : .failed)
        case let fault as QueryFault: self.init(code: "usage", message: fault.message, status: .usage)
        case SourceChangeError.store(let reason): self.init(code: reason.code, message: reason.reason)
        case let error as SourceChangeError:
            let (code, status) = error.outcome
            self.init(code: code, message: error.message, status: status, source: source)
        default: self.init(code: "failed", message: "\(error)")
        }
    }
}

extension SourceChangeError {
    /// The name for scripts and the exit status.
    fileprivate var outcome: (code: String, status: ExitStatus) {
        switch self {
        case .source(let reason): (reason.code, .failed)
        case .store(let reason): (reason.code, .failed)
        case .faults: ("configuration", .usage)
        case .refused: ("refused", .failed)
        case .failed: ("file", .failed)
        }
    }
}

/// The exit status of a command, a script, or the program: the only place that lists them.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number, 0…255.
    package let rawValue: Int32

    /// Creates a status from its number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Success, even if the result is empty.
    package static let done = ExitStatus(rawValue: 0)
    /// A command failed.
    package static let failed = ExitStatus(rawValue: 1)
    /// The command line, a line of a script, or the configuration is invalid.
    package static let usage = ExitStatus(rawValue: 2)
    /// A refresh failed because a token is missing or was rejected, and nothing is stored.
    package static let notAuthorized = ExitStatus(rawValue: 4)
    /// A refresh failed, and nothing is stored.
    package static let sourceFailed = ExitStatus(rawValue: 5)
    /// A refresh failed in part, or stored rows were used; with `--strict`, rows were stale or samples.
    package static let partial = ExitStatus(rawValue: 6)
    /// A refresh was rate limited, and nothing is stored.
    package static let rateLimited = ExitStatus(rawValue: 7)
    /// There are alerts.
    package static let alerts = ExitStatus(rawValue: 10)
    /// Interrupted by Ctrl-C.
    package static let interrupted = ExitStatus(rawValue: 130)
}
