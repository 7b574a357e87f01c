import AggSource
import AggTesting
import AggText
import Foundation
import TestSupport
import Testing

@testable import AggCommands

@Suite struct CommandCompleterTests {
    /// Completes a line at the caret in it, or at its end.
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
        ("se", ["search", "serve", "set"]), ("fav", ["favorite", "favorites"]), ("x", []),
        ("sources; un", ["unfavorite", "unsave"]), ("help se", ["search", "serve", "set"]),
        ("qui", ["quit"]), (".fin", [".find"]), ("help fin", ["find"]),
    ])
    func `offers commands`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test(arguments: [
        ("sql SELECT * FROM t", ["towns"], 18), ("sql SELECT cou^ FROM towns", ["country"], 11),
        ("sql --limit 5 SELECT * FROM rec", ["records"], 28), ("sql SELECT 1 --li", ["--limit"], 13),
        ("sql SELECT * FROM towns --columns title,cou", ["title,country"], 34), ("sql SELECT 1 --limit ", ["all"], 21),
    ])
    func `offers views and columns of SQL`(line: String, candidates: [String], start: Int) async throws {
        let proposal = try await complete(line)
        #expect(proposal.candidates == candidates)
        #expect(proposal.start == start)
    }

    @Test func `offers every command on an empty line`() async throws {
        let proposal = try await complete("")
        #expect(proposal.candidates == CommandRegistry.builtIn.commands.map(\.declaration.name))
        #expect(proposal.start == 0)
    }

    @Test(arguments: [
        ("search --", ["--columns", "--favorites", "--format", "--json", "--limit", "--no-header", "--source"]),
        ("search lon --f", ["--favorites", "--format"]), ("sources --j", ["--json"]),
        ("search --source ", ["peaks", "towns"]), ("search --source t", ["towns"]), ("list ", ["peaks", "towns"]),
        ("refresh p", ["peaks"]), ("refresh towns p", ["peaks"]), ("search x --format m", ["markdown"]),
        ("set ", SettingDeclaration.all.map(\.name)), ("set c", ["cache", "color"]),
        ("set cache ", ["off", "on"]), ("set color a", ["always", "auto"]), ("set limit ", []),
        ("search --limit ", ["all"]), ("exit ", []), ("sources ", ["peaks", "towns"]),
        ("source re", ["remove"]), ("source add s", ["stub"]), ("source remove ", []),
        ("source show ", ["peaks", "towns"]),
        ("frobnicate x", []), ("changes ", ["peaks", "since", "towns"]), ("changes t", ["towns"]),
        ("changes towns ", ["since"]), ("changes since ", ["1d", "1h", "30d", "7d", "today", "yesterday"]),
        ("changes towns since y", ["yesterday"]), ("changes towns since 1d ", []), ("changes since 1d ", []),
        ("search x --format=m", ["markdown"]), ("search --frob=m", []), ("set --keep cache of", ["off"]),
        ("favorites ex", ["export"]), ("count by hei", ["height"]), ("source enable ", []),
        ("changes --limit 5 towns s", ["since"]), ("changes towns x ", []),
        ("chart country by hei", ["height"]), ("chart country by height lat", []),
        ("count by country, hei", ["height"]),
        ("count by country, height ", []), ("facet cou", ["country"]), ("facet so", ["source"]), ("facet x ", []),
        ("chart hei", ["height"]),
        ("count by country,hei", ["country,height"]), ("schema to", ["towns"]),
        (
            "search -",
            [
                "--columns", "--favorites", "--format", "--json", "--limit", "--no-header", "--source",
            ]
        ),
        ("search lon | so", []), ("search lon | ", []), ("save p se", ["search", "serve", "set"]),
        ("save p search --li", ["--limit"]),
        ("search 👨", []), ("watch 5 se", ["search", "serve", "set"]),
        ("watch --times 3 1 se", ["search", "serve", "set"]), ("watch 1 --times=3 se", ["search", "serve", "set"]),
        ("watch --times ", []), ("watch --times 3 1 search --li", ["--limit"]), ("watch 5 --t", ["--times"]),
        ("save x --watch se", ["search", "serve", "set"]), ("save x --notify 'a b' se", ["search", "serve", "set"]),
        ("save x --notify ", []), ("save x --w", ["--watch", "--webhook"]),
        ("save x search lon --w", ["--watch", "--webhook"]),
    ])
    func `offers options, arguments, and their values`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test(arguments: [
        ("search lon", ["London", "Londrina", "Lonely Peak"], 7), ("search pa^ --limit 5", ["Paris"], 7),
        ("search mont bl", ["Mont Blanc"], 7), ("search --limit 5 eas", ["East London"], 17), ("search zzz", [], 7),
        ("sources; search pari", ["Paris"], 16), ("search ", [], 7),
    ])
    func `offers titles that replace all words typed so far`(line: String, titles: [String], start: Int) async throws {
        #expect(try await complete(line) == CommandCompleter.Proposal(start: start, candidates: titles))
    }

    @Test(arguments: [
        ("search \"londr", ["\"Londrina\""], 7), ("search 'mont bl", ["\"Mont Blanc\""], 7),
        ("search \"east lon", ["\"East London\""], 7), ("save p search londr", ["Londrina"], 14),
        ("run p londr", ["Londrina"], 6), ("facet country londr", ["Londrina"], 14),
    ])
    func `offers titles as phrases after a quote, and as words after other arguments`(
        line: String, titles: [String], start: Int
    ) async throws {
        #expect(try await complete(line) == CommandCompleter.Proposal(start: start, candidates: titles))
    }

    @Test func `offers favorites if there are no results yet, and always for unfavorite`() async throws {
        let proposal = try await complete("unfavorite t") { _ = try await $0.run("favorite towns:1") }
        #expect(proposal.candidates == ["towns:1"])
        #expect(try await complete("show ") { _ = try await $0.run("favorite towns:1") }.candidates == ["towns:1"])
    }

    @Test func `offers the rows of the last results`() async throws {
        let proposal = try await complete("show ") { _ = try await $0.run("search londr") }
        #expect(proposal == CommandCompleter.Proposal(start: 5, candidates: ["towns:2"]))
    }

    @Test func `offers to remove only sources that were added`() async throws {
        let proposal = try await complete("source remove ") { _ = try await $0.run("source add stub lakes") }
        #expect(proposal.candidates == ["lakes"])
    }

    @Test(arguments: [
        ("favorites ", ["East London", "export", "import", "lunch", "merge", "Mont Blanc"]),
        ("favorites e", ["East London", "export"]), ("favorites mont b", ["Mont Blanc"]),
        ("favorites lu", ["lunch"]), ("favorites lond", []), ("favorites coun", ["country:"]),
        ("favorite towns:1 --tag ", ["lunch"]), ("favorite towns:1 --untag=l", ["lunch"]),
    ])
    func `offers the titles and tags of favorites`(line: String, candidates: [String]) async throws {
        let proposal = try await complete(line) { bench in
            _ = try await bench.run("favorite towns:3 --tag lunch")
            _ = try await bench.run("favorite peaks:b")
        }
        #expect(Set(proposal.candidates) == Set(candidates))
    }

    @Test(arguments: [
        ("near londr", ["Londrina"]), ("near towns:", ["towns:1", "towns:2", "towns:3", "towns:4"]),
        ("near peaks:a", ["peaks:a"]), ("near towns:1 5 mont", ["Mont Blanc"]), ("changes towns:4", ["towns:4"]),
    ])
    func `offers addresses where they are an alternative`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test(arguments: [
        ("show t", ["towns:"]), ("favorite towns:", ["towns:1", "towns:2", "towns:3", "towns:4"]),
        ("open peaks:b", ["peaks:b"]), ("unfavorite peaks:b", []), ("show x", []), ("show towns:1 ", []),
    ])
    func `offers the addresses of the store`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test func `offers favorites, and escapes spaces`() async throws {
        let proposal = try await complete("show to") { bench in
            let keys = ["a b", "c\u{A0}d"]
            try await bench.hold(keys.map { Record(key: $0, title: "Odd") }, in: "towns")
            _ = try await bench.run("favorite \"towns:a b\"")
            _ = try await bench.run("favorite \"towns:c\u{A0}d\"")
        }
        #expect(proposal.candidates == ["towns:", "towns:a\\ b", "towns:c\\\u{A0}d"])
    }

    @Test(arguments: [
        ("search cou", ["country:"], 7), ("search lon hei", ["height:"], 11),
        ("search country:", ["country:BR", "country:FR", "country:GB", "country:ZA"], 7),
        ("search lon country:g", ["country:GB"], 11), ("search country:x", [], 7),
        ("list peaks country:", ["country:FR"], 11), ("search country: --source tow", ["towns"], 25),
        ("search --source peaks country:", ["country:FR"], 22), ("search source:peaks country:", ["country:FR"], 20),
        ("search source:", ["source:peaks", "source:towns"], 7), ("search is:", ["is:favorite", "is:stale"], 7),
        ("search x sort:-t", ["sort:-title"], 9), ("search x sort:country,-ti", ["sort:country,-title"], 9),
        ("search (country:F", ["country:FR"], 8), ("search x -cou", ["country:"], 10), ("search (hei", ["height:"], 8),
        ("search -country:b", ["country:BR"], 8), ("search x -(country:F", ["country:FR"], 11),
        ("search COUNTRY:f", ["COUNTRY:FR"], 7), ("live lond", ["London", "Londrina"], 5),
    ])
    func `offers columns and their values`(line: String, candidates: [String], start: Int) async throws {
        #expect(try await complete(line) == CommandCompleter.Proposal(start: start, candidates: candidates))
    }

    @Test(arguments: [
        ("lon coun", ["country:"], 4), ("source:peaks country:", ["country:FR"], 13), ("londr", ["Londrina"], 0),
        ("sql country:\"g", ["country:GB"], 4), ("lon | so", ["sort:", "source:"], 6), ("lon; coun", ["country:"], 5),
        ("x > /", [], 4), ("x ; re", [], 4), ("x --lim", [], 4), ("", [], 0),
    ])
    func `completes a query by itself, in which nothing is a command, a file, or an option`(
        query: String, candidates: [String], start: Int
    ) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let proposal = await CommandCompleter(context: bench.context).complete(query: query)
        #expect(proposal == CommandCompleter.Proposal(start: start, candidates: candidates))
    }

    @Test(arguments: [
        ("search tag:", ["tag:Café", "tag:lunch", "tag:\"to do\""], 7), ("favorites tag:l", ["tag:lunch"], 10),
        ("search tag:caf", ["tag:Café"], 7), ("list towns tag:x", [], 11), ("search ta", ["tag:"], 7),
        ("search has:ta", ["has:tag"], 7), ("search has:no", ["has:note"], 7),
    ])
    func `offers the tags of favorites`(line: String, candidates: [String], start: Int) async throws {
        let proposal = try await complete(line) { bench in
            _ = try await bench.run("favorite towns:1 --tag lunch --tag Café")
            _ = try await bench.run("favorite peaks:a --tag lunch --tag \"to do\"")
        }
        #expect(proposal == CommandCompleter.Proposal(start: start, candidates: candidates))
    }

    @Test func `quotes a value with spaces, also after an open quote`() async throws {
        for (line, start) in [
            ("search country:new", 7), ("search country:\"New Z", 7), ("search -country:New", 8),
            ("search -country:\"New Z", 8), ("search (country:new", 8), ("search x -(-country:\"New Z", 12),
        ] {
            let proposal = try await complete(line) { bench in
                try await bench.hold(
                    [Record(key: "1", title: "Napier", fields: [.init("country", .text("New Zealand"))])], in: "towns")
            }
            #expect(proposal == CommandCompleter.Proposal(start: start, candidates: ["country:\"New Zealand\""]))
        }
    }

    @Test(arguments: [
        ("run fails ", ["what=", "zip="], 10), ("run fails wh", ["what="], 10), ("run fails pizza z", ["zip="], 16),
        ("run fails what=pizza ", ["zip="], 21), ("run none z", [], 9), ("run p londr", ["Londrina"], 6),
        ("run both lon", ["londoner="], 9),
    ])
    func `offers the parameters of a saved search`(line: String, candidates: [String], start: Int) async throws {
        let proposal = try await complete(line) { bench in
            _ = try await bench.run("save fails search {what} height:{zip=60614}")
            _ = try await bench.run("save p search lon")
            _ = try await bench.run("save both search {londoner}")
        }
        #expect(proposal == CommandCompleter.Proposal(start: start, candidates: candidates))
    }

    @Test(arguments: [
        "São Paulo", "O’Fallon", "'s-Hertogenbosch", "Odd; #1 'title'", "\"Quoted\" Falls", "C# \\ D|", "a | b", "--x",
    ])
    func `a completed title finds exactly its record`(title: String) async throws {
        let bench = try Bench()
        try await bench.hold([Record(key: "1", title: title), Record(key: "2", title: "Other")], in: "towns")
        let typed = "search " + String(Folding.fold(title).prefix(3))
        let proposal = await CommandCompleter(context: bench.context).complete(typed, at: typed.count)
        #expect(proposal.candidates.count == 1)
        let line = typed.prefix(proposal.start) + (proposal.candidates.first ?? "")
        #expect(try await bench.run(String(line)).titles == [title])
    }

    @Test(arguments: ["show towns:", "search Town", "search country:"])
    func `reports whether there are more candidates than offered`(line: String) async throws {
        for (count, isCut) in [(200, false), (201, true)] {
            let proposal = try await complete(line) { bench in
                try await bench.hold(
                    (1...count).map { number in
                        Record(
                            key: "\(number)", title: "Town \(number)",
                            fields: [.init("country", .text("c\(number)"))])
                    }, in: "towns")
                try await bench.hold([], in: "peaks")
            }
            #expect(proposal.isCut == isCut)
            #expect(proposal.candidates.count == 200)
        }
    }

    @Test func `keeps the quote of a file name`() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path("one list.opml")))
        try FileManager.default.createDirectory(atPath: folder.path("my folder"), withIntermediateDirectories: false)
        #expect(try await complete("sources > \"\(folder.path)/on").candidates == ["\"\(folder.path)/one list.opml\""])
        #expect(try await complete("sources > \"\(folder.path)/my f").candidates == ["\"\(folder.path)/my folder/"])
    }

    @Test func `offers the names of files`() async throws {
        let folder = try TemporaryFolder()
        for name in ["one list.opml", "one.opml", "two.opml", ".hidden"] {
            try Data().write(to: URL(filePath: folder.path(name)))
        }
        try FileManager.default.createDirectory(atPath: folder.path("onto"), withIntermediateDirectories: false)
        let proposal = try await complete("source import \(folder.path)/on")
        #expect(proposal.start == 14)
        #expect(
            proposal.candidates.map { $0.dropFirst(folder.path.count + 1) } == ["one\\ list.opml", "one.opml", "onto/"])
        #expect(try await complete("source import \(folder.path)/.h").candidates == ["\(folder.path)/.hidden"])
        #expect(try await complete("source import \(folder.path)/none/").candidates.isEmpty)
        for sign in [">", ">>"] {
            #expect(try await complete("search x \(sign) \(folder.path)/tw").candidates == ["\(folder.path)/two.opml"])
        }
    }

    @Test func `offers files of the home folder after a tilde`() throws {
        let home = try TemporaryFolder()
        try Data().write(to: URL(filePath: home.path("morning.agg")))
        try FileManager.default.createDirectory(atPath: home.path("mine"), withIntermediateDirectories: false)
        #expect(FileNames.paths(startingWith: "~/m", home: home.path) == ["~/mine/", "~/morning.agg"])
    }

    @Test(arguments: [
        ("search lon --columns ti", ["title"]), ("search lon --columns address,ti", ["address,title"]),
        ("search lon --columns hei", ["height"]),
    ])
    func `offers the names of columns to show`(line: String, candidates: [String]) async throws {
        #expect(try await complete(line).candidates == candidates)
    }

    @Test func `a command may begin with a dot`() async throws {
        #expect(try await complete(".sou").candidates == [".source", ".sources"])
        #expect(try await complete("help k").candidates == ["keys"])
    }

    @Test func `escapes titles as the grammar requires`() async throws {
        let proposal = try await complete("search odd") { bench in
            try await bench.hold([Record(key: "1", title: "Odd; #1 'title'")], in: "towns")
        }
        #expect(proposal.candidates == ["Odd\\; \\#1 \\'title'"])
    }

    @Test(arguments: [
        "", "s", "search \"a", "search '", ";", "; ;", "search \\", "set x y z", "-- x", "# s", "search 東", "\u{0}",
    ])
    func `never fails, and always points into the line`(line: String) async throws {
        for cursor in 0...line.count {
            let text = line.prefix(cursor) + "^" + line.dropFirst(cursor)
            let proposal = try await complete(String(text))
            #expect((0...cursor).contains(proposal.start))
        }
    }
}
