package import AggCore
import AggSource

/// The result of a command: its answer, the requested form, and everything else to report.
package struct CommandOutput: Sendable {
    /// How to end a session or script.
    package enum Leave: Hashable, Sendable {
        /// With the status of the commands so far.
        case asItWent
        /// With a given status.
        case with(ExitStatus)
    }

    /// The answer; nil if there is nothing to show.
    package var body: (any Answer)?
    /// The rows of the answer if they are read while they are written; the answer has none then.
    package var rows: RowStream?
    /// The name of the command, even if it was called by an alias.
    package var command = ""
    /// The exit status of the command.
    package var status: ExitStatus
    /// Errors in addition to the answer, a line each on standard error.
    package var errors: [CommandError]
    /// Remarks in addition to the answer, a line each on standard error.
    package var remarks: [String] = []
    /// How to end the session or script; nil to continue.
    package var leave: Leave?
    /// The time the command took.
    package var elapsed: Duration = .zero
    /// The format requested with the command itself.
    package var format: OutputFormat?
    /// Whether a table of records has a heading per day.
    package var groupsByDay = false
    /// The columns selected with the command itself; nil for the usual ones.
    package var columns: [String]?
    /// The columns requested in addition to these.
    package var addedColumns: [String] = []
    /// Whether to show column headings.
    package var hasHeadings = true
    /// The number of rows if the default limit left out others; nil otherwise, and if only errors are wanted.
    package var rowsWithinDefaultLimit: Int?
    /// Whether the errors are the answer, because no source may show its rows: no file is written, and only JSON shows
    /// anything else.
    package var isRefused = false
    /// The error that is the answer because the cache is off and no source may show rows; nil otherwise.
    package var refusal: CommandError? { isRefused || rows != nil && status == .failed ? errors.first : nil }
    /// Whether it only confirms that something was done; formats for rows only leave it out.
    package var isConfirmation = false
    /// The file whose commands are to be run.
    package var script: String?
    /// The action to run once the answer has been delivered; returns its error if it fails.
    package var whenDelivered: (@Sendable () async -> CommandError?)?
    /// The command to run again and again.
    package var repetition: Repetition?

    package init(
        _ body: (any Answer)? = nil, status: ExitStatus = .done, errors: [CommandError] = [], leave: Leave? = nil
    ) {
        self.body = body
        self.status = status
        self.errors = errors
        self.leave = leave
    }

    /// The columns of a table for people: the selected ones, or else those of the command; nil for the usual ones.
    var tableColumns: [String]? { columns ?? RecordColumns.ofTables[command] }

    /// The output with the selected columns, if the answer selects them itself; otherwise that is up to the output
    /// format.
    var withChosenColumns: CommandOutput {
        var output = self
        if let columns, output.body?.choose(columns) == true { output.columns = nil }
        return output
    }
}

/// A command to run again and again, as `watch` requests it.
package struct Repetition: Sendable {
    /// The words of the command.
    package let words: [Word]
    /// The pause between two runs.
    package let pause: Duration
    /// The number of runs; nil until Ctrl-C.
    package let count: Int?

    /// The line above an answer, such as “every 5 s: search pizza”, with the command as typed.
    package var title: String {
        let seconds = JSONWriter.shortest(pause / .seconds(1))
        // A statement is one word, exactly as typed.
        let isRaw = words.first.map { RawText.commands.contains($0.text) } ?? false
        let typed = words.map { isRaw || $0.literalFrom == nil ? $0.text : GrammarText.line([$0]) }
        return VisibleText.of("every \(seconds) s: \(typed.joined(separator: " "))")
    }
}
