import AggCore
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
        let (from, to) = (CopiedStore(first), CopiedStore(last))
        let middle = CopiedStore(try await TestServer.makeStore())
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

    @Test func `a copy to a server keeps as many changes as a refresh`() async throws {
        let folder = TemporaryFolder()
        let from = CopiedStore(try Stores.open(folder: folder.path))
        let to = CopiedStore(try await TestServer.makeStore(retention: ChangeRetention(count: 5)))
        func records(_ version: Int) -> [Record] {
            (1...20).map { Record(key: "\($0)", title: "Town \($0)", subtitle: "\(version)") }
        }
        func commit(_ version: Int) -> RefreshCommit {
            RefreshCommit(
                origin: .remote, fetchedAt: noon.addingTimeInterval(Double(version)), unexaminedSince: .distantPast)
        }
        for version in 1...2 { try await to.records.fill(with: records(version), commit(version)) }
        try await from.records.fill(with: records(3), commit(3))
        #expect(try await from.copy(.cities, to: to) == 20)
        let log = try await to.records.changes(of: .cities, since: .distantPast, limit: 99)
        #expect(log.changes.count == 40 && log.kept == 40)
        withExtendedLifetime(folder) {}
    }

    @Test func `copies all of a person's data, and again without repeating it`() async throws {
        let folder = TemporaryFolder()
        let first = try Stores.open(folder: folder.path)
        let from = CopiedStore(first)
        let stores = try await TestServer.makeStore()
        let to = CopiedStore(stores)
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
