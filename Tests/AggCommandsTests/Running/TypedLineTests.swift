import AggCommands
import AggSource
import Testing

@Suite struct TypedLineTests {
    @Test(arguments: [
        ("london", "london"), ("total_students:>3000", "'total_students:>3000'"), ("new york", "'new york'"),
        ("it's", #"'it'\''s'"#), ("", "''"), ("são", "são"), ("a;b", "'a;b'"), ("$HOME", "'$HOME'"), ("*", "'*'"),
        ("near:41.8,-87.6,1km", "near:41.8,-87.6,1km"), ("東京", "東京"), ("a\nb", "'a\nb'"),
    ])
    func `quotes a word for the shell if it would have a special meaning`(word: String, shell: String) {
        #expect(TypedLine.shell(word) == shell)
    }

    @Test func `the command for more results can be typed in the same place`() async throws {
        let bench = try Bench()
        try await bench.hold((1...9).map { .init(key: "\($0)", title: "Town \($0)") }, in: "towns")
        #expect(
            try await Self.more(bench.run("search \"town\" -height:>5 --limit 2"))
                == "search \"town\" -height:>5 --limit 4")
        #expect(
            try await Self.more(bench.runOneShot(["list", "towns", "town", "-height:>5", "--limit", "2"]))
                == "agg list towns town '-height:>5' --limit 4")
        #expect(
            try await Self.more(bench.runOneShot(["list", "towns", "--limit", "2", "--columns", "*"]))
                == "agg list towns --limit 4 --columns '*'")
    }

    private static func more(_ output: CommandOutput) -> String? {
        (output.body as? RecordsReport)?.more
    }
}
