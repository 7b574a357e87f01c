import AggPostgres
import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Merges of favorites from several machines in any order, for every user store.
struct FavoriteMergeContractTests {
    /// A machine with its own favorites and its own clock.
    private struct Machine {
        let store: any UserStore & FavoriteMergeStore
        let folder: TemporaryFolder?
        let clock: TestClock

        init(_ kind: StoreKind, fast seconds: Double = 0) async throws {
            let clock = TestClock(noon.addingTimeInterval(seconds))
            self.clock = clock
            switch kind {
            case .inMemory: (store, folder) = (InMemoryUserStore(clock: WallClock { clock.now }), nil)
            case .sqlite:
                let folder = TemporaryFolder()
                let stores = try Stores.open(folder: folder.path, clock: WallClock { clock.now })
                guard let users = stores.user as? any UserStore & FavoriteMergeStore else {
                    throw StoreError.readOnly(file: "user.sqlite")
                }
                (store, self.folder) = (users, folder)
            case .postgres:
                let stores = try await TestServer.makeStore(clock: WallClock { clock.now })
                guard let users = stores.user as? any UserStore & FavoriteMergeStore else {
                    throw StoreError.readOnly(file: "the server")
                }
                (store, folder) = (users, nil)
            }
        }

        func add(_ key: String, tags: [String] = []) async throws {
            let favorite = Favorite(source: .cities, kind: "cities", record: .titled(key), addedAt: clock.now)
            _ = try await store.addFavorite(favorite, limit: 1_000)
            if !tags.isEmpty { try await edit(key, FavoriteEdit(addedTags: tags)) }
        }

        func edit(_ key: String, _ edit: FavoriteEdit) async throws {
            _ = try await store.editFavorite(RecordAddress(source: .cities, key: key), edit)
        }

        func remove(_ key: String) async throws {
            _ = try await store.removeFavorite(RecordAddress(source: .cities, key: key))
        }

        @discardableResult
        func merge(_ other: Machine) async throws -> FavoriteMerge {
            try await store.mergeFavorites(try await other.store.favoriteHistories(), limit: 1_000)
        }

        /// Merges the file that `favorites export` writes and `favorites merge` reads.
        func mergeFile(of other: Machine) async throws {
            let content = FavoriteArchive.json.read(try await other.file)
            #expect(content.faults.isEmpty)
            _ = try await store.mergeFavorites(content.joinable, limit: 1_000)
        }

        /// Imports the file that `favorites export` writes.
        func importFile(of other: Machine) async throws {
            let content = FavoriteArchive.json.read(try await other.file)
            _ = try await store.importFavorites(content.favorites, histories: content.histories, limit: 1_000)
        }

        /// The file that `favorites export` writes.
        var file: [UInt8] {
            get async throws {
                FavoriteArchive.json.bytes(
                    of: try await store.favorites(), histories: try await store.favoriteHistories())
            }
        }

        var favorites: [Favorite] { get async throws { try await store.favorites() } }
    }

    @Test(arguments: StoreKind.allCases)
    func `the later change to each tag and note wins`(kind: StoreKind) async throws {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        for machine in [home, work] { try await machine.add("a", tags: ["Lunch"]) }
        home.clock.advance(by: 60)
        try await home.edit("a", FavoriteEdit(addedTags: ["far"], note: "home"))
        work.clock.advance(by: 120)
        try await work.edit("a", FavoriteEdit(removedTags: ["lunch"], note: "work"))
        let merge = try await home.merge(work)
        #expect((merge.added, merge.changed, merge.removed) == (0, 1, 0))
        try await work.merge(home)
        let favorites = try await home.favorites
        #expect(favorites.map(\.tags) == [["far"]] && favorites.map(\.note) == ["work"])
        #expect(try await work.favorites == favorites)
        #expect(try await home.merge(work) == FavoriteMerge())
    }

    @Test(arguments: StoreKind.allCases)
    func `a removal stays in effect until the record is added again`(kind: StoreKind) async throws {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        for machine in [home, work] { try await machine.add("a", tags: ["old"]) }
        home.clock.advance(by: 60)
        try await home.remove("a")
        #expect(try await work.merge(home).removed == 1)
        #expect(try await work.favorites.isEmpty)
        work.clock.advance(by: 120)
        try await work.add("a", tags: ["new"])
        #expect(try await home.merge(work).added == 1)
        #expect(try await home.favorites == work.favorites)
        #expect(try await home.favorites.first?.tags == ["new"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an import restores the history, so a later merge gives the same as on the exporting machine`(kind: StoreKind)
        async throws
    {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        for key in ["a", "b"] { try await home.add(key, tags: ["z", "far"]) }
        try await work.merge(home)
        work.clock.advance(by: 60)
        try await work.edit("a", FavoriteEdit(note: "old"))
        home.clock.advance(by: 120)
        try await home.edit("a", FavoriteEdit(removedTags: ["far"], note: "new"))
        try await home.remove("b")
        let restored = try await Machine(kind, fast: 3_600)
        try await restored.importFile(of: home)
        #expect(try await restored.file == home.file)
        try await restored.mergeFile(of: work)
        #expect(try await restored.favorites.map(\.note) == ["new"])
        try await home.mergeFile(of: work)
        #expect(try await restored.file == home.file)
    }

    @Test(arguments: StoreKind.allCases)
    func `an import brings back what was removed here, and removes nothing`(kind: StoreKind) async throws {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        try await work.add("a", tags: ["far"])
        try await work.add("b")
        try await work.remove("b")
        home.clock.advance(by: 60)
        for key in ["a", "b"] { try await home.add(key) }
        try await home.remove("a")
        try await home.importFile(of: work)
        let kept = try await home.favorites
        #expect(Set(kept.map(\.record.key)) == ["a", "b"])
        #expect(kept.first { $0.record.key == "a" }?.tags == ["far"])
        #expect(try await home.merge(home) == FavoriteMerge())
        #expect(try await home.favorites == kept)
        #expect(kept.map(\.addedAt) == [noon.addingTimeInterval(60), noon], "an import keeps the original time")
        try await work.mergeFile(of: home)
        #expect(try await work.favorites == kept)
    }

    @Test(arguments: StoreKind.allCases)
    func `an import keeps the time of a favorite that was added again since a removal here`(kind: StoreKind)
        async throws
    {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        for machine in [home, work] { try await machine.add("a") }
        home.clock.advance(by: 60)
        try await home.remove("a")
        let again = try await Machine(kind, fast: 120)
        try await again.add("a")
        try await work.merge(again)
        try await home.importFile(of: work)
        #expect(try await home.favorites.map(\.addedAt) == [noon])
        #expect(try await home.merge(home) == FavoriteMerge())
        try await work.merge(home)
        #expect(try await work.favorites == home.favorites)
    }

    @Test(arguments: StoreKind.allCases)
    func `an edit with a slow clock still takes effect on its own machine`(kind: StoreKind) async throws {
        let (home, work) = (try await Machine(kind), try await Machine(kind, fast: 3_600))
        try await work.add("a", tags: ["x"])
        try await work.remove("a")
        try await home.merge(work)
        try await home.add("a")
        #expect(try await home.favorites.count == 1)
        try await home.merge(work)
        #expect(try await home.favorites.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a merge beyond the limit changes nothing`(kind: StoreKind) async throws {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        try await home.add("a")
        for key in ["b", "c"] { try await work.add(key) }
        let histories = try await work.store.favoriteHistories()
        await #expect(throws: StoreError.mergeTooLarge(count: 3, limit: 2)) {
            try await home.store.mergeFavorites(histories, limit: 2)
        }
        #expect(try await home.favorites.map(\.record.key) == ["a"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a merge that adds no favorites is possible beyond the limit`(kind: StoreKind) async throws {
        let (home, work) = (try await Machine(kind), try await Machine(kind))
        for key in ["a", "b", "c"] { try await home.add(key) }
        try await work.merge(home)
        try await work.remove("a")
        let histories = try await work.store.favoriteHistories()
        #expect(try await home.store.mergeFavorites(histories, limit: 1).removed == 1)
        #expect(try await home.favorites.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `keys that differ only in their normalization are different favorites`(kind: StoreKind) async throws {
        let home = try await Machine(kind)
        for key in ["Caf\u{E9}", "Cafe\u{301}"] { try await home.add(key) }
        #expect(try await home.store.favoriteAddresses().count == 2)
        #expect(try await home.merge(home) == FavoriteMerge())
        #expect(try await home.favorites.count == 2)
    }

    @Test(arguments: StoreKind.allCases, 0..<8)
    func `random edits on three machines converge, whichever merges first`(kind: StoreKind, seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var machines: [Machine] = []
        for seconds in [0.0, -300, 300] { machines.append(try await Machine(kind, fast: seconds)) }
        for _ in 0..<60 {
            let machine = machines[Int.random(in: 0..<3, using: &random)]
            machine.clock.advance(by: Double(Int.random(in: 0...40, using: &random)))
            let key = ["a", "b", "c", "d"][Int.random(in: 0..<4, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: try await machine.add(key, tags: Bool.random(using: &random) ? ["Été"] : [])
            case 2: try await machine.remove(key)
            case 3:
                let tag = ["one", "two", "ete"][Int.random(in: 0..<3, using: &random)]
                try await machine.edit(key, FavoriteEdit(addedTags: [tag], removedTags: ["two"]))
            case 4: try await machine.edit(key, FavoriteEdit(note: Bool.random(using: &random) ? "\(seed)" : ""))
            default: try await machine.mergeFile(of: machines[Int.random(in: 0..<3, using: &random)])
            }
        }
        // Two rounds of pairs in random order bring every edit to every machine.
        for _ in 0..<2 {
            for (to, from) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)].shuffled(using: &random) {
                try await machines[to].mergeFile(of: machines[from])
            }
        }
        let expected = try await machines[0].favorites
        for machine in machines.dropFirst() { #expect(try await machine.favorites == expected) }
        let histories = try await machines[0].store.favoriteHistories()
        #expect(try await machines[1].store.favoriteHistories() == histories)
        #expect(histories.joined(histories) == histories)
    }
}

/// A clock that advances only on request.
private final class TestClock: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date) {
        time = Mutex(start)
    }

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}
