import AggCore
import AggTesting
import Testing

@testable import AggCommands

@Suite struct CommandCompleterTests {
    /// Completes a line at the bar in it, or at its end.
    private func complete(_ text: String, _ prepare: (Bench) async throws -> Void = { _ in }) async throws
        -> CommandCompleter.Proposal
    {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        try await prepare(bench)
        let cursor = text.firstIndex(of: "^").map { text.distance(from: text.startIndex, to: $0) } ?? text.count
        return await CommandCompleter(context: bench.context).complete(text.filter { $0 != "^" }, at: cursor)
    }

    @Test(arguments: [
        ("se", ["search", "set"]), ("fav", ["favorite", "favorites"]), ("x", []),
        ("sources; un", ["unfavorite", "unsave"]), ("help se", ["search", "set"]),
    ])
    func `offers commands`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test func `offers every command on an empty line`() async throws {
        let proposal = try await complete("")
        #expect(proposal.candidates == CommandRegistry.builtIn.commands.map(\.declaration.name))
        #expect(proposal.start == 0)
    }

    @Test(arguments: [
        ("search --", ["--columns", "--favorites", "--format", "--json", "--limit", "--source"]),
        ("search lon --f", ["--favorites", "--format"]), ("sources --j", ["--json"]),
        ("search --source ", ["peaks", "towns"]), ("search --source t", ["towns"]), ("list ", ["peaks", "towns"]),
        ("refresh p", ["peaks"]), ("refresh towns p", ["peaks"]), ("search x --format m", ["markdown"]),
        ("set ", SettingDeclaration.all.map(\.name)), ("set c", ["cache", "color"]),
        ("set cache ", ["off", "on"]), ("set color a", ["always", "auto"]), ("set limit ", []),
        ("search --limit ", []), ("exit ", []), ("sources ", ["peaks", "towns"]),
        ("source re", ["remove"]), ("source add s", ["stub"]), ("source remove ", ["peaks", "towns"]),
        ("frobnicate x", []),
    ])
    func `offers options and what fits them`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test(arguments: [
        ("search lon", ["London", "Londrina", "Lonely Peak"], 7), ("search pa^ --limit 5", ["Paris"], 7),
        ("search mont bl", ["Mont Blanc"], 7), ("search --limit 5 eas", ["East London"], 17), ("search zzz", [], 7),
        ("sources; search pari", ["Paris"], 16), ("search ", [], 7),
    ])
    func `offers titles in place of all words typed so far`(line: String, titles: [String], start: Int) async throws {
        #expect(try await complete(line) == CommandCompleter.Proposal(start: start, candidates: titles))
    }

    @Test func `offers the rows of the last answer`() async throws {
        let proposal = try await complete("show towns:") { _ = try await $0.run("search londr") }
        #expect(proposal == CommandCompleter.Proposal(start: 5, candidates: ["towns:2"]))
    }

    @Test func `writes titles as the grammar wants them`() async throws {
        let proposal = try await complete("search odd") { bench in
            try await bench.hold([Record(key: "1", title: "Odd; #1 'title'")], in: "towns")
        }
        #expect(proposal.candidates == ["Odd\\; \\#1 \\'title'"])
    }

    @Test(arguments: [
        "", "s", "search \"a", "search '", ";", "; ;", "search \\", "set x y z", "-- x", "# s", "search 東", "\u{0}",
    ])
    func `never fails, and points into the line`(line: String) async throws {
        for cursor in 0...line.count {
            let text = line.prefix(cursor) + "^" + line.dropFirst(cursor)
            let proposal = try await complete(String(text))
            #expect((0...cursor).contains(proposal.start))
        }
    }
}
