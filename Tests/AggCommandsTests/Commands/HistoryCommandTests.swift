import Testing

import AggCommands

@Suite struct HistoryCommandTests {
    private func text(_ line: String, of lines: [String] = ["search Tōkyō", "list cities", "search \u{1B}[2J"])
        async throws -> String
    {
        var bench = try Bench()
        bench.context.history = { lines }
        guard let text = (try await bench.run(line).body as? TextAnswer)?.text else { return "" }
        return text
    }

    @Test(arguments: [
        ("history", "search Tōkyō\nlist cities\nsearch ␛[2J"), ("history tokyo", "search Tōkyō"),
        ("history search tok", "search Tōkyō"), ("history zzz", "No lines found."),
    ])
    func `shows the lines that contain all words`(line: String, expected: String) async throws {
        #expect(try await text(line) == expected)
    }

    @Test func `reports that no history is kept without HOME`() async throws {
        #expect(await (try Bench()).error(of: "history")?.message == "no history is kept because HOME is not set")
    }
}
