import AggCore
import AggSearch
import AggSource
import AggTesting
import Synchronization
import Testing

@testable import AggCommands

@Suite struct LiveSearchTests {
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        return bench
    }

    private func titles(_ text: String, _ bench: Bench) async throws -> [String] {
        try await LiveSearch(text: "", context: bench.context).answer(text).get().titles
    }

    @Test(arguments: [
        ("lon", ["London", "Londrina", "East London", "Lonely Peak"]), ("lon source:peaks", ["Lonely Peak"]),
        ("country:FR", ["Paris", "Mont Blanc"]), ("\"mont blanc\"", ["Mont Blanc"]), ("zzz", []),
        ("mont; blanc", ["Mont Blanc"]), ("paris #zzz", []),
    ])
    func `finds the same records as search`(text: String, expected: [String]) async throws {
        #expect(Set(try await titles(text, try await bench())) == Set(expected))
    }

    @Test func `shows and searches only unread records if limited to news`() async throws {
        let bench = try await bench()
        let more = [Record].towns + [Record(key: "9", title: "Lonsdale"), Record(key: "8", title: "Nice")]
        try await bench.hold(more, in: "towns", age: 0)
        let live = LiveSearch(text: "", onlyNews: true, context: bench.context)
        #expect(Set(try await live.answer("").get().titles) == ["Lonsdale", "Nice"])
        #expect(try await live.answer("lon").get().titles == ["Lonsdale"])
        _ = try await bench.run("show towns:9")
        #expect(try await live.answer("").get().titles == ["Nice"])
    }

    @Test(arguments: ["", "  "])
    func `an empty line shows the favorites`(text: String) async throws {
        let bench = try await bench()
        #expect(try await titles(text, bench).isEmpty)
        _ = try await bench.run("favorite towns:4")
        #expect(try await titles(text, bench) == ["Paris"])
    }

    @Test(arguments: [
        ("source:nowhere", "unknown source “nowhere”"), ("--nonsense", "unknown option --nonsense"),
    ])
    func `reports an invalid query`(text: String, message: String) async throws {
        let answer = await LiveSearch(text: "", context: try await bench().context).answer(text)
        guard case .failure(let error) = answer else {
            Issue.record("an answer")
            return
        }
        #expect(error.message.hasPrefix(message))
    }

    @Test func `adds a favorite and removes it again`() async throws {
        let bench = try await bench()
        let search = LiveSearch(text: "", context: bench.context)
        let row = try #require(try await search.answer("paris").get().answer?.rows.first)
        #expect(try await search.toggleFavorite(row).get() == "Added Paris (towns:4): 1 of 100 favorites.")
        let marked = try #require(try await search.answer("paris").get().answer?.rows.first)
        #expect(marked.isFavorite)
        _ = try await search.toggleFavorite(marked).get()
        #expect(try await titles("", bench).isEmpty)
    }

    @Test func `reads the pause between keys from the settings`() async throws {
        let bench = try await bench()
        #expect(LiveSearch(text: "", context: bench.context).debounce == .milliseconds(300))
        _ = try await bench.run("set debounce 50")
        #expect(LiveSearch(text: "", context: bench.context).debounce == .milliseconds(50))
        #expect(
            await bench.error(of: "set debounce soon")?.message
                == "debounce takes a whole number from 0 to 5000, not “soon”")
    }
}

@Suite struct LiveCommandTests {
    private func bench(_ end: LiveSearch.End) async throws -> Bench {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks()
        bench.context.live = { _ in end }
        return bench
    }

    @Test func `is a usage error without a terminal`() async throws {
        let error = await (try Bench()).error(of: "live lon")
        #expect(error?.status == .usage)
        #expect(error?.message == "“live” needs an interactive terminal; use “search” instead")
    }

    @Test func `shows the chosen record`() async throws {
        let address = try #require(RecordAddress("towns:4"))
        let output = try await bench(.chosen(address)).run("live")
        guard output.body is RecordReport else {
            Issue.record("no record")
            return
        }
        #expect(output.titles == ["Paris"])
    }

    @Test func `shows the selected records in the order of their selection`() async throws {
        let addresses = try ["towns:4", "peaks:b", "towns:1"].map { try #require(RecordAddress($0)) }
        let output = try await bench(.selected(addresses)).run("live")
        #expect(output.body?.numberedAddresses(in: .table) == addresses)
    }

    @Test(arguments: [(.left, 0), (.interrupted, 130)] as [(LiveSearch.End, Int32)])
    func `shows nothing if the user quits`(end: LiveSearch.End, status: Int32) async throws {
        let output = try await bench(end).run("live")
        #expect(output.status.rawValue == status)
        guard output.body == nil else {
            Issue.record("an answer")
            return
        }
    }

    @Test(arguments: [
        ("live", ""), ("live lon", "lon"), ("live \"new york\" country:US", "\"new york\" country:US"),
    ])
    func `starts with the words of the command`(line: String, text: String) async throws {
        var bench = try Bench()
        let begun = Begun()
        bench.context.live = { search in
            begun.text.withLock { $0 = search.text }
            return .left
        }
        _ = try await bench.run(line)
        #expect(begun.text.withLock { $0 } == text)
    }

    private final class Begun: Sendable {
        let text = Mutex<String?>(nil)
    }
}

/// What a live search shows in addition to its rows.
@Suite struct LiveDetailTests {
    private func search() async throws -> (search: LiveSearch, bench: Bench) {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        return (LiveSearch(text: "", context: bench.context), bench)
    }

    @Test func `a preview has the fields of a record and fits its width`() async throws {
        let (search, _) = try await search()
        let row = try #require(try await search.answer("paris").get().answer?.rows.first)
        let lines = await search.details.preview(row, 20)
        #expect(lines.first == "Paris")
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 20 })
        #expect(lines.joined().contains("towns:4"))
    }

    @Test func `the total counts all matches, or all favorites if nothing is typed`() async throws {
        let (search, bench) = try await search()
        #expect(await search.details.total("lon") == 4)
        #expect(await search.details.total("") == 0)
        _ = try await bench.run("favorite towns:4")
        #expect(await search.details.total("") == 1)
        #expect(await search.details.total("source:nowhere") == nil)
    }

    @Test func `a disabled source is not offered as a condition, even if favorites come from it`() async throws {
        let (search, bench) = try await search()
        for address in ["towns:1", "peaks:b"] { _ = try await bench.run("favorite \(address)") }
        #expect(try await search.details.facets("is:favorite").get().contains { $0.condition == "source:towns" })
        _ = try await bench.run("source disable towns")
        #expect(try await search.details.facets("is:favorite").get().allSatisfy { $0.condition != "source:towns" })
    }

    @Test func `the condition of a value finds as many records as its count`() async throws {
        let (search, _) = try await search()
        let facets = try await search.details.facets("lon").get()
        #expect(facets.first == LiveFacet(column: "source", value: "towns", count: 3, condition: "source:towns"))
        for facet in facets {
            #expect(try await search.answer("lon \(facet.condition)").get().titles.count == facet.count)
        }
    }

    @Test func `a map fits the number of rows`() async throws {
        let (search, _) = try await search()
        let lines = try await search.details.map("", MapView(), 80, 9).get()
        #expect(lines.count <= 9)
    }

    @Test(arguments: [
        ("lndn", ["London", "Londrina"]), ("estlndn", ["East London"]), ("mtblnc", ["Mont Blanc"]), ("el", []),
        ("lndn x", []),
        ("lndn country:GB", ["London"]), ("lndn country:FR", []), ("ndnl", []), ("lonn-don", []),
    ])
    func `letters in order match if nothing else does`(text: String, titles: [String]) async throws {
        let (search, _) = try await search()
        #expect(try await search.answer(text).get().titles == titles)
    }

    @Test func `the number of titles with the letters in order is known`() async throws {
        let (search, bench) = try await search()
        _ = try await bench.run("set limit 1")
        let output = try await search.answer("lndn").get()
        #expect(LiveList.footer(output, chosen: 0).hasPrefix("1 of 1 ("))
    }

    @Test(arguments: [
        ("sfrn", "San Francisco", "Safranbolu"), ("nyc", "New York City", "Nancy"), ("sao", "São Paulo", "San Marcos"),
    ])
    func `letters that begin words match more closely`(letters: String, near: String, far: String) throws {
        let match = try #require(LettersInOrder([Word(letters)]))
        let (first, second) = (match.score(of: near), match.score(of: far))
        #expect(try #require(first) < second ?? .max)
    }
}
