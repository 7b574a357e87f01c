package import AggCore

/// What a command answers, as a value: what it says, not how it looks.
package struct CommandOutput: Sendable {
    /// What is answered.
    package enum Body: Sendable {
        /// Records, with the query as it was typed and the words that say how to see more.
        case records(RecordsAnswer, query: String?, more: String?)
        /// One record with all its fields, and the columns that explain them.
        case record(RecordsAnswer, columns: [Column])
        /// The sources.
        case sources([SourceStatus])
        /// All that is known of one source.
        case source(SourceDetails)
        /// What became of a wish to change the sources.
        case change(SourceReport)
        /// How a refresh ended.
        case outcomes([RefreshOutcome], [SourceStatus])
        /// A sentence about something done to a record, with the number of favorites and their limit.
        case favorite(FavoriteReport)
        /// Settings with their values and where these came from.
        case settings([SettingReport])
        /// The saved searches.
        case saved([SavedSearch])
        /// Columns and rows of values.
        case table(TableReport)
        /// What refreshes changed.
        case changes(ChangesReport)
        /// A picture, and the table it is drawn from.
        case picture(PictureReport)
        /// What was found wrong and right, and what was repaired.
        case health(HealthReport)
        /// Text for a person, such as help.
        case text(String)
        /// Nothing.
        case nothing
    }

    /// How a session or script is left.
    package enum Leave: Hashable, Sendable {
        /// With the status that what was done so far came to.
        case asItWent
        /// With a status of its own.
        case with(ExitStatus)
    }

    /// What is answered.
    package var body: Body
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

    /// Makes an output.
    package init(_ body: Body, status: ExitStatus = .done, errors: [CommandError] = [], leave: Leave? = nil) {
        self.body = body
        self.status = status
        self.errors = errors
        self.leave = leave
    }

    /// Adds notes on how the query was read.
    mutating func addQueryNotes(_ notes: [String]) {
        switch body {
        case .records(var answer, let query, let more):
            answer.notes += notes
            body = .records(answer, query: query, more: more)
        case .table(var report):
            report.queryNotes += notes
            body = .table(report)
        case .picture(var picture):
            picture.report.queryNotes += notes
            body = .picture(picture)
        default: break
        }
    }

    /// Adds an option to the line that shows more.
    mutating func addToMore(_ option: String) {
        guard case .records(let answer, let query, let more?) = body else { return }
        body = .records(answer, query: query, more: "\(more) \(option)")
    }

    /// Whether the answer is records, whose origin matters.
    package var showsRecords: Bool {
        switch body {
        case .records, .record: true
        case .table(let report): !report.sources.isEmpty
        case .picture: true
        default: false
        }
    }

    /// Whether it is more than words, so that `last` has something to show.
    var canBeShownAgain: Bool {
        switch body {
        case .records, .record, .sources, .source, .outcomes, .saved, .table, .picture, .changes: true
        default: false
        }
    }

    /// What is to be said of how a query was read and answered; empty for what has no query.
    var queryNotes: [String] {
        switch body {
        case .records(let answer, _, _): answer.notes
        case .table(let report): report.queryNotes
        case .picture(let picture): picture.report.queryNotes
        default: []
        }
    }

    /// The picture as an SVG document; nil where the answer is none.
    package var svg: String? {
        if case .picture(let picture) = body { picture.svg } else { nil }
    }

    /// Whether it is the favorites that were asked for: they are the person's own, whatever their sources hold.
    var isAboutFavorites: Bool {
        if case .records(let answer, _, _) = body { answer.isOfFavorites } else { command == "favorites" }
    }

    /// What is known of the sources that the answer is drawn from.
    package var concernedSources: [SourceStatus] {
        guard isAboutFavorites, case .records(let answer, _, _) = body else { return sources }
        let ids = Set(answer.rows.map(\.address.source))
        return sources.filter { ids.contains($0.id) }
    }

    /// The table of values that the answer is, or is drawn from; nil for all others.
    var table: DataTable? {
        switch body {
        case .table(let report): report.table
        case .changes(let report): report.table
        case .picture(let picture): picture.report.table
        default: nil
        }
    }

    /// What is known of the sources of the answer; empty where it is not about records.
    package var sources: [SourceStatus] {
        switch body {
        case .records(let answer, _, _), .record(let answer, _): answer.sources.map(\.status)
        case .outcomes(_, let sources): sources
        case .table(let report): report.sources
        case .picture(let picture): picture.report.sources
        default: []
        }
    }
}
