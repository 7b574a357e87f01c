import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import TestSupport
import Testing

import AggCommands

/// Tags, notes, and favorites in files.
@Suite struct FavoriteDataTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "agg-favorites-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func bench(limit: Int = 100, prompter: (any Prompter)? = nil) async throws -> Bench {
        let bench = try Bench(favoritesLimit: limit, prompter: prompter)
        try await bench.holdTownsAndPeaks()
        return bench
    }

    private func file(_ name: String) -> String { folder.appending(path: name).path }

    @Test func `merges favorites of two machines and keeps the later change`() async throws {
        let (home, work) = (try await bench(), try await bench())
        for bench in [home, work] { _ = try await bench.run("favorite towns:1 --tag lunch") }
        for bench in [home, work] { bench.clock.advance(by: 60) }
        _ = try await home.run("favorite towns:2 --note mine")
        _ = try await work.run("favorite towns:1 --untag lunch --tag work")
        work.clock.advance(by: 60)
        _ = try await work.run("favorite peaks:b")
        for (name, bench) in [("home.json", home), ("work.json", work)] {
            _ = try await bench.run("favorites export '\(file(name))'")
        }
        let merged = try await home.run("favorites merge '\(file("work.json"))'")
        #expect(merged.body?.values?.rows.map { $0[1] } == [1, 1, 0, 0])
        _ = try await work.run("favorites merge '\(file("home.json"))'")
        #expect(await home.users.favorites() == work.users.favorites())
        #expect(await home.users.favorites().map(\.tags) == [[], [], ["work"]])
        _ = try await work.run("unfavorite towns:2")
        _ = try await work.run("favorites export '\(file("work.json"))' --force")
        _ = try await home.run("favorites merge '\(file("work.json"))'")
        #expect(await home.users.favorites().map(\.address.description) == ["peaks:b", "towns:1"])
        #expect(await home.error(of: "favorites merge '\(file("none.json"))'")?.code == "file_not_read")
        #expect(await home.error(of: "favorites merge")?.status == .usage)
    }

    @Test func `a merge of an unreadable file changes nothing, and a merge after an import keeps the original times`()
        async throws
    {
        let bench = try await bench()
        _ = try await bench.run("favorite towns:1")
        _ = try await bench.run("favorites export '\(file("mine.json"))'")
        let original = await bench.users.favorites()
        _ = try await bench.run("unfavorite towns:1")
        bench.clock.advance(by: 60)
        _ = try await bench.run("favorites import '\(file("mine.json"))'")
        try Data("{\"x\":1}".utf8).write(to: URL(filePath: file("bad.json")))
        let histories = await bench.users.favoriteHistories()
        let failed = try await bench.run("favorites merge '\(file("bad.json"))'")
        #expect(failed.status == .failed)
        #expect(failed.body?.values?.rows.map { $0[1] } == [0, 0, 0, 1])
        #expect(await bench.users.favoriteHistories() == histories)
        let merged = try await bench.run("favorites merge '\(file("mine.json"))'")
        #expect(merged.body?.values?.rows.map { $0[1] } == [0, 0, 0, 0])
        #expect(await bench.users.favorites() == original)
    }

    @Test func `adds a favorite with tags and a note, and updates it later`() async throws {
        let bench = try await bench()
        let marked = try await bench.run("favorite towns:1 --tag lunch --tag 'by  train' --note \"cheap on Mondays\"")
        #expect(
            Answers.text(marked, .table)
                == "Added London (towns:1) #lunch #by train cheap on Mondays: 1 of 100 favorites.\n")
        let changed = try await bench.run("favorite towns:1 --untag LUNCH --tag home --note ''")
        #expect(
            Answers.text(changed, .table) == "Updated favorite London (towns:1) #by train #home: 1 of 100 favorites.\n")
        let again = try await bench.run("favorite towns:1")
        #expect(Answers.text(again, .table).contains("already"))
        #expect(await bench.users.favorites().first?.tags == ["by train", "home"])
        #expect(await bench.error(of: "favorite towns:1 --tag ' '")?.status == .usage)
        #expect(await bench.error(of: "favorite towns:9 --tag x")?.code == "no_such_record")
    }

    @Test func `tags and notes are shown and searched`() async throws {
        let bench = try await bench()
        _ = try await bench.run("favorite towns:1 --tag lunch --note \"cheap on Mondays\"")
        _ = try await bench.run("favorite towns:4 --tag dinner")
        #expect(try await bench.run("favorites").titles == ["Paris", "London"])
        for line in [
            "favorites lunch", "favorites monday", "search lunch --favorites", "favorites lon", "favorites country:GB",
        ] {
            #expect(try await bench.run(line).titles == ["London"], "\(line)")
        }
        #expect(try await bench.run("favorites breakfast").titles.isEmpty)
        #expect(Answers.text(try await bench.run("favorites"), .table).contains("#lunch cheap on Mondays"))
        let shown = Answers.text(try await bench.run("show towns:1"), .list)
        #expect(shown.contains("lunch") && shown.contains("cheap on Mondays") && shown.contains("2026-11-20 10:00"))
        let json = try JSONValue(parsing: Answers.text(try await bench.run("favorites lunch"), .json))
        #expect(json["records"]?.arrayValue?.first?["tags"] == .array(["lunch"]))
        var output = try await bench.run("favorites lunch --columns title,tags,note")
        output.format = .csv
        #expect(Answers.text(output, .csv) == "title,tags,note\r\nLondon,lunch,cheap on Mondays\r\n")
    }

    @Test(arguments: [
        ("search tag:lunch", ["London", "Gone"]), ("search tag:LÚNCH", ["London", "Gone"]), ("search tag:lun", []),
        ("favorites tag:lunch has:note", ["London"]),
        ("favorites has:tag", ["London", "Paris", "Gone", "Mont Blanc"]),
        ("favorites -has:tag", ["Lonely Peak"]), ("list towns tag:lunch", ["London", "Gone"]),
        ("list towns lon tag:lunch", ["London"]), ("list towns lon -tag:lunch", ["Londrina", "East London"]),
        ("search tag:lunch OR country:ZA", ["London", "East London"]), ("search tag:\"by train\"", ["Paris"]),
        ("list towns has:note", ["London"]), ("list peaks -tag:lunch", ["Lonely Peak", "Mont Blanc"]),
        ("search lon tag:lunch", ["London"]),
        ("search is:favorite -tag:lunch", ["Paris", "Lonely Peak", "Mont Blanc"]),
        ("explain tag:lunch lon", ["London"]), ("search tag:★", ["Mont Blanc"]),
    ])
    func `tags and notes narrow a query`(line: String, titles: [String]) async throws {
        let bench = try await bench()
        try await bench.hold(.towns + [Record(key: "g", title: "Gone")], in: "towns")
        for command in [
            "favorite towns:1 --tag Lunch --note cheap", "favorite towns:4 --tag 'by train'",
            "favorite towns:g --tag lunch",
            "favorite peaks:a", "favorite peaks:b --tag ★",
        ] { _ = try await bench.run(command) }
        try await bench.holdTownsAndPeaks()
        #expect(Set(try await bench.run(line).titles) == Set(titles))
    }

    @Test(arguments: [OutputFormat.csv, .tsv])
    func `tags and notes are the last columns of favorites and of nothing else`(format: OutputFormat) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:1 --tag lunch --tag near --note \"cheap, good\"")
        let separator = format == .csv ? "," : "\t"
        let lines = Answers.text(try await bench.run("favorites"), format).split(whereSeparator: \.isNewline)
        let usual = "address,source,title,subtitle,date,latitude,longitude,url,favorite".replacing(",", with: separator)
        #expect(lines.first.map(String.init) == usual + separator + "tags" + separator + "note")
        #expect(
            lines.last?.contains(format == .csv ? #""lunch, near","cheap, good""# : "lunch, near\tcheap, good") == true)
        let search = Answers.text(try await bench.run("search london"), format).split(whereSeparator: \.isNewline)
        #expect(search.first.map(String.init) == usual)
    }

    @Test(arguments: ["json", "csv"])
    func `imports an export exactly`(ending: String) async throws {
        let bench = try await bench()
        _ = try await bench.run("favorite towns:1 --tag lunch --note \"a, b\"")
        bench.clock.advance(by: 0.125)
        _ = try await bench.run("favorite peaks:a")
        let name = file("mine.\(ending)")
        #expect(Answers.text(try await bench.run("favorites export '\(name)'"), .table).hasPrefix("Wrote 2 favorites"))
        let other = try await self.bench()
        let report = try await other.run("favorites import '\(name)'")
        #expect(report.status == .done)
        #expect(Answers.text(report, .csv).hasPrefix("result,favorites\r\nadded,2\r\nknown,0\r\n"))
        let (kept, original) = (await other.users.favorites(), await bench.users.favorites())
        #expect(kept == original)
        #expect(Answers.text(try await other.run("favorites import '\(name)'"), .csv).contains("known,2"))
    }

    @Test func `an export of snapshots is never stale and refreshes no source`() async throws {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks(age: 90_000)
        _ = try await bench.run("favorite towns:1")
        bench.policy.isStrict = true
        #expect(try await bench.run("favorites").status == .partial)
        bench.policy.maxAge = .zero
        let output = try await bench.run("favorites export '\(file("snapshots.json"))'")
        #expect(output.status == .done && output.errors.isEmpty)
    }

    @Test func `reports each favorite that does not fit or cannot be read`() async throws {
        let bench = try await bench()
        for key in ["1", "2", "3"] { _ = try await bench.run("favorite towns:\(key)") }
        let name = file("many.json")
        _ = try await bench.run("favorites export '\(name)'")
        let output = try await self.bench(limit: 2).run("favorites import '\(name)'")
        #expect(output.status == .failed)
        #expect(output.errors.map(\.code) == ["favorites_full"])
        #expect(Answers.text(output, .csv).contains("added,2\r\nknown,0\r\nrefused,1"))
        try Data("{\"agg\":1,\"favorites\":[{}]}".utf8).write(to: URL(filePath: file("bad.json")))
        let bad = try await bench.run("favorites import '\(file("bad.json"))'")
        #expect(bad.errors.map(\.message) == ["\(file("bad.json")): favorite 1 has no valid source"])
        #expect(bad.status == .failed)
    }

    @Test func `overwrites an existing file only if confirmed or forced`() async throws {
        let name = file("there.json")
        func text() throws -> String { try String(contentsOfFile: name, encoding: .utf8) }
        try Data("old".utf8).write(to: URL(filePath: name))
        #expect(await (try bench()).error(of: "favorites export '\(name)'")?.code == "file_exists")
        #expect(
            await (try bench(prompter: StubPrompter(["no"]))).error(of: "favorites export '\(name)'")?.code
                == "file_exists")
        #expect(
            await (try bench(prompter: StubPrompter([nil]))).error(of: "favorites export '\(name)'")?.code
                == "file_exists")
        #expect(try text() == "old")
        _ = try await bench(prompter: StubPrompter(["yes"])).run("favorites export '\(name)'")
        #expect(try text() != "old")
        try Data("old".utf8).write(to: URL(filePath: name))
        _ = try await bench().run("favorites export '\(name)' --force")
        #expect(try text() != "old")
    }

    @Test(arguments: [
        ("favorites export", "usage"), ("favorites export a b", "usage"), ("favorites export a.xml", "usage"),
        ("favorites source:nowhere", "usage"),
    ])
    func `invalid arguments are a usage error`(line: String, code: String) async throws {
        #expect(await (try bench()).error(of: line)?.code == code)
    }

    @Test func `reports the system's reason if a file cannot be written`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("missing/x.json")
        #expect(
            await (try bench()).error(of: "favorites export \(file)")?.message
                == "cannot write \(file): No such file or directory")
        #expect(await (try bench()).error(of: "favorites export \(file)")?.code == "file_not_written")
        #expect(await (try bench()).error(of: "favorites import \(file)")?.code == "file_not_read")
    }
}
