import AggSource
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct SourcesCommandTests {
    @Test func `shows the status of every source`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 3_600)
        try await bench.fail("peaks", .http(status: 503))
        _ = try await bench.run("favorite towns:1")
        guard let statuses = (try await bench.run("sources").body as? SourcesReport)?.statuses else {
            Issue.record("another answer was expected")
            return
        }
        #expect(statuses.map(\.id.description) == ["towns", "peaks"])
        #expect(statuses.map(\.records) == [4, 0])
        #expect(statuses.map(\.favorites) == [1, 0])
        #expect(statuses.map(\.age) == [.seconds(3_600), nil])
        #expect(statuses.map(\.isServed) == [true, false])
        #expect(statuses.map(\.reason) == [nil, "HTTP 503"])
    }
}

@Suite struct SetCommandTests {
    @Test func `shows all settings with their values`() async throws {
        #expect(
            try await settings("set", Bench()) == [
                "accents loose", "cache on", "color auto", "debounce 300", "expanded off", "limit 50", "mode table",
                "pager auto",
                "refresh auto",
                "suggest on", "theme dark", "timeout 5s", "timing on",
            ])
    }

    @Test(arguments: [
        ("set limit 20", "limit 20"), ("set timeout 2m", "timeout 120s"), ("set mode json", "mode json"),
        ("set cache off", "cache off"), ("set accents strict", "accents strict"),
        ("set color never", "color never"), ("set refresh manual", "refresh manual"),
        ("set expanded auto", "expanded auto"), ("set theme light", "theme light"), ("set timing off", "timing off"),
        ("set pager off", "pager off"), ("set pager more -d", "pager more -d"),
        ("set pager \"less --quit-at-eof\"", "pager less --quit-at-eof"),
    ])
    func `changes a setting and shows it`(line: String, expected: String) async throws {
        let bench = try Bench()
        #expect(try await settings(line, bench) == [expected])
        let name = expected.split(separator: " ")[0]
        #expect(try await settings("set \(name)", bench) == [expected])
    }

    @Test(arguments: OutputFormat.allCases)
    func `prints no confirmation in formats with only rows`(format: OutputFormat) async throws {
        let bench = try Bench()
        let expectsRows = [OutputFormat.csv, .tsv, .ndjson].contains(format)
        for line in ["set limit 20", "set --keep limit 30", "set --forget limit"] {
            #expect(Answers.text(try await bench.run(line), format).isEmpty == expectsRows)
        }
        #expect(!Answers.text(try await bench.run("set limit"), format).isEmpty)
        let asked = try await bench.run("set limit 20 --format \(format)")
        #expect(!Answers.text(asked, format).isEmpty)
    }

    @Test(arguments: [
        ("set limt 5", "unknown setting “limt”; did you mean “limit”?"),
        ("set zzz", "unknown setting “zzz”; use one of \(settingNames)"),
        ("set limit 0", "limit takes a whole number from 1 to 10000, not “0”"),
        ("set limit many", "limit takes a whole number from 1 to 10000, not “many”"),
        ("set accents on", "accents takes one of loose, strict, not “on”"),
        ("set cache maybe", "cache takes on or off, not “maybe”"),
        ("set color red", "color takes one of auto, always, never, not “red”"),
        ("set mode pdf", "mode takes one of table, list, json, ndjson, csv, tsv, markdown, html, not “pdf”"),
        ("set refresh on", "refresh takes auto or manual, not “on”"),
        ("set theme blue", "theme takes one of dark, light, not “blue”"),
        ("set expanded maybe", "expanded takes one of on, off, auto, not “maybe”"),
        ("set timing 1", "timing takes on or off, not “1”"),
        ("set pager ''", "pager takes off, auto, or a command, not “”"),
        ("set limit 5 6", "limit takes a whole number from 1 to 10000, not “5 6”"),
    ])
    func `an invalid name or value is a usage error and changes nothing`(line: String, message: String) async throws {
        let bench = try Bench()
        #expect(await bench.error(of: line) == CommandError(code: "usage", message: message, status: .usage))
        #expect(bench.session.settings == Settings())
    }

    private static let settingNames = SettingDeclaration.all.map(\.name).joined(separator: ", ")

    private func settings(_ line: String, _ bench: Bench) async throws -> [String] {
        guard let settings = (try await bench.run(line).body as? SettingsReport)?.settings else { return [] }
        return settings.map { "\($0.setting.name) \($0.value)" }
    }
}

@Suite struct ExitCommandTests {
    @Test(arguments: [
        ("exit", CommandOutput.Leave.asItWent), ("quit", .asItWent), ("\\q", .asItWent), (".exit", .asItWent),
        ("exit 0", .with(.done)), ("exit 3", .with(Status(rawValue: 3))), ("exit 255", .with(Status(rawValue: 255))),
    ])
    func `exits with the given status or that of the session`(line: String, leave: CommandOutput.Leave) async throws {
        let output = try await Bench().run(line)
        #expect(output.leave == leave)
        #expect(output.status == .done)
    }

    @Test(arguments: ["exit 256", "exit -1", "exit now", "exit 1 2", "exit 99999999999"])
    func `an invalid status is a usage error and does not exit`(line: String) async throws {
        #expect(try await Bench().error(of: line)?.status == .usage)
    }
}

@Suite struct HelpCommandTests {
    @Test func `lists every command with its summary`() async throws {
        let text = try await text("help")
        for command in CommandRegistry.builtIn.commands {
            #expect(text.contains("  \(command.declaration.name) "))
            #expect(text.contains(command.declaration.summary))
        }
    }

    @Test(arguments: ["help search", "help find", "help .search"])
    func `explains one command`(line: String) async throws {
        let text = try await text(line)
        #expect(
            text.hasPrefix("search [WORDS…] [--source ID] [--favorites] [--limit N]\n\nSearch all sources at once.\n\n")
        )
        #expect(
            text.contains(
                "\n\n  --source ID      Search only this source; can be repeated.\n  --favorites      Search only favorites.\n"
            ))
        #expect(text.contains("\n\nAliases: find\n\n"))
    }

    @Test(arguments: [
        ("help", "search\tSearch all sources at once."),
        ("help search", "--limit N\tShow up to N records; N can be “all”."), ("help query", "A OR B\tEither term."),
        ("help keys", "Tab, Enter (in “live”)\tselect several records"),
    ])
    func `is a table in csv and tsv`(line: String, row: String) async throws {
        let output = try await Bench().run(line)
        let lines = Answers.text(output, .tsv).split(separator: "\n")
        #expect(lines.first == "name\tsummary")
        #expect(lines.contains { $0.hasPrefix(row) })
        #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 2 })
        #expect(Answers.text(output, .csv).hasPrefix("name,summary\r\n"))
        #expect(Answers.text(output, .markdown) == Answers.text(output, .table), "a page has room for all of it")
    }

    @Test func `an unknown command is a usage error`() async throws {
        #expect(
            try await Bench().error(of: "help serach")?.message == "unknown command “serach”; did you mean search?")
        #expect(try await Bench().error(of: "help serach")?.status == .usage)
    }

    private func text(_ line: String) async throws -> String {
        guard let text = (try await Bench().run(line).body as? TextAnswer)?.text else { return "" }
        return text
    }
}
