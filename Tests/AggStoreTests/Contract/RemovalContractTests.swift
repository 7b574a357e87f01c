import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// Refreshes that keep unstaged rows but remove some of them, for every record store.
struct RemovalContractTests {
    private func commit(
        day: Double, keep days: Double = 99, removed: Set<String> = [], removesUnkept: Bool = false
    ) -> RefreshCommit {
        RefreshCommit(
            origin: .remote, mode: .accumulate(keep: .seconds(clamping: days * 86_400)),
            fetchedAt: noon.addingTimeInterval(day * 86_400), removed: removed, removesUnkept: removesUnkept)
    }

    /// Fills a source with seven rows, of which only A and B come again on the second day.
    private func fill(_ store: any RecordStore) async throws {
        try await store.fill(.news, with: ["A", "B", "C", "D", "E", "F", "G"].map { .titled($0) }, commit(day: 0))
        try await store.fill(.news, with: [.titled("A"), .titled("B")], commit(day: 1))
    }

    private func removedKeys(_ log: ChangeLog) -> [String] {
        log.changes.filter { $0.kind == .removed }.map(\.address.key).sorted()
    }

    @Test(arguments: StoreKind.allCases)
    func `lists older rows that the source has removed`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await fill(tested.store)
        let outcome = try await tested.store.fill(
            .news, with: [.titled("C"), .titled("H")], commit(day: 2, keep: 1.5, removesUnkept: true))
        #expect((outcome.records, outcome.change.added, outcome.change.removed) == (4, 1, 4))
        let log = try await tested.store.changes(of: .news, since: nil, limit: 10)
        #expect(log.refreshes.map { [$0.added, $0.removed] } == [[1, 4]])
        #expect(removedKeys(log) == ["D", "E", "F", "G"])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `removals that leave fewer than half of the rows are held back, or listed if the commit accepts them`(
        kind: StoreKind, isByKey: Bool
    ) async throws {
        let tested = try await kind.makeRecordStore()
        try await fill(tested.store)
        let keys: Set<String> = isByKey ? ["C", "D", "E", "F", "G"] : []
        let removal = commit(day: 2, keep: isByKey ? 99 : 1.5, removed: keys, removesUnkept: !isByKey)
        let staging = try await tested.store.stage(.news)
        _ = try await staging.write([.titled("H")])
        await #expect(throws: CommitError.heldBack(stored: 7, offered: 3)) { try await staging.commit(removal) }
        await staging.discard()
        #expect(try await tested.store.list(.news, limit: 10).count == 7)
        var accepted = removal
        accepted.acceptsLoss = true
        let change = try await tested.store.fill(.news, with: [.titled("H")], accepted).change
        #expect((change.added, change.removed) == (1, 5))
        let log = try await tested.store.changes(of: .news, since: nil, limit: 10)
        #expect(log.refreshes.map { [$0.added, $0.removed] } == [[1, 5]])
        #expect(removedKeys(log) == ["C", "D", "E", "F", "G"])
        #expect(try await tested.store.lastChanges(of: .news, keys: ["C"]).map(\.kind) == [.removed])
    }

    @Test(arguments: StoreKind.allCases)
    func `rows that are only too old to keep are neither held back nor listed`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await fill(tested.store)
        let outcome = try await tested.store.fill(.news, with: [.titled("H")], commit(day: 2, keep: 1.5))
        #expect((outcome.records, outcome.change.removed) == (3, 5))
        let log = try await tested.store.changes(of: .news, since: nil, limit: 10)
        #expect(log.refreshes.map { [$0.added, $0.removed] } == [[1, 0]])
        #expect(log.changes.map(\.address.key) == ["H"])
    }
}
