import AggCommands

/// Asks the user at the prompt.
package struct TerminalPrompter: Prompter {
    private let reader: any LineReader

    /// Creates a prompter that uses the session's reader.
    package init(reader: any LineReader) {
        self.reader = reader
    }

    /// Asks until an answer is one of the choices or a prefix of one; Ctrl-C and Ctrl-D cancel, even if Ctrl-C comes
    /// just before the question.
    package func choose(_ question: String, among answers: [String]) async -> String? {
        guard !Task.isCancelled else { return nil }
        reader.announce(VisibleText.ofLines(question))
        let prompt = "[\(answers.joined(separator: "/"))] "
        while !Task.isCancelled, case .line(let line) = await reader.readLine(prompt: prompt) {
            let text = line.lowercased()
            if let answer = answers.first(where: { !text.isEmpty && $0.hasPrefix(text) }) { return answer }
            reader.announce("Type \(answers.joined(separator: " or ")).")
        }
        return nil
    }
}
