/// What a command answers, with what was asked of its form and what else became of it.
package struct CommandOutput: Sendable {
    /// How a session or script is left.
    package enum Leave: Hashable, Sendable {
        /// With the status that what was done so far came to.
        case asItWent
        /// With a status of its own.
        case with(ExitStatus)
    }

    /// What is answered; nil if there is nothing to say.
    package var body: (any Answer)?
    /// The name of the command, whatever alias it was called by.
    package var command = ""
    /// The status the command ends with.
    package var status: ExitStatus
    /// What went wrong though there is an answer: a line each on standard error.
    package var errors: [CommandError]
    /// What is worth knowing beside the answer: a line each on standard error.
    package var remarks: [String] = []
    /// How to leave the session or script; nil to go on.
    package var leave: Leave?
    /// The time the command took.
    package var elapsed: Duration = .zero
    /// The form that was asked for with the command itself.
    package var format: OutputFormat?
    /// Whether a table of records has a heading for each day.
    package var groupsByDay = false
    /// The columns that were asked for with the command itself; nil for the usual ones.
    package var columns: [String]?
    /// The columns that were asked for beside these.
    package var addedColumns: [String] = []
    /// Whether the headings of columns are shown.
    package var hasHeadings = true
    /// Whether it only says that something was done as it was asked for: where rows alone are expected it is left out.
    package var isConfirmation = false
    /// The file whose commands are to be run.
    package var script: String?

    package init(
        _ body: (any Answer)? = nil, status: ExitStatus = .done, errors: [CommandError] = [], leave: Leave? = nil
    ) {
        self.body = body
        self.status = status
        self.errors = errors
        self.leave = leave
    }

    /// The output with the columns that were asked for, where the answer chooses them itself; the columns of others are left
    /// to their forms.
    var withChosenColumns: CommandOutput {
        var output = self
        if let columns, output.body?.choose(columns) == true { output.columns = nil }
        return output
    }
}
