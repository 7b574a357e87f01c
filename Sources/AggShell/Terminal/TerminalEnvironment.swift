package import AggCommands
import Foundation

/// The standard streams and the environment at the start of the program.
package struct TerminalEnvironment: Sendable {
    /// Whether standard input and output are both terminals.
    package var isInteractive: Bool
    /// Whether standard output is a terminal.
    package var hasTerminalOutput: Bool
    /// Whether standard error is a terminal, so that progress can be drawn on it.
    package var hasTerminalErrors: Bool
    /// The environment variables.
    package var environment: [String: String]
    /// Whether the program runs with `--offline`.
    package var isOffline: Bool

    /// Examines the standard streams.
    package init(environment: [String: String], isOffline: Bool = false) {
        self.environment = environment
        self.isOffline = isOffline
        hasTerminalOutput = isTerminal(1)
        hasTerminalErrors = isTerminal(2)
        isInteractive = isTerminal(0) && hasTerminalOutput
    }

    /// Whether answers are colored: according to the setting, else NO_COLOR, CLICOLOR_FORCE, and TERM (no-color.org;
    /// bixense.com/clicolors).
    package func usesColor(_ setting: Settings.ColorUse) -> Bool { usesColor(setting, isTerminal: hasTerminalOutput) }

    /// The same for text that goes to a terminal, or to something else.
    func usesColor(_ setting: Settings.ColorUse, isTerminal: Bool) -> Bool {
        switch setting {
        case .always: return true
        case .never: return false
        case .auto:
            if let use = Self.colorUse(of: environment) { return use == .always }
            return isTerminal && Self.isCapable(environment["TERM"])
        }
    }

    /// Whether a terminal of a type, the value of TERM, can do more than print lines; without a type, it cannot.
    package static func isCapable(_ type: String?) -> Bool { !["", "dumb"].contains(type ?? "") }

    /// Whether a terminal of a type, the value of TERM, puts marks around pasted text when asked to.
    ///
    /// Nearly all do, except consoles, old terminals, and GNU screen, whose type tmux may use too.
    package static func marksPastes(_ type: String?, isTmux: Bool) -> Bool {
        guard let type, isCapable(type) else { return false }
        if type.hasPrefix("screen") { return isTmux }
        let old = ["ansi", "cons", "eterm", "linux", "sun", "vt1", "vt2", "vt3", "vt4", "vt5"]
        return !old.contains { type.hasPrefix($0) }
    }

    /// How errors and remarks are shown on standard error.
    package func errorPresentation(_ settings: Settings) -> Presentation {
        var presentation = Presentation(
            width: hasTerminalErrors ? width(of: STDERR_FILENO) : nil,
            usesColor: usesColor(settings.color, isTerminal: hasTerminalErrors))
        presentation.theme = settings.theme
        presentation.isOffline = isOffline
        return presentation
    }

    /// The width of the terminal on a descriptor, unless the environment specifies another; nil if it is unknown.
    private func width(of descriptor: Int32) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
            ?? TerminalSize(of: descriptor)?.columns
    }

    /// The environment's preference for colors; nil if that is left to the terminal.
    package static func colorUse(of environment: [String: String]) -> Settings.ColorUse? {
        if environment["NO_COLOR"]?.isEmpty == false { return .never }
        if let forced = environment["CLICOLOR_FORCE"], !forced.isEmpty, forced != "0" { return .always }
        return environment["CLICOLOR"] == "0" ? .never : nil
    }

    /// The theme for the background that some terminals report in COLORFGBG as foreground and background color, such as
    /// `15;0`; nil if absent.
    package static func theme(of environment: [String: String]) -> Style.Theme? {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let background = Int(last) else {
            return nil
        }
        switch background {
        case 0...6, 8: return .dark
        case 7, 9...15: return .light
        default: return nil
        }
    }

    /// How an answer is shown.
    package func presentation(_ format: OutputFormat, _ settings: Settings) -> Presentation {
        var presentation = Presentation(
            format: format, width: hasTerminalOutput ? width(of: STDOUT_FILENO) : nil,
            usesColor: usesColor(settings.color))
        presentation.height = hasTerminalOutput ? TerminalSize(of: 1)?.rows : nil
        presentation.theme = settings.theme
        presentation.time = Date()
        presentation.expanded = settings.expanded
        presentation.showsTiming = settings.showsTiming
        presentation.isOffline = isOffline
        presentation.isPlain = hasTerminalOutput && TerminalLocale.isPlain(environment)
        return presentation
    }

    /// The environment for an answer that goes to a file or a command: without a terminal, regardless of standard output.
    var redirected: TerminalEnvironment {
        var terminal = self
        terminal.hasTerminalOutput = false
        return terminal
    }
}
