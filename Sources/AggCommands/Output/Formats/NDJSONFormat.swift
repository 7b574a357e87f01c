import AggCore

/// One document a record, a line each, without the envelope.
enum NDJSONFormat {
    static func text(_ output: CommandOutput) -> AnswerText {
        let document = AnswerDocument(output)
        return AnswerText("", rows: document.count) { document.item($0).text + "\n" }
    }
}
