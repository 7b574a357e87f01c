import AggCore

/// The rows of an output that are read while they are written, and the answer that they belong to.
struct StreamedRows {
    let stream: RowStream
    private let report: RecordsReport
    private let output: CommandOutput

    /// Creates the rows of an output; nil if they are already known.
    init?(_ output: CommandOutput) {
        guard let stream = output.rows, let report = output.body as? RecordsReport else { return nil }
        self.stream = stream
        self.report = report
        self.output = output
    }

    /// The output with these rows, as if there were no others.
    func output(
        with rows: [RecordsAnswer.Row], isTruncated: Bool = false, after time: Duration = .zero
    ) -> CommandOutput {
        var (output, report) = (output, report)
        report.answer.rows = rows
        report.answer.isTruncated = isTruncated
        output.body = report
        output.rows = nil
        output.elapsed += time
        return output
    }

    /// The first rows for people, without a footer, and a function that writes further rows in the same form.
    func beginning(
        _ rows: [RecordsAnswer.Row], _ presentation: Presentation
    ) -> (text: AnswerText, further: (_ row: RecordsAnswer.Row, _ number: Int) -> String) {
        var report = report
        report.answer.rows = rows
        return (report.rowLines(output, presentation), report.further(output, presentation))
    }

    /// The footer below all rows, of which some are given.
    func footer(
        _ rows: [RecordsAnswer.Row], count: Int, isTruncated: Bool, after time: Duration, _ presentation: Presentation
    ) -> AnswerText {
        let output = output(with: rows, isTruncated: isTruncated, after: time)
        guard let report = output.body as? RecordsReport else { return AnswerText("") }
        return AnswerText(Footer(output, presentation).lines(report, count: count))
    }
}
