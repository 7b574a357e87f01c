package import AggCore
package import AggSearch
import AggSource
package import AggStorage

/// What a command answers, as a value: what it says, and how that stands in a document, in a table and in lines.
///
/// One file each. No form knows the kinds of answers, so that a new one needs no more than this.
package protocol Answer: Sendable {
    /// The answer as JSON.
    func document(_ output: CommandOutput) -> AnswerDocument
    /// The answer as columns and rows of exact text; nil if it is only words.
    func cells(_ output: CommandOutput) -> AnswerTable?
    /// The answer for a person.
    func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText
    /// The answer for a person with a line a value; nil if it looks the same as without.
    func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText?

    /// Whether it is records, whose origin matters.
    var showsRecords: Bool { get }
    /// Whether it is more than words, so that `last` has something to show.
    var canBeShownAgain: Bool { get }
    /// The records that are shown; nil if the answer is not about records, and its columns are always the same.
    var records: [RecordsAnswer.Row]? { get }
    /// The table of values that the answer is, or is drawn from; nil for all others.
    var values: DataTable? { get }
    /// The only columns that may be asked for; nil if all may be.
    var ownColumns: [String]? { get }
    /// Keeps some of its columns alone; false where each form chooses them as it writes.
    mutating func choose(_ columns: [String]) -> Bool
    /// What is to be said of how a query was read and answered; empty, and stays so, for what has no query.
    var queryNotes: [String] { get set }
    /// Adds an option to the line that shows more records.
    mutating func addToMore(_ option: String)
    /// The records that the numbers of the rows mean in a form; nil if the answer has no numbered rows.
    func numberedAddresses(in form: OutputFormat) -> [RecordAddress]?
    /// The answer as an SVG document; nil if it is no picture.
    var svg: String? { get }

    /// What is known of the sources of the answer; empty where it is not about records.
    var sources: [SourceStatus] { get }
    /// The sources of which a person is told that they hold a sample only.
    var concernedSources: [SourceStatus] { get }
    /// The sources that make the answer doubtful where they are stale.
    var decisiveSources: [SourceStatus] { get }
    /// The sources that are refused, with the cache off, where they give no rows.
    var requiredSources: [SourceStatus] { get }
}

extension Answer {
    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? { nil }
    package var showsRecords: Bool { false }
    package var canBeShownAgain: Bool { true }
    package var records: [RecordsAnswer.Row]? { nil }
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
    package var sources: [SourceStatus] { [] }
    package var concernedSources: [SourceStatus] { sources }
    package var decisiveSources: [SourceStatus] { sources }
    package var requiredSources: [SourceStatus] { sources }
}

/// Text for a person, such as help.
package struct TextAnswer: Answer {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package var canBeShownAgain: Bool { false }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        var document = AnswerDocument([["text": .string(text)]], members: ["text": .string(text)])
        document.told = 0
        return document
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { nil }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(words: VisibleText.ofLines(text) + "\n", presentation)
    }
}
