import AggSource
import Testing

import AggCommands

@Suite struct ShellCompleterTests {
    /// The completion output for words; the last word is still being typed.
    private func answer(_ words: [String], withStore: Bool = true) async throws -> [String] {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("save mine search london")
        _ = try await bench.run("save ours search {what} height:{height=100}")
        let completer = ShellCompleter(
            ShellLine(words, of: .agg), registry: bench.registry,
            aggregator: withStore ? bench.context.aggregator : nil)
        return await completer.answer().split(separator: "\n").map(String.init)
    }

    /// The candidates, without their help texts.
    private func offers(_ line: String) async throws -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let lines = try await answer(words)
        #expect(lines.first == "words")
        return lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `a truncated list includes the typed word`() async throws {
        let bench = try Bench()
        try await bench.hold((100...400).map { Record(key: "1\($0)", title: "Town") }, in: "towns")
        let completer = ShellCompleter(
            ShellLine(["show", "towns:1"], of: .agg), registry: bench.registry, aggregator: bench.context.aggregator)
        #expect(await completer.answer().split(separator: "\n").contains("towns:1"))
    }

    @Test(arguments: [
        ("se", ["search", "serve", "set"]), ("--offline fav", ["favorite", "favorites"]), ("-", ["--"]),
        ("--max-age 1d se", ["search", "serve", "set"]), ("--json hist", ["history"]),
        ("-- se", ["search", "serve", "set"]),
        ("--off", ["--offline"]), ("--he", ["--help"]), ("-h", ["-h"]), ("--generate", []), ("frobnicate ", []),
    ])
    func `offers commands and the options of the program before a command`(line: String, offered: [String]) async throws
    {
        let offers = try await offers(line)
        if offered == ["--"] {
            #expect(
                offers.count
                    == ProgramDeclaration.agg.visibleOptions.flatMap { [$0.name, $0.short].compactMap(\.self) }.count)
        } else {
            #expect(offers == offered)
        }
    }

    @Test(
        arguments: [
            ("search lon --off", ["--offline"]), ("search --fo", ["--format"]),
            ("search --f", ["--favorites", "--format"]),
            ("save x search --off", ["--offline"]), ("save x --w", ["--watch", "--webhook"]),
            ("save x search lon --w", ["--watch", "--webhook"]), ("watch 5 --ti", ["--times"]),
            ("watch 5 search --fo", ["--format"]), ("search -", nil), ("sources -c", []), ("search -- --off", []),
        ] as [(String, [String]?)])
    func `offers command options and program options after a command`(line: String, offered: [String]?) async throws {
        let offers = try await offers(line)
        if let offered {
            #expect(offers == offered)
        } else {
            let names = ProgramDeclaration.agg.visibleOptions.filter(\.mayFollowCommand).map(\.name)
            #expect(Set(names).isSubset(of: offers) && offers.contains("--limit") && !offers.contains("-c"))
            #expect(Set(offers).count == offers.count)
        }
    }

    @Test(arguments: [
        ("--format m", ["markdown"]), ("--format=m", ["--format=markdown"]),
        ("search x --format=m", ["--format=markdown"]),
        ("search --source=t", ["--source=towns"]), ("search --source ", ["peaks", "towns"]), ("list t", ["towns"]),
        ("list --limit 3 p", ["peaks"]), ("refresh towns p", ["peaks"]), ("search --limit ", ["all"]),
        ("--max-age ", []),
        ("search x --log-level w", ["warning"]), ("search --columns title,hei", ["title,height"]), ("search lon", []),
        ("last cs", ["csv"]), ("help unf", ["unfavorite"]), ("help k", ["keys"]), ("run m", ["mine"]),
        ("run ours wh", ["what="]), ("run ours x ", ["what=", "height="]),
        ("set th", ["theme"]), ("set cache ", ["off", "on"]), ("set --keep cache of", ["off"]), ("set cache on ", []),
        ("set limit ", []), ("source re", ["remove"]), ("source remove ", []), ("source enable ", []),
        ("source add s", ["stub"]), ("source remove towns ", []), ("changes t", ["towns"]), ("changes si", ["since"]),
        ("changes since t", ["today"]), ("changes towns since y", ["yesterday"]), ("changes towns x ", []),
        ("favorites ex", ["export"]), ("favorites ", ["export", "import", "merge"]), ("count ", ["by"]),
        ("count by hei", ["height"]),
        ("near towns:1", ["towns:1"]), ("changes peaks:", ["peaks:a", "peaks:b"]), ("qui", ["quit"]),
        ("show t", ["towns:"]), ("show towns:", ["towns:1", "towns:2", "towns:3", "towns:4"]), ("search --frob=x", []),
        ("search coun", ["country:"]), ("search lon heig", ["height:"]), ("count by country sou", ["source:"]),
        ("search lon country:G", ["country:GB"]), ("search is:fav", ["is:favorite"]),
        ("search sort:-hei", ["sort:-height"]),
        ("search source:to", ["source:towns"]), ("search country:Q", []), ("search nothing:x", []),
        ("search -cou", ["-country:"]), ("search lon -country:G", ["-country:GB"]),
        ("watch 5 se", ["search", "serve", "set"]), ("watch --times 3 1 se", ["search", "serve", "set"]),
        ("save x se", ["search", "serve", "set"]), ("save x --notify a se", ["search", "serve", "set"]),
        ("save x search lon country:G", ["country:GB"]), ("watch 5 list t", ["towns"]), ("watch 5 run m", ["mine"]),
    ])
    func `offers the candidates for each argument`(line: String, offered: [String]) async throws {
        #expect(try await offers(line) == offered)
    }

    @Test(arguments: [
        ("--config ", "files\t"), ("--config=a", "files\t--config="), ("read ", "files\t"), ("read a", "files\t"),
        ("search x --log ", "files\t"), ("--store ", "folders\t"), ("sources --store=", "folders\t--store="),
        ("favorites import ", "files\t"), ("favs export ", "files\t"), ("source import ", "files\t"),
        ("map --svg ", "files\t"),
    ])
    func `leaves files to the shell`(line: String, answer: String) async throws {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(try await self.answer(words) == [answer])
    }

    @Test func `describes a word after a tab`() async throws {
        let lines = try await answer(["sour"])
        #expect(lines.dropFirst().first?.hasPrefix("source\tFind, add, remove") == true)
        #expect(try await answer(["sources", "--off"]).last == "--offline\tNever use the network.")
    }

    @Test func `offers the sources even without a store`() async throws {
        #expect(try await answer(["list", ""], withStore: false) == ["words", "peaks", "towns"])
        #expect(try await answer(["run", ""], withStore: false) == ["words"])
        #expect(try await answer(["show", "towns:"], withStore: false) == ["words"])
    }

    @Test func `recognizes the options for a store and a configuration`() {
        let line = ShellLine(["--config=a b", "search", "--store", "c", "x", ""], of: .agg)
        #expect(line.value("--config") == "a b" && line.value("--store") == "c")
        #expect(line.command?.name == "search" && line.plain == ["x"])
        #expect(ShellLine([], of: .agg).place == .command)
    }
}
