import AggCore

/// One compact document a command, on one line.
enum JSONFormat {
    static func render(_ output: CommandOutput, of command: String) -> String {
        AnswerDocument(output, of: command).envelope.text + "\n"
    }
}
