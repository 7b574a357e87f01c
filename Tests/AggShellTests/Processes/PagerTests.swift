import AggCommands
import Testing

@testable import AggShell

@Suite struct PagerTests {
    @Test(
        arguments: [
            ("auto", [:], "less -FRSX"), ("auto", ["PAGER": "most"], "most"), ("auto", ["PAGER": ""], "less -FRSX"),
            ("auto", ["PAGER": "cat"], nil), ("off", ["PAGER": "most"], nil), ("more -d", ["PAGER": "most"], "more -d"),
        ] as [(String, [String: String], String?)])
    func `comes from the setting, or else PAGER, or else less`(
        setting: String, environment: [String: String], expected: String?
    ) {
        let environment = environment.merging(["TERM": "xterm"]) { $1 }
        #expect(Pager(environment: environment).command(for: setting)?.text == expected)
    }

    @Test(arguments: [[:], ["TERM": ""], ["TERM": "dumb"]] as [[String: String]])
    func `is not used if the terminal can only print lines`(environment: [String: String]) {
        let pager = Pager(environment: environment.merging(["PAGER": "most"]) { $1 })
        #expect(pager.command(for: "auto")?.text == nil)
        #expect(pager.command(for: "more")?.text == nil)
    }

    @Test(
        arguments: [
            ("less -FRSX", [:], true), ("less", [:], true), ("/usr/bin/less --RAW-CONTROL-CHARS", ["LESS": "-S"], true),
            ("less", ["LESS": "-S -i"], false), ("less -S", ["LESS": "-MR"], true), ("more", [:], false),
            ("more -R", [:], false), ("most", ["LESS": "R"], false), ("sed s/r/less/", [:], false),
        ] as [(String, [String: String], Bool)])
    func `gets colors only if it is less with an option that accepts them`(
        command: String, environment: [String: String], expected: Bool
    ) {
        #expect(Pager(environment: environment).showsColors(ShellCommand(text: command)) == expected)
    }

    @Test(arguments: [
        ("", false), ("1\n2\n3\n", false), ("1\n2\n3\n4\n", true), ("1\n2\n", false),
        (String(repeating: "x", count: 30) + "\n", false), (String(repeating: "x", count: 31) + "\n", true),
        (String(repeating: "東", count: 15) + "\n", false), (String(repeating: "東", count: 16) + "\n", true),
        ("1\r\n2\r\n3\r\n", false), ("1\r\n2\r\n3\r\n4\r\n", true),
        ("\u{1B}[1m" + String(repeating: "x", count: 30) + "\u{1B}[0m\n", false),
    ])
    func `is needed if the output does not fit above the prompt`(text: String, expected: Bool) {
        #expect(Pager.isNeeded(for: AnswerText(text), on: TerminalSize(columns: 10, rows: 4)) == expected)
    }

    @Test func `counts lines whatever pieces they arrive in`() {
        let text = AnswerText("", rows: 100) { $0 % 2 == 0 ? "half" : " a line\n" }
        #expect(Pager.isNeeded(for: text, on: TerminalSize(columns: 20, rows: 40)))
        #expect(!Pager.isNeeded(for: text, on: TerminalSize(columns: 20, rows: 60)))
        #expect(Pager.isNeeded(for: text, on: TerminalSize(columns: 6, rows: 60)))
    }

    @Test func `reports a missing pager once, and does not lose the output`() async {
        let pager = Pager(environment: ["PATH": "/usr/bin:/bin"])
        let command = ShellCommand(text: "nosuchpager -R")
        let first = await pager.show(AnswerText("x\n"), with: command, nil)
        #expect(first == .notShown("cannot find the pager “nosuchpager”; choose another one with “set pager”"))
        #expect(await pager.show(AnswerText("x\n"), with: command, nil) == .notShown(nil))
    }

    @Test(
        arguments: [
            ([:], "C.UTF-8"), (["LC_ALL": "", "LANG": ""], "C.UTF-8"), (["LANG": "C"], ""), (["LC_ALL": "C"], ""),
            (["LC_CTYPE": "en_US.UTF-8"], "en_US.UTF-8"),
        ] as [([String: String], String)])
    func `gets UTF-8 only if no locale is set`(environment: [String: String], expected: String) async {
        let pager = Pager(environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        let command = ShellCommand(text: "test \"$LC_CTYPE\" = '\(expected)' || exit 127")
        #expect(await pager.show(AnswerText("é\n"), with: command, nil) == .shown)
    }

    @Test func `has shown the output if the pager exits by itself`() async {
        let pager = Pager(environment: ["PATH": "/usr/bin:/bin"])
        #expect(await pager.show(AnswerText("x\n"), with: ShellCommand(text: "cat > /dev/null"), nil) == .shown)
        #expect(await pager.show(AnswerText("x\n"), with: ShellCommand(text: "exit 1"), nil) == .shown)
        #expect(
            await pager.show(AnswerText("x\n"), with: ShellCommand(text: "test $LESS = FRSX || exit 127"), nil)
                == .shown)
    }
}
