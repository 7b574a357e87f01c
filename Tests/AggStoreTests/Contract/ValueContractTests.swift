import AggSource
import AggStorage
import AggTesting
import Testing

/// Completions of values and keys, for every record store.
struct ValueContractTests {
    private func record(_ key: String, _ fields: [(String, FieldValue)]) -> Record {
        Record(key: key, title: "Title \(key)", fields: fields.map { .init($0.0, $0.1) })
    }

    private func filled(_ kind: StoreKind) async throws -> TestedStore<any RecordStore> {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            record("a:1", [("country", .text("AR")), ("tags", .list(["old", "big"]))]),
            record("a:2", [("country", .text("AR")), ("size", .integer(4))]),
            record("b", [("country", .text("FR")), ("tags", .list(["Über"]))]),
            record("c", [("country", .text("New Zealand")), ("empty", .text(""))]),
            record("a 3", [("region", .text("Ar"))]),
        ])
        try await tested.store.fill(.news, with: [record("a:9", [("country", .text("AT"))])])
        return tested
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("country", "", ["AR", "AT", "FR", "New Zealand"]), ("country", "a", ["AR", "AT"]),
            ("country", "AR", ["AR"]), ("country", "new z", ["New Zealand"]), ("country", "zealand", []),
            ("tags", "", ["big", "old", "Über"]), ("tags", "ub", ["Über"]), ("size", "", []), ("empty", "", []),
            ("none", "", []), ("country", "\"", ["AR", "AT", "FR", "New Zealand"]),
        ] as [(String, String, [String])])
    func `completes values that start with the typed text`(
        kind: StoreKind, sample: (column: String, text: String, values: [String])
    ) async throws {
        let tested = try await filled(kind)
        let values = try await tested.store.values(
            of: sample.column, startingWith: sample.text, in: [.cities, .news], limit: 9)
        #expect(values == sample.values)
    }

    @Test(arguments: StoreKind.allCases)
    func `completes values only from the given sources, and up to the limit`(kind: StoreKind) async throws {
        let tested = try await filled(kind)
        #expect(try await tested.store.values(of: "country", startingWith: "", in: [.news], limit: 9) == ["AT"])
        #expect(
            try await tested.store.values(of: "country", startingWith: "", in: [.cities], limit: 2) == ["AR", "FR"])
        #expect(try await tested.store.values(of: "country", startingWith: "", in: [], limit: 9).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `completes keys that start exactly as typed`(kind: StoreKind) async throws {
        let tested = try await filled(kind)
        func keys(_ text: String) async throws -> [String] {
            try await tested.store.values(of: "key", startingWith: text, in: [.cities], limit: 9)
        }
        #expect(try await keys("a:") == ["a:1", "a:2"])
        #expect(try await keys("a") == ["a 3", "a:1", "a:2"])
        #expect(try await keys("A").isEmpty)
    }

    @Test func `finds rare values among many rows`() async throws {
        let tested = try await StoreKind.sqlite.makeRecordStore()
        let many = (0..<3_000).map { record("\($0)", [("country", .text(["AR", "AU"][$0 % 2]))]) }
        try await tested.store.fill(with: many + [record("z", [("country", .text("Aland"))])])
        #expect(
            try await tested.store.values(of: "country", startingWith: "a", in: [.cities], limit: 9)
                == ["Aland", "AR", "AU"])
    }
}
