import AggCore
import AggSource
import Testing

@testable import AggCommands

/// A kind of output that the module does not know but must still show in every format.
private struct WeatherReport: Answer {
    private let days = [("Monday", 12), ("Tuesday", 9)]

    func document(_ output: CommandOutput) -> AnswerDocument {
        let items = days.map { day, degrees -> JSONValue in ["day": .string(day), "degrees": .integer(Int64(degrees))] }
        return AnswerDocument(items, members: ["days": .array(items)])
    }

    func cells(_ output: CommandOutput) -> AnswerTable? {
        AnswerTable(["day", "degrees"], days.map { [$0, String($1)] }, choosing: output.columns)
    }

    func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(days.map { "\($0): \($1) °C" })
    }

    var ownColumns: [String]? { ["day", "degrees"] }
}

private struct WeatherCommand: AggCommands.Command {
    let declaration = CommandDeclaration(
        name: "weather", summary: "Tells.", examples: [.init(line: "weather", effect: "tells")])
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        CommandOutput(WeatherReport())
    }
}

@Suite struct NewAnswerTests {
    private func bench() throws -> Bench {
        var bench = try Bench()
        bench.context.commands = CommandRegistry(CommandRegistry.builtIn.commands + [WeatherCommand()])
        return bench
    }

    private func text(_ line: String, _ format: OutputFormat) async throws -> String {
        var output = try await bench().run(line)
        output.elapsed = .zero
        return Answers.text(output, format)
    }

    @Test(arguments: [
        (OutputFormat.table, "Monday: 12 °C\nTuesday: 9 °C\n"), (.list, "Monday: 12 °C\nTuesday: 9 °C\n"),
        (
            .json,
            """
            {"agg":1,"command":"weather","query":null,"count":2,"truncated":false,"elapsed_ms":0,\
            "days":[{"day":"Monday","degrees":12},{"day":"Tuesday","degrees":9}],"sources":[],"records":[]}

            """
        ),
        (.ndjson, "{\"day\":\"Monday\",\"degrees\":12}\n{\"day\":\"Tuesday\",\"degrees\":9}\n"),
        (.csv, "day,degrees\r\nMonday,12\r\nTuesday,9\r\n"), (.tsv, "day\tdegrees\nMonday\t12\nTuesday\t9\n"),
        (.markdown, "| day | degrees |\n| --- | --- |\n| Monday | 12 |\n| Tuesday | 9 |\n"),
    ])
    func `shows an unknown kind of output in every format`(format: OutputFormat, expected: String) async throws {
        #expect(try await text("weather", format) == expected)
    }

    @Test func `only its own columns can be selected`() async throws {
        #expect(try await text("weather --columns degrees", .csv) == "degrees\r\n12\r\n9\r\n")
        #expect(try await text("weather --columns degrees", .table) == "degrees\n12\n9\n")
        let error = try await bench().error(of: "weather --columns degree")
        #expect(error?.message.hasPrefix("unknown column “degree”; did you mean “degrees”?") == true)
    }

    @Test func `it can be shown again in another format`() async throws {
        let bench = try bench()
        _ = try await bench.run("weather")
        let output = try await bench.run("last csv --columns day")
        #expect(output.body is WeatherReport)
        #expect(Answers.text(output, .csv) == "day\r\nMonday\r\nTuesday\r\n")
    }

    /// A format needs only three parts of an output, and every kind of output has them.
    @Test(arguments: GoldenAnswerTests.lines.keys.sorted())
    func `a format of a document, cells, and lines can show every output`(name: String) async throws {
        var bench = try Bench()
        bench.context.sql = StubSQL()
        try await bench.holdTownsAndPeaks()
        let (before, line) = try #require(GoldenAnswerTests.lines[name])
        for line in before { _ = try await bench.run(line) }
        guard let output = try? await bench.run(line), let body = output.body else { return }
        let document = body.document(output)
        #expect(document.envelope(of: output)["agg"] == 1)
        for index in 0..<document.count { #expect(document.item(index).objectValue != nil) }
        for row in body.cells(output)?.rows ?? [] { #expect(row.count == body.cells(output)?.columns.count) }
        #expect(!body.lines(output, Presentation()).whole.isEmpty)
    }
}
