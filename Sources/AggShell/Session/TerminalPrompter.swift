import AggCommands
import AggCore

/// Asks the person at the prompt.
package struct TerminalPrompter: Prompter {
    private let reader: any LineReader

    /// Makes a prompter over the reader of the session.
    package init(reader: any LineReader) {
        self.reader = reader
    }

    /// Asks until an answer is one of the choices, or begins one; Ctrl-C and Ctrl-D leave the question.
    package func choose(_ question: String, among answers: [String]) async -> String? {
        reader.announce(VisibleText.of(question))
        while case .line(let line) = await reader.readLine(prompt: "[\(answers.joined(separator: "/"))] ") {
            let text = line.lowercased()
            if let answer = answers.first(where: { !text.isEmpty && $0.hasPrefix(text) }) { return answer }
        }
        return nil
    }
}
