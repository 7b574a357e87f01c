package import AggSource
import Glibc

/// Checks the locale and the terminal.
package struct TerminalHealth: HealthCheck {
    private let environment: [String: String]

    /// Creates a check of an environment.
    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// The findings on the locale and the terminal.
    package func findings(in scope: HealthScope) async -> [HealthFinding] { [locale, terminal] }

    private var locale: HealthFinding {
        guard let name = TerminalLocale.name(in: environment) else {
            return HealthFinding("locale", .ok, "not set; using UTF-8")
        }
        if TerminalLocale.isPlain(environment) {
            return HealthFinding(
                "locale", .warning, "\(name) is not UTF-8, so terminal output is plain ASCII",
                fix: "set LANG=C.UTF-8 if the terminal supports UTF-8")
        }
        guard let locale = newlocale(1 << LC_CTYPE, name, nil) else {
            return HealthFinding(
                "locale", .warning, "\(name) is not installed; using C.UTF-8 instead",
                fix: "install it (locale-gen, or dpkg-reconfigure locales), or set LANG=C.UTF-8")
        }
        freelocale(locale)
        return HealthFinding("locale", .ok, name)
    }

    private var terminal: HealthFinding {
        guard isTerminal(1) else { return HealthFinding("terminal", .skipped, "standard output is not a terminal") }
        let type = environment["TERM"] ?? ""
        guard !["", "dumb", "unknown"].contains(type) else {
            return HealthFinding(
                "terminal", .warning,
                "TERM is \(type.isEmpty ? "not set" : type), so agg cannot update output in place",
                fix: "set TERM to your terminal type, such as xterm-256color")
        }
        guard TerminalTypes(environment).describe(type) else {
            return HealthFinding(
                "terminal", .warning, "no terminfo entry for \(type), so agg cannot update most output in place",
                fix: "install ncurses-term, or set TERM to another type such as xterm-256color")
        }
        guard let size = TerminalSize(of: 1) else {
            return HealthFinding(
                "terminal", .warning, "\(type), unknown size", fix: "set the size with: stty rows 24 columns 80")
        }
        let text = "\(type), \(size.columns) columns, \(size.rows) rows"
        guard size.columns >= 40, size.rows >= 10 else {
            return HealthFinding("terminal", .warning, text, fix: "make the window at least 40 columns by 10 rows")
        }
        return HealthFinding("terminal", .ok, text)
    }
}

/// The terminal types that the system describes, in the locations given by terminfo(5).
struct TerminalTypes {
    private let folders: [String]

    /// Uses the folders given in the environment and those of the system.
    init(_ environment: [String: String], system: [String] = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"])
    {
        let own = [environment["TERMINFO"], environment["HOME"].map { $0 + "/.terminfo" }].compactMap { $0 }
        let more = (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
        folders = own + more + system
    }

    /// Whether a type is described: by a file in a folder named after its first letter or that letter's code.
    func describe(_ type: String) -> Bool {
        guard let first = type.utf8.first, !type.contains("/") else { return false }
        return folders.contains { folder in
            [String(decoding: [first], as: UTF8.self), String(first, radix: 16)].contains {
                access("\(folder)/\($0)/\(type)", R_OK) == 0
            }
        }
    }
}

/// The C library's character set, which libedit uses.
package enum TerminalLocale {
    /// Uses the environment's character set if it is UTF-8, or else C.UTF-8.
    ///
    /// Otherwise libedit edits bytes: `são` would arrive as `so`. Everything agg writes is UTF-8, so any other
    /// character set, or none (no locale variable, the C or POSIX locale), is replaced. Only `LC_CTYPE` is changed.
    package static func prepare() {
        if setlocale(LC_CTYPE, "") != nil, isUTF8 { return }
        for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil && isUTF8 { return }
    }

    /// Whether the environment sets a locale whose character set is not UTF-8; no locale counts as UTF-8.
    package static func isPlain(_ environment: [String: String]) -> Bool {
        guard let name = Self.name(in: environment) else { return false }
        // Searching for “utf-8” in the text would take longer than the rest of this start's work on the terminal.
        let codeset = name.split(separator: ".").last?.prefix { $0 != "@" }
        return !["utf-8", "utf8"].contains(codeset?.lowercased())
    }

    /// The environment for a pager and other programs that receive agg's text.
    ///
    /// Without a locale, they would take the text for ASCII, while agg uses UTF-8.
    static func forPrograms(_ environment: [String: String]) -> [String: String] {
        if name(in: environment) != nil { return environment }
        return environment.merging(["LC_CTYPE": "C.UTF-8"]) { $1 }
    }

    /// The locale that decides the character set; nil if none is set.
    static func name(in environment: [String: String]) -> String? {
        ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    private static var isUTF8: Bool {
        guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
        return String(cString: name) == "UTF-8"
    }
}
