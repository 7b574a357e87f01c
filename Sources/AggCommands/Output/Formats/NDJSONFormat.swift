import AggCore

/// One document a record, a line each, without the envelope.
enum NDJSONFormat {
    static func render(_ output: CommandOutput, of command: String) -> String {
        AnswerDocument(output, of: command).items.map { $0.text + "\n" }.joined()
    }
}
