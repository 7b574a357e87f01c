import AggCore

/// One document a record, a line each, without the envelope.
enum NDJSONFormat {
    static func render(_ output: CommandOutput) -> String {
        AnswerDocument(output).items.map { $0.text + "\n" }.joined()
    }
}
