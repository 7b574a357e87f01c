import Testing

import AggCommands

@Suite struct HistoryCommandTests {
    private func text(_ line: String, of lines: [String] = ["search Tōkyō", "list cities", "search \u{1B}[2J"])
        async throws -> String
    {
        var bench = try Bench()
        bench.context.history = { lines }
        let output = try await bench.run(line)
        return Answers.text(output, output.format ?? .table)
    }

    @Test(arguments: [
        ("history", "search Tōkyō\nlist cities\nsearch ␛[2J\n"), ("history tokyo", "search Tōkyō\n"),
        ("history search tok", "search Tōkyō\n"), ("history zzz", "No lines found.\n"),
        ("history list --format csv", "line\r\nlist cities\r\n"), ("history zzz --format csv", "line\r\n"),
        ("history tokyo --format ndjson", "{\"line\":\"search Tōkyō\"}\n"),
    ])
    func `shows the lines that contain all words`(line: String, expected: String) async throws {
        #expect(try await text(line) == expected)
    }

    @Test func `reports that no history is kept without HOME`() async throws {
        #expect(await (try Bench()).error(of: "history")?.message == "no history is kept because HOME is not set")
    }
}
