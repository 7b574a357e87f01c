import AggCommands
import AggCore
import AggSource
import AggTesting
import Testing

/// `source find`, and `source add` with one of its numbers.
@Suite struct FindCommandTests {
    private let catalogs: [String: [StubHTTPClient.Answer]] = [
        "/a": [.text("lakes|Lakes of Scotland|12\nrivers|Rivers|")],
        "/b": [.text("caves|Caves|3\nlakes|Lakes again|12")],
    ]

    @Test func `interleaves the results of the catalogs, with rows and dates`() async throws {
        let bench = try Bench(answers: catalogs)
        let output = try await bench.run("source find deep water")
        let lines = Renderer.render(output, Presentation(format: .table, width: 100)).split(separator: "\n")
        #expect(
            lines == [
                "#  name               portal        rows  updated     description",
                "1  Lakes of Scotland  data.example    12  2026-01-02  About deep water",
                "2  Caves              data.example     3  2026-01-02  About deep water",
                "3  Rivers             data.example     6  2026-01-02  About deep water",
                "To add the first data set, run “source add 1”.",
            ])
        #expect(output.remarks.isEmpty)
        let item = try JSONValue(parsing: Renderer.render(output, Presentation(format: .json)))["found"]?.arrayValue?[1]
        #expect(item?["number"] == 2 && item?["kind"] == "stub" && item?["address"] == "caves" && item?["rows"] == 3)
    }

    @Test func `shows a one-shot command that adds the first data set`() async throws {
        let bench = try Bench(answers: catalogs)
        let output = try await bench.runOneShot(["source", "find", "water"])
        let text = Renderer.render(output, Presentation(format: .table, width: 100))
        #expect(text.contains("To add the first data set, run “agg source add stub lakes”."))
    }

    @Test func `adds a data set by number, also with a chosen id`() async throws {
        let bench = try Bench(answers: catalogs)
        _ = try await bench.run("source find deep water")
        _ = try await bench.run("search towns")
        #expect(try await bench.run("source add 2").report?.findings.first == "Stub: caves")
        #expect(try await bench.run("source add 1 --id lochs").report?.messages.first?.contains("Added lochs") == true)
        #expect(bench.configurations.added == ["caves", "lochs"])
    }

    @Test func `explains a number that is not in the list`() async throws {
        let bench = try Bench(answers: catalogs)
        let none = await bench.error(of: "source add 1")
        #expect(none?.message == "no such data set: 1; run “source find WORDS” first")
        _ = try await bench.run("source find deep water")
        let beyond = await bench.error(of: "source add 4")
        #expect(beyond?.message == "no such data set: 4; the last “source find” numbered its results 1 to 3")
        await #expect {
            try await bench.runOneShot(["source", "add", "3"])
        } throws: {
            let error = $0 as? CommandError
            return error?.status == .usage && error?.message.contains("only after “source find”") == true
        }
    }

    @Test func `shows results from the catalogs that work, and reports those that fail`() async throws {
        let bench = try Bench(answers: ["/a": [.failure(.http(status: 503))], "/b": [.text("caves|Caves|3")]])
        let output = try await bench.run("source find caves")
        #expect(output.remarks == ["cannot search catalog.example: HTTP 503"])
        #expect(output.status == .done)
        let dead = try Bench(answers: ["/a": [.failure(.http(status: 503))], "/b": [.failure(.http(status: 500))]])
        let error = await dead.error(of: "source find caves")
        #expect(error?.status == .failed)
        #expect(
            error?.message == "cannot search catalog.example: HTTP 503; cannot search catalog.example: HTTP 500")
    }

    @Test func `reports that nothing was found, and requires words`() async throws {
        let bench = try Bench(answers: ["/a": [.text("")], "/b": [.text("")]])
        let output = try await bench.run("source find nothing")
        #expect(
            Renderer.render(output, Presentation(format: .table, width: 100))
                == "No data sets found for “nothing”; try fewer or different words.\n")
        #expect(await bench.error(of: "source find")?.status == .usage)
    }
}
