import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

import AggCommands

@Suite struct RelatedCommandTests {
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.hold(
            [
                Record(
                    key: "1", title: "Harbor Fountain", date: RecordDate(canonical: "2024-05-01"),
                    coordinate: Coordinate(latitude: 41, longitude: -87), url: "https://example.org/a"),
                Record(key: "2", title: "Fountain Grill", coordinate: Coordinate(latitude: 41.001, longitude: -87)),
                Record(key: "3", title: "Far Away", coordinate: Coordinate(latitude: 10, longitude: 10)),
                Record(key: "4", title: "Harbor Fountain", coordinate: Coordinate(latitude: 20, longitude: 20)),
            ], in: "towns")
        try await bench.hold(
            [
                Record(key: "a", title: "Opening", date: RecordDate(canonical: "2024-05-01T08:00:00Z")),
                Record(key: "b", title: "News", url: "https://example.org/a"),
            ], in: "peaks")
        return bench
    }

    @Test func `lists records that share a title, words, a location, or a date, with the reason`() async throws {
        let output = try await bench().run("related towns:1 --json")
        let rows = try #require(try JSONValue(parsing: Answers.text(output, .json))["records"]?.arrayValue)
        let reasons = Dictionary(
            uniqueKeysWithValues: rows.map { ($0["address"]?.stringValue ?? "", $0["why"]?.stringValue ?? "") })
        #expect(
            reasons == [
                "towns:4": "same title", "towns:2": "111 m away, same word “fountain”",
                "peaks:a": "same day, 2024-05-01",
            ])
        #expect(output.addresses == ["towns:4", "towns:2", "peaks:a"])
    }

    @Test func `a link that the store finds is a reason`() async throws {
        var bench = try await bench()
        bench.context.sql = StubSQL(table: DataTable(columns: ["address"], rows: [["peaks:b"], ["towns:1"]]))
        let output = try await bench.run("related towns:1 --limit 2")
        #expect(output.addresses == ["peaks:b", "towns:4"])
        #expect(Answers.text(output, .table).contains("same link"))
        #expect(Answers.text(output, .table).contains("related towns:1 --limit 4"))
    }

    @Test func `the reasons remain with other columns, in other formats, and when shown again`() async throws {
        let bench = try await bench()
        func heading(_ line: String, _ format: OutputFormat = .csv) async throws -> String {
            let text = Answers.text(try await bench.run(line), format)
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        }
        let usual = "address,source,title,subtitle,date,latitude,longitude,url,favorite"
        #expect(try await heading("related towns:1 --columns +country") == usual + ",why,country")
        #expect(try await heading("related towns:1 --columns '*'").contains(",why,"))
        #expect(try await heading("related towns:1 --columns title") == "title")
        #expect(try await heading("related towns:1", .table).split(separator: " ").contains("why"))
        #expect(try await heading("last csv") == usual + ",why")
        #expect(try await heading("last table", .table).split(separator: " ").contains("why"))
    }

    /// The reasons of the records related to the first of some towns, by key.
    private func reasons(_ records: [Record]) async throws -> [String: String] {
        let bench = try Bench()
        try await bench.hold(records, in: "towns")
        let rows = try await bench.run("related towns:1 --limit all").answer?.rows ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.address.key, $0.reason ?? "") })
    }

    @Test func `a shared word is a whole word of any text`() async throws {
        let reasons = try await reasons([
            Record(key: "1", title: "Academy", subtitle: "12 Oak Ave"),
            Record(key: "2", title: "Avebury"), Record(key: "3", title: "Oakland"),
            Record(key: "4", title: "Shop", fields: [.init("country", .text("academy"))], keywords: ["ave"]),
            Record(key: "5", title: "Ave Maria"), Record(key: "6", title: "Tree", alternativeTitles: ["Oak"]),
        ])
        #expect(
            reasons == [
                "4": "same word “academy”, same word “ave”", "5": "same word “ave”", "6": "same word “oak”",
            ])
    }

    @Test func `a shared word counts for more in a title than in another text`() async throws {
        let bench = try Bench()
        let texts = (1...2).map { Record(key: "t\($0)", title: "Text \($0)", keywords: ["tetris", "memo", "score"]) }
        let titles = ["Tetris", "Memo", "Score"].map { Record(key: $0, title: "\($0) board") }
        try await bench.hold([Record(key: "1", title: "Tetris memo score")] + texts + titles, in: "towns")
        let rows = try await bench.run("related towns:1 --limit 3").answer?.rows ?? []
        #expect(Set(rows.map(\.address.key)) == ["Tetris", "Memo", "Score"])
    }

    @Test func `a word that no other title has is still found in other texts, of any source`() async throws {
        let bench = try Bench()
        try await bench.hold(
            [Record(key: "1", title: "linux", subtitle: "The source code of the Linux kernel.")], in: "towns")
        let post = Record(key: "a", title: "QEMU 9.1", fields: [.init("country", .text("Runs on Linux hosts"))])
        try await bench.hold([post, Record(key: "b", title: "QEMU 9.2")], in: "peaks")
        let rows = try await bench.run("related towns:1").answer?.rows ?? []
        #expect(rows.map(\.address.description) == ["peaks:a"])
        #expect(rows.map(\.reason) == ["same word “linux”"])
    }

    @Test func `a word that many records of a source have is not rare`() async throws {
        let reasons = try await reasons(
            [Record(key: "1", title: "Rare Harbor", subtitle: "Frequent Land")]
                + (2..<100).map { number in
                    Record(
                        key: "\(number)", title: number < 4 ? "Rare \(number)" : "Town \(number)",
                        subtitle: number < 10 ? "Frequent Land" : nil)
                })
        #expect(reasons == ["2": "same word “rare”", "3": "same word “rare”"])
    }

    @Test func `all related records are listed, or the answer says that there are more`() async throws {
        let bench = try Bench()
        try await bench.hold(
            (1...90).map { number in
                let place = Coordinate(latitude: 41 + Double(number) / 10_000, longitude: -87)
                return Record(key: "\(number)", title: "Town \(number)", coordinate: place)
            }, in: "towns")
        let all = try await bench.run("related towns:1 --limit all")
        #expect(all.answer?.rows.count == 89 && all.answer?.isTruncated == false)
        let some = try await bench.run("related towns:1")
        #expect(some.answer?.rows.count == 50 && some.answer?.isTruncated == true)
    }

    @Test func `finds records related to a row of the last results`() async throws {
        let bench = try await bench()
        _ = try await bench.run("search grill")
        #expect(try await bench.run("related 1").addresses.first == "towns:1")
        #expect(await bench.error(of: "related 9")?.code == "no_such_row")
        #expect(await bench.error(of: "related nothing")?.status == .usage)
    }
}

@Suite struct RelinkCommandTests {
    private func fountain(_ key: String, _ title: String = "Harbor Fountain", north: Double = 41) -> Record {
        Record(key: key, title: title, coordinate: Coordinate(latitude: north, longitude: -87))
    }

    /// A favorite with a tag whose source was then fetched again with other rows.
    private func bench(_ rows: [Record], favoritesLimit: Int = 100) async throws -> Bench {
        let bench = try Bench(favoritesLimit: favoritesLimit)
        try await bench.hold([fountain("1"), fountain("2", "Other")], in: "towns")
        _ = try await bench.run("favorite towns:1 --tag lunch --note cheap")
        try await bench.hold(rows, in: "towns")
        return bench
    }

    @Test func `a favorite moves to the new key of its record with tags and note`() async throws {
        let bench = try await bench([fountain("9"), fountain("2", "Other")])
        let output = try await bench.run("relink")
        #expect(Answers.text(output, .table) == "Moved Harbor Fountain from towns:1 to towns:9.\n")
        let favorites = await bench.users.favorites()
        #expect(favorites.map(\.address.description) == ["towns:9"])
        #expect(favorites.first?.tags == ["lunch"] && favorites.first?.note == "cheap")
        #expect(Answers.text(try await bench.run("relink"), .table) == "No favorites to move.\n")
    }

    @Test func `a favorite moves even if there are more than the limit`() async throws {
        let bench = try await bench([fountain("9")], favoritesLimit: 1)
        let other = Favorite(source: .stub, kind: "stub", record: fountain("3", "Other"), addedAt: .distantPast)
        _ = await bench.users.importFavorites([other], histories: [:], limit: .max)
        _ = try await bench.run("relink towns:1 towns:9")
        #expect(await bench.users.favorites().map(\.address.description) == ["towns:9", "towns:3"])
    }

    @Test func `tags and note move to a record that is already a favorite`() async throws {
        let bench = try await bench([fountain("9")])
        _ = try await bench.run("favorite towns:9 --tag evening")
        _ = try await bench.run("relink towns:1 towns:9")
        let favorites = await bench.users.favorites()
        #expect(favorites.map(\.address.description) == ["towns:9"])
        #expect(favorites.first?.tags == ["evening", "lunch"] && favorites.first?.note == "cheap")
    }

    @Test func `names the favorite that moved, and the one it was merged with`() async throws {
        let bench = try await bench([fountain("9", "Zed")])
        _ = try await bench.run("favorite towns:9")
        let output = try await bench.run("relink towns:1 towns:9")
        let text = "Moved Harbor Fountain from towns:1 to towns:9, and merged it with the favorite Zed.\n"
        #expect(Answers.text(output, .table) == text)
    }

    @Test(arguments: [("evenings", "evenings; cheap"), ("cheap", "cheap")])
    func `if both favorites have a note, the notes are joined unless they are the same`(
        note: String, joined: String
    ) async throws {
        let bench = try await bench([fountain("9")])
        _ = try await bench.run("favorite towns:9 --note \(note)")
        _ = try await bench.run("relink towns:1 towns:9")
        #expect(await bench.users.favorites().map(\.note) == [joined])
    }

    @Test func `moving a favorite to its own address is a usage error and keeps it`() async throws {
        let bench = try await bench([fountain("1")])
        let error = await bench.error(of: "relink towns:1 towns:1")
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("the favorite is already at towns:1") == true)
        #expect(await bench.users.favorites().map(\.note) == ["cheap"])
    }

    @Test(arguments: ["gone", "elsewhere", "twice", "kept", "among too many"])
    func `a favorite stays in place if no record is certainly the same`(kind: String) async throws {
        let rows: [Record] =
            switch kind {
            case "elsewhere": [fountain("9", north: 42)]
            case "twice": [fountain("9"), fountain("8")]
            case "kept": [fountain("1"), fountain("9")]
            case "among too many": [fountain("9")] + (10...120).map { fountain("\($0)", north: 42) }
            default: [fountain("2", "Other")]
            }
        let bench = try await bench(rows)
        _ = try await bench.run("relink")
        #expect(await bench.users.favorites().map(\.address.description) == ["towns:1"])
        #expect(await bench.error(of: "relink towns:1")?.code == "not_moved")
    }

    @Test func `two addresses move a favorite to any record of its source`() async throws {
        let bench = try await bench([fountain("7", "Renamed")])
        _ = try await bench.run("relink towns:1 towns:7")
        #expect(await bench.users.favorites().map(\.record.title) == ["Renamed"])
        #expect(await bench.error(of: "relink towns:1 towns:7")?.code == "no_favorite")
        #expect(await bench.error(of: "relink towns:7 peaks:a")?.status == .usage)
    }
}
