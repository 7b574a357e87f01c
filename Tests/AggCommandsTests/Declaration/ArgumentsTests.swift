import AggTesting
import Testing

@testable import AggCommands

@Suite struct ArgumentsTests {
    private enum Finish: String, CaseIterable {
        case matt, gloss
    }

    private static let coats = Option("--coats", "N", in: 1...9, help: "So many.")
    private static let room = Option("--room", "ROOM", help: "Where.")
    private static let dry = Option("--dry", help: "Wait.")
    private static let declaration = CommandDeclaration(
        name: "paint", summary: "Paint.",
        arguments: [.init(name: "WALL", value: .text), .init(name: "COLOR", value: .text, isOptional: true)],
        options: [
            coats, room, Option<Finish>("--finish", "FINISH", help: "How."), dry,
        ],
        examples: [.init(line: "paint north", effect: "paints")])

    private func arguments(_ line: String) throws(CommandError) -> Arguments {
        try Arguments(Array((CommandLine("paint " + line).commands.first ?? []).dropFirst()), for: Self.declaration)
    }

    private func error(_ line: String) -> CommandError? {
        do throws(CommandError) { _ = try arguments(line) } catch { return error }
        return nil
    }

    @Test func `separates words and options in any order`() throws {
        let arguments = try arguments("--dry north --coats 2 white")
        #expect(arguments.words.map(\.text) == ["north", "white"])
        #expect(arguments[Self.dry])
        #expect(arguments[Self.coats] == 2)
        #expect(arguments[Self.room] == nil)
        #expect(arguments.all(Self.room) == [])
    }

    @Test(arguments: ["north --coats=5", "north --coats 5", "--coats=3 north --coats 5"])
    func `takes a value after a space or an equals sign, and the last one of several`(line: String) throws {
        #expect(try arguments(line)[Self.coats] == 5)
    }

    @Test func `keeps all values of an option, including empty ones and those with an equals sign`() throws {
        #expect(try arguments("north --room=a=b --room= --room 'c d'").all(Self.room) == ["a=b", "", "c d"])
    }

    private static let limited = CommandDeclaration(
        name: "look", summary: "Look.",
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [LimitOption.option("So many.")], examples: [.init(line: "look", effect: "looks")])

    private static let limits: [(line: String, limit: Int?, words: [String])] = [
        ("-n 5 north", 5, ["north"]), ("north -n 12", 12, ["north"]), ("--limit 7 -n 3", 3, []), ("-n 1 -n", 1, ["-n"]),
        ("-n london", nil, ["-n", "london"]), ("-n", nil, ["-n"]), ("-- -n 5", nil, ["-n", "5"]),
        ("'-n' 5", nil, ["-n", "5"]), ("-n '5'", nil, ["-n", "5"]), ("-n5", 5, []), ("-n=5", 5, []),
        ("-n5x", nil, ["-n5x"]),
        ("-n -5", nil, ["-n", "-5"]),
        ("--limit all", LimitOption.everything, []), ("--limit=all", LimitOption.everything, []),
        ("-n all", LimitOption.everything, []),
    ]

    @Test(arguments: limits)
    func `a limit is a number or all, and -n before a number is a limit`(
        line: String, limit: Int?, words: [String]
    ) throws {
        let typed = Array((CommandLine("look " + line).commands.first ?? []).dropFirst())
        let arguments = try Arguments(typed, for: Self.limited)
        #expect(arguments.limit == limit)
        #expect(arguments.words.map(\.text) == words)
    }

    @Test(arguments: ["-n 0", "--limit 0", "--limit 1000001", "--limit many", "--limit ALL", "-n 99999999999999999999"])
    func `any other limit is a usage error`(line: String) {
        let typed = Array((CommandLine("look " + line).commands.first ?? []).dropFirst())
        let error = #expect(throws: CommandError.self) { try Arguments(typed, for: Self.limited) }
        #expect(error?.message.hasPrefix("--limit takes a whole number from 1 to 1000000 or “all”, not") == true)
    }

    @Test func `a command without a limit treats -n as a word`() throws {
        #expect(try arguments("-n 5").words.map(\.text) == ["-n", "5"])
    }

    @Test func `two dashes end the options`() throws {
        let arguments = try arguments("-- --coats --dry")
        #expect(arguments.words.map(\.text) == ["--coats", "--dry"])
        #expect(!arguments[Self.dry])
    }

    @Test func `later or quoted dashes are a word`() throws {
        #expect(try arguments("-- north --").words.map(\.text) == ["north", "--"])
        #expect(try arguments("north '--'").words.map(\.text) == ["north", "--"])
    }

    @Test func `a quoted option is a word`() throws {
        #expect(try arguments("\"--dry\"").words.map(\.text) == ["--dry"])
    }

    @Test(arguments: [
        ("north --coat 2", "unknown option --coat; did you mean “--coats”?"),
        ("north --Dry", "unknown option --Dry; did you mean “--dry”?"),
        ("north --sparkle", "unknown option --sparkle"),
        ("north --sparkle=3", "unknown option --sparkle"),
        ("north ---", "unknown option ---"),
        ("north --coats", "--coats requires a value: --coats N"),
        ("north --room", "--room requires a value: --room ROOM"),
        ("north --coats two", "--coats takes a whole number from 1 to 9, not “two”"),
        ("north --coats 0", "--coats takes a whole number from 1 to 9, not “0”"),
        ("north --coats=10", "--coats takes a whole number from 1 to 9, not “10”"),
        ("north --coats -1", "--coats takes a whole number from 1 to 9, not “-1”"),
        ("north --coats 1.5", "--coats takes a whole number from 1 to 9, not “1.5”"),
        ("north --coats 99999999999999999999", "--coats takes a whole number from 1 to 9, not “99999999999999999999”"),
        ("north --coats=", "--coats takes a whole number from 1 to 9, not “”"),
        ("north --finish shiny", "--finish takes one of matt, gloss, not “shiny”"),
        ("north --dry=yes", "--dry takes no value"),
        ("north --format pdf", "--format takes one of table, list, json, ndjson, csv, tsv, markdown, html, not “pdf”"),
        ("", "missing WALL"),
        ("--dry", "missing WALL"),
        ("north white again", "unexpected “again”"),
    ])
    func `an invalid line is a usage error that names the problem and shows the usage`(line: String, message: String) {
        let error = error(line)
        #expect(error?.message == message + "; usage: \(Self.declaration.usage)")
        #expect(error?.status == .usage)
        #expect(error?.code == "usage")
    }

    @Test(arguments: [
        ("paint a", nil), ("paint a --json", OutputFormat.json), ("paint a --format csv", .csv),
        ("paint a --format=tsv", .tsv), ("paint a --format csv --json", .json), ("paint a --json --format csv", .csv),
        ("paint a -- --json", nil),
        ("paint '--json'", nil), ("paint --nonsense --json", .json), ("paint --format", nil),
        ("paint --format pdf", nil),
    ])
    func `finds the format even if the rest is invalid`(line: String, expected: OutputFormat?) {
        #expect(Arguments.format(in: CommandLine(line).commands[0]) == expected)
    }

    @Test func `the usage line shows what is optional`() {
        #expect(
            Self.declaration.usage
                == "paint WALL [COLOR] [--coats N] [--room ROOM] [--finish FINISH] [--dry]")
    }
}
