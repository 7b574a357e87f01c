package import AggCore
package import AggSource
package import AggStorage

/// One record with all its fields, and the columns that explain them.
package struct RecordReport: Answer {
    /// The record, with its source.
    package let answer: RecordsAnswer
    private let declared: [Column]

    package init(_ answer: RecordsAnswer, columns: [Column]) {
        self.answer = answer
        declared = columns
    }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        AnswerDocument(answer, query: nil, of: output)
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { AnswerTable(answer.rows, of: output) }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard let row = answer.rows.first else { return AnswerText("") }
        let source = Footer.lines(answer.sources.prefix(1).map(\.status), presentation, atMost: 1)
        let lines = RecordLayout(output, presentation).lines(row, declared: declared) + source
        return AnswerText(lines.joined(separator: "\n") + "\n")
    }

    package var showsRecords: Bool { true }
    package var records: [RecordsAnswer.Row]? { answer.rows }
    package var sources: [SourceStatus] { answer.sources.map(\.status) }

    /// A record that is there is shown, whatever becomes of its source.
    package var requiredSources: [SourceStatus] { [] }
}
