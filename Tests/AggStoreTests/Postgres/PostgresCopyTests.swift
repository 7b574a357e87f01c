import AggPostgres
import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import Foundation
import Testing

/// Copies between folders and servers.
@Suite(TestServer.isThere) struct PostgresCopyTests {
    private func copied(_ stores: PostgresStores) -> CopiedStore {
        CopiedStore(
            records: stores.mirror, users: stores.user, favorites: stores.merger, readMarks: stores.readMarks,
            alerts: stores.alerts)
    }

    private func copied(_ stores: Stores) -> CopiedStore {
        CopiedStore(
            records: stores.mirror, users: stores.user, favorites: stores.merger, readMarks: stores.readMarks,
            alerts: stores.alerts)
    }

    /// The numbers of favorites, settings, searches, marks, and watched searches.
    private func counts(_ copy: UserCopy) -> [Int] {
        [copy.favorites, copy.settings, copy.searches, copy.marks, copy.watches]
    }

    private func favorite(_ key: String) -> Favorite {
        Favorite(source: .cities, kind: "cities", record: .titled(key), addedAt: noon, tags: ["a"], note: "b")
    }

    @Test func `copies rows from a folder to a server and back`() async throws {
        let folders = [TemporaryFolder(), TemporaryFolder()]
        let (first, last) = (try Stores.open(folder: folders[0].path), try Stores.open(folder: folders[1].path))
        let (from, to) = (copied(first), copied(last))
        let middle = copied(try await TestServer.makeStore())
        var random = RandomRecords(seed: 3)
        // More than one page.
        let long = Record(key: String(repeating: "\u{0}é", count: 300), title: "Long key")
        let records = random.records(4_500) + [.complete, long]
        try await first.mirror.fill(with: records)
        #expect(try await from.copy(.cities, to: middle) == 4_502)
        #expect(try await middle.copy(.cities, to: to) == 4_502)
        #expect(try await last.mirror.list(.cities, limit: 9_999) == first.mirror.list(.cities, limit: 9_999))
        #expect(try await last.mirror.states() == first.mirror.states())
        withExtendedLifetime(folders) {}
    }

    @Test func `copies all of a person's data, and again without repeating it`() async throws {
        let folder = TemporaryFolder()
        let first = try Stores.open(folder: folder.path)
        let from = copied(first)
        let stores = try await TestServer.makeStore()
        let to = copied(stores)
        for key in ["a", "b", "c"] { _ = try await first.user.addFavorite(favorite(key), limit: 9) }
        _ = try await first.user.removeFavorite(favorite("b").address)
        try await first.user.keepSetting("limit", "20")
        _ = try await first.user.saveSearch(SavedSearch(name: "fails", line: "search fail"))
        try await first.readMarks.mark([SourceID.cities: .init(at: noon, changes: 7)])
        try await first.readMarks.mark([
            favorite("a").address: ReadMarks.OfRecord(isRead: false, at: noon.addingTimeInterval(-5))
        ])
        let watch = Watch(name: "fails", command: "cat", since: noon, examined: [.cities: noon.addingTimeInterval(60)])
        try await first.alerts.saveWatch(watch)
        let matches = try await first.alerts.noteMatches(
            ["x", "y"].map {
                Alert(
                    watch: "fails", address: favorite($0).address, title: $0, kind: .added,
                    at: noon.addingTimeInterval(9))
            }, of: "fails", examined: watch.examined)
        try await first.alerts.noteReported([matches[0].number])
        // The server has one favorite of its own, and one that was removed in the folder.
        for key in ["b", "d"] { _ = try await stores.user.addFavorite(favorite(key), limit: 9) }
        let copy = try await from.copyUser(to: to, limit: 9)
        #expect(counts(copy) == [2, 1, 1, 2, 1])
        #expect(Set(try await stores.user.favorites().map(\.record.key)) == ["a", "c", "d"])
        #expect(try await stores.user.keptSettings() == ["limit": "20"])
        #expect(try await stores.readMarks.readMarks() == first.readMarks.readMarks())
        #expect(try await stores.alerts.watches() == [watch])
        #expect(try await stores.alerts.alerts(onlyUnreported: true).map(\.title) == ["y"])
        #expect(try await stores.alerts.alerts(onlyUnreported: false).map(\.title) == ["x", "y"])
        // A second copy adds nothing, and the histories keep what was removed.
        let again = try await from.copyUser(to: to, limit: 9)
        #expect(counts(again) == [2, 1, 1, 0, 0])
        #expect(try await stores.alerts.alerts(onlyUnreported: false).count == 2)
        _ = try await to.copyUser(to: from, limit: 9)
        #expect(Set(try await first.user.favorites().map(\.record.key)) == ["a", "c", "d"])
        withExtendedLifetime(folder) {}
    }
}
