package import AggCommands

/// What is known of the streams and the environment when the program starts.
package struct Surroundings: Sendable {
    /// Whether lines come from a person and answers go to one.
    package var isInteractive: Bool
    /// Whether standard output is a terminal.
    package var hasTerminalOutput: Bool
    /// Whether standard error is a terminal, so that progress can be drawn on it.
    package var hasTerminalErrors: Bool
    /// The environment variables.
    package var environment: [String: String]

    /// Looks at the standard streams.
    package init(environment: [String: String]) {
        self.environment = environment
        hasTerminalOutput = isTerminal(1)
        hasTerminalErrors = isTerminal(2)
        isInteractive = isTerminal(0) && hasTerminalOutput
    }

    /// Whether answers are colored: as the setting says, else as NO_COLOR, CLICOLOR_FORCE and TERM do
    /// (no-color.org; bixense.com/clicolors).
    package func usesColor(_ setting: Settings.ColorUse) -> Bool {
        switch setting {
        case .always: return true
        case .never: return false
        case .auto:
            if environment["NO_COLOR"]?.isEmpty == false { return false }
            if let forced = environment["CLICOLOR_FORCE"], !forced.isEmpty, forced != "0" { return true }
            return hasTerminalOutput && environment["TERM"] != "dumb" && environment["CLICOLOR"] != "0"
        }
    }

    /// How an answer is shown.
    func presentation(_ format: OutputFormat, _ settings: Settings) -> Presentation {
        let width =
            hasTerminalOutput
            ? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? TerminalSize(of: 1)?.columns
            : nil
        return Presentation(format: format, width: width, usesColor: usesColor(settings.color))
    }
}
