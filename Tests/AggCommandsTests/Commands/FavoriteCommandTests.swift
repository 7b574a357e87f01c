import AggCore
import AggSource
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct FavoriteCommandTests {
    @Test func `adds a favorite and reports the count and the limit`() async throws {
        let bench = try Bench()
        try await bench.hold((1...46).map { .init(key: "\($0)", title: "Town \($0)") }, in: "towns")
        for number in 1...45 { _ = try await bench.run("favorite towns:\(number)") }
        let report = try await report(of: "favorite towns:46", bench)
        #expect(report.messages == ["Added Town 46 (towns:46): 46 of 100 favorites."])
        #expect(report.changed.map(\.isFavorite) == [true])
        #expect((report.count, report.limit) == (46, 100))
    }

    @Test(arguments: [OutputFormat.table, .list])
    func `explains how to add a favorite if there are none`(format: OutputFormat) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        for line in ["favorites", "search"] {
            #expect(
                Answers.text(try await bench.run(line), format).hasPrefix(
                    "No favorites yet. To add one, run “favorite”"))
        }
        for line in ["favorites lunch", "search nowhere", "search lon --favorites"] {
            #expect(Answers.text(try await bench.run(line), format).hasPrefix("No matches."), "\(line)")
        }
    }

    @Test func `adding a favorite twice changes nothing and succeeds`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:1")
        let again = try await bench.run("fav towns:1")
        #expect(
            try await report(of: "fav towns:1", bench).messages
                == ["London is already a favorite (towns:1): 1 of 100 favorites."])
        #expect(again.status == .done)
    }

    @Test func `adding one too many fails, reports the limit, and keeps the rest`() async throws {
        let bench = try Bench(favoritesLimit: 2)
        try await bench.holdTownsAndPeaks()
        for address in ["towns:1", "towns:2"] { _ = try await bench.run("favorite \(address)") }
        let error = await bench.error(of: "favorite towns:3")
        #expect(error?.code == "favorites_full")
        #expect(error?.status == .failed)
        #expect(error?.message.contains("you have reached the limit of 2 favorites") == true)
        #expect(try await bench.run("favorites").titles == ["Londrina", "London"])
        #expect(await bench.error(of: "favorite towns:1") == nil)
    }

    @Test func `removes a favorite, and reports a record that is not one`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:1")
        #expect(
            try await report(of: "unfavorite towns:1", bench).messages
                == ["Removed London (towns:1): 0 of 100 favorites."])
        #expect(
            try await report(of: "unfav towns:1", bench).messages
                == ["London (towns:1) is not a favorite: 0 of 100 favorites."])
        #expect(try await report(of: "unfav towns:77", bench).changed.isEmpty)
    }

    @Test func `adds rows of the last results by number`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("list towns")
        _ = try await bench.run("favorite 4")
        #expect(try await bench.run("favorites").titles == ["East London"])
        _ = try await bench.run("unfavorite 1")
        #expect(try await bench.run("favorites").titles == [])
    }

    @Test func `adds and opens several rows at once by number, range, or address`() async throws {
        let bench = try Bench()
        try await bench.hold((1...9).map { .init(key: "\($0)", title: "Town \($0)") }, in: "towns")
        _ = try await bench.run("list towns")
        let report = try await report(of: "favorite 2 4-6 towns:9 5", bench)
        #expect(report.changed.map(\.record.key) == ["2", "4", "5", "6", "9"])
        #expect(report.messages.last == "Added Town 9 (towns:9): 5 of 100 favorites.")
        #expect(report.count == 5)
        let text = Answers.text(try await bench.run("fav 2 4"), .table)
        #expect(text.split(separator: "\n").count == 2)
        #expect(try await self.report(of: "unfavorite 1-9", bench).count == 0)
        #expect(try await bench.run("favorites").titles == [])
    }

    @Test(arguments: [
        ("favorite 3-2", "“3-2” ends before it starts; write “2-3”"),
        ("favorite 1-99999", "“1-99999” is too long; a range can have at most 10000 rows"),
        ("favorite 1 99", "no such row: 99; the last results have rows 1 to 4"), ("favorite 0-2", "no such row: 0"),
        ("favorite 1 soon", "“soon” is neither a record address"),
    ])
    func `adds nothing if one of the rows is invalid`(line: String, message: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("list towns")
        #expect(await bench.error(of: line)?.message.contains(message) == true)
        #expect(try await bench.run("favorites").titles == [])
    }

    @Test func `reports the records that cannot be added, and adds the others`() async throws {
        let bench = try Bench(favoritesLimit: 2)
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("favorite towns:1 towns:77 towns:2")
        #expect(output.errors.map(\.code) == ["no_such_record"])
        #expect(output.status == .failed)
        #expect(try await bench.run("favorites").titles == ["Londrina", "London"])
    }

    @Test func `adds none of several records if they exceed the limit, and says how many fit`() async throws {
        let bench = try Bench(favoritesLimit: 3)
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:1")
        let error = await bench.error(of: "favorite towns:1 towns:2 towns:3 towns:4")
        #expect(error?.code == "favorites_full")
        #expect(
            error?.message.hasPrefix(
                "there is room for only 2 more favorites (favorites.limit is 3), so none were added") == true)
        #expect(try await bench.run("favorites").titles == ["London"])
        _ = try await bench.run("favorite towns:1 towns:2 towns:3")
        let errors = try await bench.run("favorite nowhere:1 towns:4 peaks:a").errors.map(\.message)
        #expect(errors.count == 2, "\(errors)")
        #expect(errors.first?.hasPrefix("no such record: nowhere:1") == true)
        #expect(errors.last?.hasPrefix("you have reached the limit of 3 favorites") == true)
    }

    @Test func `prints only the errors if none of several records can be added`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("favorite towns:77 towns:78")
        #expect(output.errors.count == 2 && output.status == .failed)
        guard output.body == nil else { return #expect(Bool(false), "\(output.body)") }
    }

    @Test func `a tag can be given as answers show it`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns")
        _ = try await bench.run("favorite towns:1 --tag '#lunch'")
        #expect(try await bench.run("favorites tag:lunch").titles.count == 1)
        _ = try await bench.run("favorite towns:1 --untag '#lunch'")
        #expect(try await bench.run("favorites tag:lunch").titles.isEmpty)
    }

    @Test func `removing a tag updates a favorite but never adds one`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        for line in ["favorite towns:1 --untag x", "favorite towns:1 --note \"\""] {
            let report = try await report(of: line, bench)
            #expect(report.messages == ["London (towns:1) is not a favorite: 0 of 100 favorites."])
        }
        #expect(try await bench.run("favorites").titles == [])
        _ = try await bench.run("favorite towns:1 --tag x --tag y")
        #expect(
            try await report(of: "favorite towns:1 --untag x", bench).messages
                == ["Updated favorite London (towns:1) #y: 1 of 100 favorites."])
    }

    @Test func `an address without a record cannot be added`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(await bench.error(of: "favorite towns:99")?.code == "no_such_record")
        #expect(try await bench.run("favorites").titles == [])
    }

    private func report(of line: String, _ bench: Bench) async throws -> FavoriteReport {
        guard let report = try await bench.run(line).body as? FavoriteReport else { throw NoReport() }
        return report
    }

    private struct NoReport: Error {}
}

@Suite struct FavoritesCommandTests {
    @Test func `lists all favorites, newest first`() async throws {
        let bench = try Bench()
        try await bench.hold((1...60).map { .init(key: "\($0)", title: "Town \($0)") }, in: "towns")
        for number in 1...60 {
            bench.clock.advance(by: 1)
            _ = try await bench.run("favorite towns:\(number)")
        }
        let output = try await bench.run("favorites")
        #expect(output.titles == (1...60).reversed().map { "Town \($0)" })
        #expect(output.answer?.isTruncated == false)
        #expect(try await bench.run("favs --limit 2").titles == ["Town 60", "Town 59"])
        #expect(try await bench.run("favs --limit 2").answer?.isTruncated == true)
    }

    @Test func `is empty without favorites`() async throws {
        let output = try await Bench().run("favorites")
        #expect(output.titles.isEmpty && output.status == .done)
    }

    @Test func `keeps a favorite that is no longer in its source, and reports it`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:1")
        try await bench.hold(Array([Record].towns.dropFirst()), in: "towns")
        let output = try await bench.run("favorites")
        #expect(output.titles == ["London"])
        #expect(output.answer?.rows.first?.absence == .record)
        #expect(try await bench.run("show towns:1").answer?.rows.first?.absence == .record)
        #expect(output.status == .done)
    }

    @Test func `with the cache off, a stored favorite is not reported as gone from its stale source`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks(age: 1_000_000)
        _ = try await bench.run("favorite towns:1")
        _ = try await bench.run("set cache off")
        let row = try #require(try await bench.run("show towns:1").answer?.rows.first)
        #expect(row.record.title == "London" && row.absence == nil)
    }

    @Test func `a favorite whose source may not show its rows is shown as it was added`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:4")
        try await bench.hold([.init(key: "4", title: "Paris (Ville)")], in: "towns")
        bench.clock.advance(by: 1_000_000)
        _ = try await bench.run("set cache off")
        #expect(try await bench.run("favorites").titles == ["Paris"])
    }

    @Test func `keeps a favorite whose source was removed, and reports it`() async throws {
        let before = try Bench()
        try await before.holdTownsAndPeaks()
        _ = try await before.run("favorite peaks:b")
        let favorite = try #require(await before.users.favorites().first)
        let after = try Bench(sources: ["towns"])
        _ = try await after.users.addFavorite(favorite, limit: 100)
        #expect(try await after.run("favorites").answer?.rows.first?.absence == .source)
        #expect(try await after.run("show peaks:b").titles == ["Mont Blanc"])
        #expect(try await after.run("unfavorite peaks:b").status == .done)
    }

    @Test(arguments: ["source disabled", "source removed"])
    func `finds, counts, and labels the favorites of a disabled or removed source`(label: String) async throws {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks()
        for address in ["peaks:b", "towns:1", "towns:4"] {
            _ = try await bench.run("favorite \(address)")
            bench.clock.advance(by: 1)
        }
        if label == "source disabled" {
            _ = try await bench.run("source disable towns")
        } else {
            let favorites = await bench.users.favorites()
            bench = try Bench(sources: ["peaks"])
            try await bench.hold(.peaks, in: "peaks")
            _ = await bench.users.importFavorites(favorites, histories: [:], limit: 9)
        }
        let output = try await bench.run("favorites --limit 1")
        #expect(output.titles == ["Paris"] && output.answer?.rows.first?.absence?.text == label)
        #expect(Answers.text(output, .table).contains("1 of 3 records"))
        #expect(try JSONValue(parsing: Answers.text(output, .json))["matched"] == 3)
        #expect(try await bench.run("favorites source:towns lon").titles == ["London"])
        #expect(try await bench.run("favorites -source:towns").titles == ["Mont Blanc"])
        for line in ["search is:favorite source:towns lon", "search lon --favorites --source towns"] {
            #expect(try await bench.run(line).titles == ["London"], "\(line)")
        }
        #expect(await bench.error(of: "search source:towns lon")?.status == .usage)
        let count = try await bench.run("count is:favorite")
        let rows = try #require(count.body?.values).rows
        #expect(rows.map { $0.map { $0.stringValue ?? $0.text }.joined(separator: " ") } == ["peaks 1", "towns 2"])
        #expect(Answers.text(count, .table).contains("3 records"))
        for line in ["facet source is:favorite", "count by source is:favorite", "chart source is:favorite"] {
            let output = try await bench.run(line)
            #expect(output.body?.values?.rows == [["towns", 2], ["peaks", 1]], "\(line)")
            #expect(output.sources.map(\.id.description) == ["peaks"], "\(line)")
        }
        #expect(try await bench.run("show towns:1").answer?.rows.first?.absence?.text == label)
        _ = try await bench.run("unfavorite peaks:b")
        #expect(try await bench.run("count is:favorite").sources.allSatisfy { $0.id.description == "towns" })
        #expect(try await bench.run("map is:favorite").sources.isEmpty)
    }

    @Test func `a favorite of a disabled source is complete, whatever the cache or the strictness`() async throws {
        var bench = try Bench()
        try await bench.hold(.towns, in: "towns", origin: .starter)
        _ = try await bench.run("favorite towns:1")
        _ = try await bench.run("source disable towns")
        bench.policy.isStrict = true
        let output = try await bench.run("favorites")
        #expect(output.status == .done && output.titles == ["London"])
        #expect(output.body?.concernedSources.isEmpty == true)
        #expect(Answers.text(output, .table).contains("towns: disabled; run “source enable towns” to enable it"))
        bench.session.settings.usesCache = false
        #expect(try await bench.run("count is:favorite").errors.isEmpty)
    }

    @Test func `shows a favorite with the current data of its source`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:4")
        try await bench.hold([.init(key: "4", title: "Paris (Ville)")], in: "towns")
        #expect(try await bench.run("favorites").titles == ["Paris (Ville)"])
    }
}
