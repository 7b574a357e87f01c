import AggCommands
import Testing

import AggShell

@Suite struct TerminalEnvironmentTests {
    private func terminalEnvironment(_ environment: [String: String], terminal: Bool) -> TerminalEnvironment {
        var terminalEnvironment = TerminalEnvironment(environment: environment)
        terminalEnvironment.hasTerminalOutput = terminal
        return terminalEnvironment
    }

    @Test(
        arguments: [
            ([:], true, false), ([:], false, false),
            (["NO_COLOR": "1", "TERM": "xterm"], true, false), (["NO_COLOR": "", "TERM": "xterm"], true, true),
            (["NO_COLOR": "0", "TERM": "xterm"], true, false),
            (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
            (["CLICOLOR_FORCE": ""], false, false),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
            (["TERM": "dumb"], true, false), (["TERM": ""], true, false), (["TERM": "xterm-256color"], true, true),
            (["TERM": "xterm"], false, false),
            (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, true),
            (["CLICOLOR": "0", "TERM": "xterm"], true, false), (["CLICOLOR": "1"], false, false),
        ] as [([String: String], Bool, Bool)])
    func `colors follow the environment and the terminal`(environment: [String: String], terminal: Bool, expected: Bool)
    {
        #expect(terminalEnvironment(environment, terminal: terminal).usesColor(.auto) == expected)
    }

    @Test(
        arguments: [
            ("xterm-256color", false, true), ("tmux-256color", true, true), ("alacritty", false, true),
            ("vte-256color", false, true), ("screen", true, true), ("screen.xterm-256color", false, false),
            ("linux", false, false), ("vt220", false, false), ("dumb", false, false), ("", false, false),
            (nil, false, false),
        ] as [(String?, Bool, Bool)])
    func `most terminals mark pasted text`(type: String?, isTmux: Bool, expected: Bool) {
        #expect(TerminalEnvironment.marksPastes(type, isTmux: isTmux) == expected)
    }

    @Test(
        arguments: [
            ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("7;8", .dark), ("", nil), ("x", nil),
            ("0;99", nil),
        ] as [(String, Style.Theme?)])
    func `uses the background that the terminal reports`(value: String, theme: Style.Theme?) {
        #expect(TerminalEnvironment.theme(of: ["COLORFGBG": value]) == theme)
        #expect(TerminalEnvironment.theme(of: [:]) == nil)
    }

    @Test func `colors errors if standard error is a terminal`() {
        var terminalEnvironment = terminalEnvironment(["TERM": "xterm"], terminal: false)
        terminalEnvironment.hasTerminalErrors = true
        #expect(terminalEnvironment.errorPresentation(Settings()).usesColor)
        terminalEnvironment.hasTerminalErrors = false
        #expect(!terminalEnvironment.errorPresentation(Settings()).usesColor)
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"], ["CLICOLOR_FORCE": "1"], [:]])
    func `a setting overrides the environment`(environment: [String: String]) {
        for terminal in [true, false] {
            #expect(terminalEnvironment(environment, terminal: terminal).usesColor(.always))
            #expect(!terminalEnvironment(environment, terminal: terminal).usesColor(.never))
        }
    }

    @Test(
        arguments: [
            ("120", true, 120), ("1", true, 1), ("120", false, nil),
        ] as [(String, Bool, Int?)])
    func `the width is that of the terminal`(columns: String, terminal: Bool, expected: Int?) {
        let terminalEnvironment = terminalEnvironment(["COLUMNS": columns], terminal: terminal)
        #expect(terminalEnvironment.presentation(.table, Settings()).width == expected)
    }

    @Test(arguments: [("40", true, 40), ("40", false, nil)] as [(String, Bool, Int?)])
    func `errors fit the terminal that shows them`(columns: String, terminal: Bool, expected: Int?) {
        var terminalEnvironment = terminalEnvironment(["COLUMNS": columns], terminal: !terminal)
        terminalEnvironment.hasTerminalErrors = terminal
        #expect(terminalEnvironment.errorPresentation(Settings()).width == expected)
    }

    @Test(arguments: ["0", "-5", "wide", ""])
    func `ignores an invalid width`(columns: String) {
        let width = terminalEnvironment(["COLUMNS": columns], terminal: true).presentation(.table, Settings()).width
        #expect(width ?? 80 > 0)
    }

    @Test func `uses the requested format`() {
        #expect(terminalEnvironment([:], terminal: false).presentation(.csv, Settings()).format == .csv)
    }
}
