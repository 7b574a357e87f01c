import AggSearch
import AggSource
import AggStorage
import AggTesting
import GRDB
import TestSupport
import Testing

@testable import AggStore

/// How word prefixes are expanded in queries of the text index, without changing which rows are found.
struct PrefixExpansionTests {
    private struct Asked: Equatable {
        let strict: String?
        let wide: String?
        let hasCommon: Bool
    }

    private func asked(for start: String, in records: [Record]) async throws -> Asked {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: records)
        return try await mirror.raw.writeWithoutTransaction { db in
            let prefixes = PrefixExpansion(db)
            let (strict, wide) = (try prefixes.expression(start), try prefixes.wideExpression(start))
            return Asked(strict: strict, wide: wide, hasCommon: prefixes.hasCommon)
        }
    }

    /// Returns records with `words` words that start with `fort`, the first of them in `first` rows.
    private func forts(_ words: Int, first: Int) -> [Record] {
        (0..<words).map { Record.titled("Fort\($0 == 0 ? "" : "w\(100 + $0)") x") }
            + (1..<first).map { Record(key: "\($0)", title: "Fort y\($0)") }
    }

    @Test(
        arguments: [
            ("plac", #"("place" OR "placebo")"#), ("place", #"("place" OR "placebo")"#), ("placeb", #""placebo""#),
            ("~belo", #""~below""#), ("placer", nil), ("=below", nil),
        ])
    func `queries a few words one by one`(start: String, text: String?) async throws {
        let titles = ["Plain", "Place", "The place", "Planet", "Placebo"]
        let asked = try await asked(for: start, in: titles.map { Record(key: $0, title: $0, subtitle: "below") })
        #expect(asked == Asked(strict: text, wide: text, hasCommon: false))
    }

    @Test(arguments: ["for", "~fo", "f", "é"])
    func `queries a prefix that the index has as a prefix`(start: String) async throws {
        let text = "\"\(start)\" *"
        #expect(try await asked(for: start, in: []) == Asked(strict: text, wide: text, hasCommon: false))
    }

    @Test func `leaves many words to the index, and shortens a wide query if one is common`() async throws {
        let whole = #""fort" *"#
        let most = try await asked(for: "fort", in: forts(PrefixExpansion.greatestCount, first: 300))
        #expect(most.strict?.contains(#""fort" OR "fortw101" OR "#) == true && !most.hasCommon)
        let rare = try await asked(for: "fort", in: forts(PrefixExpansion.greatestCount + 1, first: 100))
        #expect(rare == Asked(strict: whole, wide: whole, hasCommon: false))
        let common = try await asked(for: "fort", in: forts(PrefixExpansion.greatestCount + 1, first: 300))
        #expect(common == Asked(strict: whole, wide: #""for" *"#, hasCommon: true))
    }

    @Test(
        arguments: [
            "fort x", "fort y", "fort y29", "fort y299", "for y", "x fort", "y2 fort", "fortw1 x", "fortw163 x",
            "forts x",
            "forum x", "fort zzzz", "fo fort y1",
        ], Sanitizer.isOn ? [30] : [30, 2_500])
    func `finds the same rows as the oracle, whether few or many words match`(
        text: String, first: Int
    ) async throws {
        let (mirror, oracle) = (try MirrorFile(), InMemoryRecordStore())
        let records =
            forts(PrefixExpansion.greatestCount + 1, first: first) + [.titled("Forum x"), .titled("Forge y1")]
        try await mirror.store.fill(with: records)
        try await oracle.fill(with: records)
        let search = RecordSearch(text: SearchText(text), sources: [.cities: .always], limit: 3_000)
        #expect(try await mirror.store.search(search) == oracle.search(search))
    }
}
