import AggSearch
import AggSource
import AggStorage
import Testing

@testable import AggStore

struct HalvedFacetTests {
    private let folder = TemporaryFolder()
    private let file: StoreFile
    private let store: SQLiteRecordStore

    init() throws {
        file = try .mirror(in: folder)
        store = SQLiteRecordStore(file)
    }

    private func towns(_ count: Int, kind: (Int) -> String?) -> [Record] {
        (0..<count).map { number in
            Record(
                key: "\(number)", title: "Town \(number)", prominence: number % 7 == 0 ? number % 5 : 0,
                fields: kind(number).map { [.init("kind", .text($0))] } ?? [])
        }
    }

    @Test(arguments: [1, 2, 3, 10, 501])
    func `counts the same as one transaction`(count: Int) async throws {
        let sources = (1...3).map { SourceID.named("list-\($0)") }
        for (index, source) in sources.enumerated() {
            let rows = towns(count * (index + 1)) { $0 % 4 == 0 ? nil : "k\($0 % 9)" }
            try await store.fill(source, with: rows)
            // Removed rows leave gaps between the ids.
            try await store.fill(source, with: rows.filter { $0.key.last != "3" })
        }
        for asked in [sources, [sources[1]], [sources[2], sources[0]]] {
            for condition in [RecordCondition.always, .value("kind", "k1")] {
                let records = RecordSelection(
                    sources: Dictionary(uniqueKeysWithValues: asked.map { ($0, condition) }))
                let request = FacetRequest([FacetColumn("kind")], of: records, limit: 20)
                let halved = try await HalvedFacet(file: file, request: request).facet()
                #expect(try await store.facet(request) == halved, "\(asked) \(condition)")
            }
        }
    }

    @Test func `counts in one transaction what halves cannot`() async throws {
        try await store.fill(with: towns(20) { "k\($0)" })
        try await store.fill(.named("many"), with: towns(9_000) { "k\($0)" })
        let requests = [
            FacetRequest([FacetColumn("kind")], of: [.named("many")], limit: 9),
            FacetRequest(
                [FacetColumn("kind")],
                of: RecordSelection(sources: [.cities: .always, .named("many"): .has(.coordinate)]), limit: 9),
            FacetRequest([FacetColumn(.subtitle)], of: [.cities], limit: 9),
            FacetRequest(
                [FacetColumn("kind")], of: RecordSelection(text: SearchText("town"), sources: [.cities: .always]),
                limit: 9),
            FacetRequest([FacetColumn("kind")], of: [.cities, .news], limit: 0),
        ]
        for request in requests.dropLast() {
            #expect(try await HalvedFacet(file: file, request: request).facet() == nil)
        }
        #expect(try await HalvedFacet(file: file, request: requests[4]).facet()?.records == 20)
    }

    @Test func `never mixes the rows of two refreshes`() async throws {
        try await store.fill(with: towns(2_000) { _ in "old" })
        let request = FacetRequest([FacetColumn("kind")], of: [.cities], limit: 9)
        let refreshes = Task {
            for round in 0..<6 { try await store.fill(with: towns(2_000) { _ in round % 2 == 0 ? "new" : "old" }) }
        }
        var counted = 0
        for _ in 0..<200 {
            guard let facet = try await HalvedFacet(file: file, request: request).facet() else { continue }
            #expect(facet.rows.map(\.count) == [2_000])
            counted += 1
        }
        try await refreshes.value
        #expect(counted > 0)
    }
}
