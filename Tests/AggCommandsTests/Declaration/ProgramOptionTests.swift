import AggCore
import Testing

@testable import AggCommands

@Suite struct ProgramOptionTests {
    private func arguments(_ texts: String...) throws -> Arguments {
        try Arguments(texts, options: ProgramOption.all, of: .agg)
    }

    private func message(_ texts: String...) -> String? {
        do throws(CommandError) { _ = try Arguments(texts, options: ProgramOption.all, of: .agg) } catch {
            return error.message
        }
        return nil
    }

    @Test func `values have the type of their option before and after the command`() throws {
        let arguments = try arguments(
            "--max-age", "2h", "--simulate=0.3", "-q", "search", "lon", "--color", "always", "--limit", "5", "--offline"
        )
        #expect(arguments[ProgramOption.maxAge] == .seconds(7_200))
        #expect(arguments[ProgramOption.simulate] == Simulation(errorRate: 0.3))
        #expect(arguments[ProgramOption.color] == .always)
        #expect(arguments[ProgramOption.quiet] && arguments[ProgramOption.offline])
        #expect(arguments[ProgramOption.store] == nil && !arguments[ProgramOption.version])
        #expect(arguments.words.map(\.text) == ["search", "lon", "--limit", "5"])
    }

    @Test func `no declared option sets another one`() throws {
        for option in ProgramOption.all {
            let value = [
                "--max-age": "1h", "--simulate": "1", "--format": "csv", "--color": "never", "--log-level": "info",
            ]
            let texts = [option.name] + (option.value == nil ? [] : [value[option.name] ?? "x"])
            let arguments = try Arguments(texts, options: ProgramOption.all, of: .agg)
            let keys = ProgramOption.all.filter { arguments.has($0) }.map(\.key)
            #expect(Set(keys) == [option.key], "\(option.name)")
        }
    }

    @Test func `the last option that sets the format wins`() throws {
        #expect(try arguments("--json", "--format", "csv")[ProgramOption.format] == .csv)
        #expect(try arguments("--format", "csv", "--json")[ProgramOption.format] == .json)
    }

    @Test func `the lines of every -c are kept in order`() throws {
        #expect(
            try arguments("-c", "search a", "-c", "search b").all(ProgramOption.commands) == ["search a", "search b"])
    }

    @Test func `leaves a command its help and its own options`() throws {
        #expect(try arguments("search", "--help", "-q").words.map(\.text) == ["search", "--help", "-q"])
        #expect(try arguments("search", "--", "--offline").words.map(\.text) == ["search", "--", "--offline"])
        #expect(try arguments("search", "--json")[ProgramOption.format] == nil)
    }

    @Test(arguments: [
        ("--color=blue", "--color takes auto, always, or never, not “blue”"),
        ("--max-age=soon", "--max-age takes a duration such as 24h, 7d, or 30s, not “soon”"),
        ("--simulate=2", "--simulate takes a failure rate from 0 to 1, such as 0.3, not “2”"),
        ("--store", "--store requires a value: --store FOLDER"), ("--offline=yes", "--offline takes no value"),
        ("--limit=5", "unknown option --limit=5; put it after the command: agg search … --limit"),
        ("--ofline", "unknown option --ofline; did you mean “--offline”?"),
    ])
    func `an invalid option is reported in one sentence`(text: String, expected: String) {
        #expect(message(text) == expected)
    }
}
