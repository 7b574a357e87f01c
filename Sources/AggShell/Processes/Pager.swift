import AggCommands
import Synchronization

/// Shows answers that don't fit the terminal page by page: with the pager from the settings, else `$PAGER`, else less.
package final class Pager: Sendable {
    private let environment: [String: String]
    private let hasComplained = Mutex(false)

    /// Creates a pager.
    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// The command for a setting; nil if answers are not paged.
    func command(for setting: String) -> ShellCommand? {
        guard setting != "off", TerminalEnvironment.isCapable(environment["TERM"]) else { return nil }
        let named = environment["PAGER"] ?? ""
        let text = setting != "auto" ? setting : named.contains { !$0.isWhitespace } ? named : "less -\(Self.options)"
        return text == "cat" ? nil : ShellCommand(text: text)
    }

    /// Whether a pager is known to pass color sequences on to the terminal, as less does with the right option.
    ///
    /// Others, such as more, count the sequences as width or show them as text.
    func showsColors(_ command: ShellCommand) -> Bool {
        let words = command.text.split(whereSeparator: \.isWhitespace)
        guard let program = words.first, program.split(separator: "/").last == "less" else { return false }
        let options = words.dropFirst().filter { $0.hasPrefix("-") }
        let usual = (environment["LESS"] ?? Self.options).split(whereSeparator: \.isWhitespace)
        return (options + usual).contains { option in
            option.hasPrefix("--")
                ? option.lowercased().hasPrefix("--raw") : option.contains { $0.lowercased() == "r" }
        }
    }

    /// The options for less: without them it clears the screen, and waits for a key even if everything fits.
    private static let options = "FRSX"

    /// Whether a text needs more rows than the terminal has above the prompt.
    static func isNeeded(for text: AnswerText, on size: TerminalSize) -> Bool {
        var rows = 0
        var width = 0
        for piece in text {
            // Split by scalars, because the line ending of csv is two scalars but one character.
            let parts = piece.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                width += WithoutColors.width(of: String(part.last == "\r" ? part.dropLast() : part))
                guard index < parts.count - 1 else { break }
                rows += max(1, (width + size.columns - 1) / size.columns)
                width = 0
                if rows >= size.rows { return true }
            }
        }
        return false
    }

    /// Shows a text.
    ///
    /// - Returns: Whether it was shown; if not, the reason, which is reported only once.
    func show(_ text: AnswerText, with command: ShellCommand, _ interrupts: InterruptMonitor?) async -> Result {
        if let missing = command.missingProgram(in: environment) {
            return .notShown(once("cannot find the pager \(Quoted.text(missing)); choose another one with “set pager”"))
        }
        let variables = environment.merging(["LESS": Self.options]) { own, _ in own }
        let child = ChildProcess(arguments: command.arguments, environment: variables)
        switch await child.run(feeding: text, interrupts: interrupts) {
        case .exited(126), .exited(127), .refused:
            return .notShown(once("cannot run the pager \(Quoted.text(command.text))"))
        default: return .shown
        }
    }

    /// The result of showing an answer.
    enum Result: Hashable, Sendable {
        case shown
        case notShown(String?)
    }

    private func once(_ sentence: String) -> String? {
        hasComplained.withLock { told in
            defer { told = true }
            return told ? nil : sentence
        }
    }
}
