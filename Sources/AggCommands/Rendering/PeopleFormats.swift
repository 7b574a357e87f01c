import AggCore

/// A table that fits the width of the terminal, with what is to be said under it.
enum TableFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard !answer.showsRecords, output.columns != nil, let table = answer.cells(output) else {
            return answer.lines(output, presentation)
        }
        let columns = table.columns.map { TextTable.Column(heading: $0, isFlexible: true, isKept: true) }
        return AnswerText(presentation.table(columns, table.rows))
    }
}

/// One record at a time, a line a value.
enum ListFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        answer.list(output, presentation) ?? TableFormat.text(answer, output, presentation)
    }
}
