package import AggSource
import Glibc

/// Looks at the locale and the terminal.
package struct TerminalHealth: HealthCheck {
    private let environment: [String: String]

    /// Makes a check of an environment.
    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// What was found of the locale and the terminal.
    package func findings(in scope: HealthScope) async -> [HealthFinding] { [locale, terminal] }

    private var locale: HealthFinding {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name else { return HealthFinding("locale", .ok, "none is named, so that text is UTF-8") }
        if TerminalLocale.isPlain(environment) {
            return HealthFinding(
                "locale", .warning, "\(name) is not UTF-8, so that a terminal is given plain ASCII",
                mend: "set LANG=C.UTF-8 where the terminal shows UTF-8")
        }
        guard let locale = newlocale(1 << LC_CTYPE, name, nil) else {
            return HealthFinding(
                "locale", .warning, "\(name) is not installed, and C.UTF-8 stands in for it",
                mend: "install it (locale-gen, or dpkg-reconfigure locales), or set LANG=C.UTF-8")
        }
        freelocale(locale)
        return HealthFinding("locale", .ok, name)
    }

    private var terminal: HealthFinding {
        guard isTerminal(1) else { return HealthFinding("terminal", .skipped, "standard output is no terminal") }
        let type = environment["TERM"] ?? ""
        guard !["", "dumb", "unknown"].contains(type) else {
            return HealthFinding(
                "terminal", .warning, "TERM is \(type.isEmpty ? "not set" : type), so that nothing is drawn over",
                mend: "set TERM to the type of the terminal, such as xterm-256color")
        }
        guard TerminalTypes(environment).describe(type) else {
            return HealthFinding(
                "terminal", .warning, "\(type) is not described on this machine, so that little is drawn over",
                mend: "install its description (ncurses-term), or set TERM to a type such as xterm-256color")
        }
        guard let size = TerminalSize(of: 1) else {
            return HealthFinding(
                "terminal", .warning, "\(type), whose size is not known", mend: "stty rows 24 columns 80 sets it")
        }
        let text = "\(type), \(size.columns) columns, \(size.rows) rows"
        guard size.columns >= 40, size.rows >= 10 else {
            return HealthFinding("terminal", .warning, text, mend: "make the window larger: 40 columns, 10 rows")
        }
        return HealthFinding("terminal", .ok, text)
    }
}
