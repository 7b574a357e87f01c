import AggCore

/// One compact document a command, on one line.
enum JSONFormat {
    static func render(_ output: CommandOutput) -> String {
        AnswerDocument(output).envelope.text + "\n"
    }
}
