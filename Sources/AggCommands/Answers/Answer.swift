package import AggCore
package import AggSearch
import AggSource
package import AggStorage

/// The answer of a command as a value: its content as a document, a table, and lines.
///
/// Each is in its own file. No output format knows the kinds of answers, so a new one needs nothing else.
package protocol Answer: Sendable {
    /// The answer as JSON.
    func document(_ output: CommandOutput) -> AnswerDocument
    /// The answer as columns and rows of exact text; nil if it is only prose.
    func cells(_ output: CommandOutput) -> AnswerTable?
    /// The answer as csv and tsv, which have no room for prose; nil if it is only prose.
    func separatedCells(_ output: CommandOutput) -> AnswerTable?
    /// The answer for people.
    func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText
    /// The answer for people with one value per line; nil if that makes no difference.
    func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText?

    /// Whether it consists of records, whose origin matters.
    var showsRecords: Bool { get }
    /// Whether it is more than prose, so that `last` can show it.
    var canBeShownAgain: Bool { get }
    /// The records shown; nil if the answer is not about records and its columns are fixed.
    var records: [RecordsAnswer.Row]? { get }
    /// Whether it is one record with all of its values.
    var isOneRecord: Bool { get }
    /// The table that the answer consists of or is drawn from; nil for other answers.
    var values: DataTable? { get }
    /// The only columns that can be selected; nil for all.
    var ownColumns: [String]? { get }
    /// Keeps only some of its columns; false if the output formats select them while writing.
    mutating func choose(_ columns: [String]) -> Bool
    /// Notes on how a query was interpreted; always empty for answers without a query.
    var queryNotes: [String] { get set }
    /// Adds an option to the command that shows more records.
    mutating func addToMore(_ option: String)
    /// The records that the row numbers refer to in a format; nil if the answer has no numbered rows.
    func numberedAddresses(in form: OutputFormat) -> [RecordAddress]?
    /// The answer as an SVG document; nil if it is not a picture.
    var svg: String? { get }

    /// Whether it has only the first of its rows.
    var isTruncated: Bool { get }
    /// The status of the answer's sources; empty if it is not about records.
    var sources: [SourceStatus] { get }
    /// The sources to mention if they hold only a sample.
    var concernedSources: [SourceStatus] { get }
    /// The sources that make the answer doubtful if they are stale.
    var decisiveSources: [SourceStatus] { get }
    /// The sources to report as refused if the cache is off and they return no rows.
    var requiredSources: [SourceStatus] { get }
}

extension Answer {
    package func separatedCells(_ output: CommandOutput) -> AnswerTable? { cells(output) }
    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? { nil }
    package var showsRecords: Bool { false }
    package var canBeShownAgain: Bool { true }
    package var records: [RecordsAnswer.Row]? { nil }
    package var isOneRecord: Bool { false }
    package var values: DataTable? { nil }
    package var ownColumns: [String]? { values?.columns }
    package mutating func choose(_ columns: [String]) -> Bool { false }
    package var queryNotes: [String] {
        get { [] }
        set {}
    }
    package mutating func addToMore(_ option: String) {}
    package func numberedAddresses(in form: OutputFormat) -> [RecordAddress]? { nil }
    package var svg: String? { nil }
    package var isTruncated: Bool { false }
    package var sources: [SourceStatus] { [] }
    package var concernedSources: [SourceStatus] { sources }
    package var decisiveSources: [SourceStatus] { sources }
    package var requiredSources: [SourceStatus] { sources }
}

/// Text for people, such as help.
package struct TextAnswer: Answer {
    package let text: String
    /// The sources of a picture that the text says was written.
    package let decisiveSources: [SourceStatus]
    /// What the text lists, for csv and tsv; no columns if it is only prose.
    private let table: (columns: [String], rows: [[String]])

    package init(_ text: String, decisiveSources: [SourceStatus] = []) {
        self.text = text
        self.decisiveSources = decisiveSources
        table = ([], [])
    }

    /// Creates a text that lists names with a summary of each.
    init(_ text: String, listing summaries: [(String, String)]) {
        self.text = text
        decisiveSources = []
        table = (Self.listColumns, summaries.map { [$0.0, $0.1] })
    }

    /// The columns of names with a summary of each.
    static let listColumns = ["name", "summary"]

    package var canBeShownAgain: Bool { false }

    package func document(_ output: CommandOutput) -> AnswerDocument { AnswerDocument(text: text) }

    package func cells(_ output: CommandOutput) -> AnswerTable? { nil }

    package func separatedCells(_ output: CommandOutput) -> AnswerTable? {
        table.columns.isEmpty ? nil : AnswerTable(table.columns, table.rows, choosing: output.columns)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(words: VisibleText.ofLines(text) + "\n", presentation)
    }
}

/// A script or page for another program, as it is; a terminal can show another text instead.
struct ScriptAnswer: Answer {
    let text: String
    /// The text for people at a terminal; nil to show the same.
    var page: String?

    var canBeShownAgain: Bool { false }

    func document(_ output: CommandOutput) -> AnswerDocument { AnswerDocument(text: text) }

    func cells(_ output: CommandOutput) -> AnswerTable? { nil }

    func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard let page, presentation.width != nil else { return AnswerText(text) }
        return TextAnswer(page).lines(output, presentation)
    }
}
