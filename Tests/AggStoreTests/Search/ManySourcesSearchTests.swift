import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import TestSupport
import Testing

/// Searches of more sources than are asked one by one.
struct ManySourcesSearchTests {
    @Test(arguments: [(11, .loose), (12, .strict)] as [(UInt64, Accents)])
    func `a search of many sources agrees with the oracle`(seed: UInt64, accents: Accents) async throws {
        var random = RandomRecords(seed: seed, accents: accents)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        let names = (0..<30).map { SourceID.named("source-\($0)") }
        var records: [Record] = []
        for source in names {
            let rows = random.records(25)
            records += rows
            try await sqlite.fill(source, with: rows)
            try await oracle.fill(source, with: rows)
        }
        for round in 0..<(Sanitizer.isOn ? 10 : 50) {
            let condition = round % 3 == 0 ? random.condition() : .always
            let search = RecordSearch(
                text: random.query(from: records),
                sources: Dictionary(uniqueKeysWithValues: names.map { ($0, condition) }),
                favorites: random.favorites(of: records, in: names[round % names.count]),
                order: round % 5 == 0 ? random.order() : nil, limit: 700)
            try await compare(search, sqlite, oracle)
        }
    }
}
