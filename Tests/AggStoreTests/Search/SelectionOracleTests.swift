import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import Foundation
import TestSupport
import Testing

/// Compares the counts and coordinates of a query with an oracle that checks every record.
struct SelectionOracleTests {
    private static let columns: [[FacetColumn]] = [
        [FacetColumn("place")], [FacetColumn("size", .numbers)], [FacetColumn(.title)], [FacetColumn(.source)],
        [FacetColumn(.date)], [FacetColumn("place"), FacetColumn(.subtitle)],
    ]

    private static let sources: [[SourceID]] = [
        [.cities, .news, .named("third")], [.cities], [.news, .named("third")], [.cities, .named("third")],
        [.named("unknown"), .news],
    ]

    @Test(arguments: [1, 2], Accents.allCases)
    func `facets and coordinates of a query agree with the oracle`(
        seed: UInt64, accents: Accents
    ) async throws {
        var random = RandomRecords(seed: seed, accents: accents)
        let folder = TemporaryFolder()
        let (sqlite, oracle) = (try Stores.open(folder: folder.path).mirror, InMemoryRecordStore())
        var records: [Record] = []
        for source in [SourceID.cities, .news, .named("third")] {
            let rows = random.records(250)
            records += rows
            try await sqlite.fill(source, with: rows)
            try await oracle.fill(source, with: rows)
        }
        for round in 0..<(Sanitizer.isOn ? 12 : 60) {
            var selection = RecordSelection(allOf: Self.sources[round % Self.sources.count])
            if round % 3 > 0 { selection.text = random.query(from: records) }
            let common = random.condition()
            for source in selection.sources.keys {
                selection.sources[source] = round % 4 == 0 ? random.condition() : common
            }
            let request = FacetRequest(
                Self.columns[round % Self.columns.count], of: selection, limit: round % 2 == 0 ? 5 : 500)
            let (facet, expected) = (try await sqlite.facet(request), await oracle.facet(request))
            #expect(facet == expected, "\(request)")
            let found = try await sqlite.coordinates(of: selection).map { "\($0)" }.sorted()
            let places = await oracle.coordinates(of: selection).map { "\($0)" }.sorted()
            #expect(found == places, "\(selection)")
        }
    }
}
