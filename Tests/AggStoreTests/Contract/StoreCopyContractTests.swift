import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// Copies into every kind of store.
struct StoreCopyContractTests {
    @Test(arguments: StoreKind.allCases)
    func `a starter sample never replaces the rows of another store`(kind: StoreKind) async throws {
        let (from, to) = (try await StoreKind.inMemory.makeCopiedStore(), try await kind.makeCopiedStore())
        let sample = RefreshCommit(origin: .starter, fetchedAt: nil, acceptsLoss: true)
        try await from.store.records.fill(with: [.titled("Sample")], sample)
        #expect(try await from.store.copy(.cities, to: to.store) == 0)
        #expect(try await to.store.records.states().isEmpty)
        try await to.store.records.fill(with: [.titled("A"), .titled("B")])
        let before = try await to.store.records.states()
        #expect(try await from.store.copy(.cities, to: to.store) == 0)
        #expect(try await to.store.records.states() == before)
        #expect(try await to.store.records.list(.cities, limit: 9).map(\.title) == ["A", "B"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a search of a copy finds no word of an unsearchable column`(kind: StoreKind) async throws {
        let (from, to) = (try await StoreKind.inMemory.makeCopiedStore(), try await kind.makeCopiedStore())
        let record = Record(
            key: "1", title: "Atlas", fields: [.init("topic", .text("maps")), .init("image", .text("atlas plan"))])
        try await from.store.records.fill(with: [record])
        #expect(try await from.store.copy(.cities, unsearchable: ["image"], to: to.store) == 1)
        #expect(try await to.store.records.titles(matching: "maps") == ["Atlas"])
        #expect(try await to.store.records.titles(matching: "plan").isEmpty)
    }
}
