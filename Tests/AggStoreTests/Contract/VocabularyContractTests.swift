import AggSource
import AggStorage
import AggTesting
import Testing

/// The words that a mistyped word is compared with, for every record store.
struct VocabularyContractTests {
    @Test(
        arguments: StoreKind.allCases,
        [
            "london", "lodnon", "ondon", "xondon", "olndon", "llondon", "londoon", "londo", "lnodon", "lndon", "lxndon",
            "lxondon", "xlondon",
        ])
    func `includes a word that differs by one letter`(kind: StoreKind, typed: String) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("London"), .titled("East London"), .titled("Paris")])
        #expect(try await tested.store.words(near: typed)["london"] == 2)
    }

    @Test(arguments: StoreKind.allCases, ["o", "oj", "jo", "oxj", "xj", "ox", "j"])
    func `includes a short word that differs by one letter`(kind: StoreKind, typed: String) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Oj")])
        #expect(try await tested.store.words(near: typed) == ["oj": 1])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves out words that are not near`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("London"), .titled("Lisbon"), .titled("Londonderry")])
        #expect(try await tested.store.words(near: "london") == ["london": 1, "londonderry": 1])
    }

    @Test(arguments: StoreKind.allCases)
    func `counts the rows that contain a word`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("London"), .titled("East London"), .titled("Londonderry")])
        #expect(try await tested.store.counts(of: ["london", "east", "paris", "lon"]) == ["london": 2, "east": 1])
        #expect(try await tested.store.counts(of: []) == [:])
    }

    @Test(arguments: StoreKind.allCases)
    func `counts the rows that contain a word outside of titles`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "1", title: "Oak", subtitle: "Main Street", keywords: ["tree's"]),
            Record(key: "2", title: "Street", subtitle: "Streetcar"),
            Record(key: "3", title: "Elm", subtitle: "Street"),
        ])
        let words = ["street", "~street", "~main", "=street", "=trees", "~oak"]
        #expect(
            try await tested.store.counts(of: words) == ["street": 1, "~street": 2, "~main": 1, "=trees": 1])
    }

    @Test(arguments: StoreKind.allCases, ["", "東", "zzzz", "\"", "'"])
    func `accepts any word`(kind: StoreKind, typed: String) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("London")])
        _ = try await tested.store.words(near: typed)
    }
}
