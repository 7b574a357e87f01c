import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// Favorites and settings, for every user store.
struct UserStoreContractTests {
    private func favorite(_ key: String, _ source: SourceID = .cities, at time: Date = noon) -> Favorite {
        Favorite(source: source, kind: "cities", record: .titled(key), addedAt: time)
    }

    @Test(arguments: StoreKind.allCases)
    func `a new store is empty`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        #expect(try await tested.store.favorites().isEmpty)
        #expect(try await tested.store.favoriteAddresses().isEmpty)
        #expect(try await tested.store.keptSettings().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `returns favorites complete, newest first`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        let full = Favorite(source: .news, kind: "feed", record: .complete, addedAt: noon)
        let later = favorite("b", at: noon.addingTimeInterval(5))
        #expect(try await tested.store.addFavorite(full, limit: 9) == FavoriteChange(didChange: true, count: 1))
        #expect(try await tested.store.addFavorite(later, limit: 9) == FavoriteChange(didChange: true, count: 2))
        #expect(try await tested.store.favorites() == [later, full])
        #expect(try await tested.store.favoriteAddresses() == [later.address, full.address])
    }

    @Test(arguments: StoreKind.allCases)
    func `lists favorites by the time they were added, even if they were stored in another order`(kind: StoreKind)
        async throws
    {
        let tested = try await kind.makeUserStore()
        let dated = [0, 5, -5].map { favorite("\($0)", at: noon.addingTimeInterval($0)) }
        for favorite in dated { _ = try await tested.store.addFavorite(favorite, limit: 9) }
        #expect(try await tested.store.favorites() == [dated[1], dated[0], dated[2]])
        _ = try await tested.store.removeFavorite(dated[0].address)
        _ = try await tested.store.importFavorites([dated[0]], histories: [:], limit: 9)
        #expect(try await tested.store.favorites() == [dated[1], dated[0], dated[2]])
    }

    @Test(arguments: StoreKind.allCases)
    func `adding a favorite again keeps its time and place`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        for key in ["a", "b"] { _ = try await tested.store.addFavorite(favorite(key), limit: 2) }
        let again = favorite("a", at: noon.addingTimeInterval(99))
        #expect(try await tested.store.addFavorite(again, limit: 2) == FavoriteChange(didChange: false, count: 2))
        #expect(try await tested.store.favorites() == [favorite("b"), favorite("a")])
    }

    @Test(arguments: StoreKind.allCases)
    func `rejects a favorite beyond the limit`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        for key in ["a", "b"] { _ = try await tested.store.addFavorite(favorite(key), limit: 2) }
        await #expect(throws: StoreError.favoritesFull(limit: 2)) {
            try await tested.store.addFavorite(favorite("c"), limit: 2)
        }
        await #expect(throws: StoreError.favoritesFull(limit: 1)) {
            try await tested.store.addFavorite(favorite("c"), limit: 1)
        }
        #expect(try await tested.store.favoriteCount() == 2)
        #expect(try await tested.store.addFavorite(favorite("c"), limit: 3).count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `removes a favorite by its address`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        _ = try await tested.store.addFavorite(favorite("a"), limit: 9)
        _ = try await tested.store.addFavorite(favorite("a", .news), limit: 9)
        let address = favorite("a").address
        #expect(try await tested.store.removeFavorite(address) == FavoriteChange(didChange: true, count: 1))
        #expect(try await tested.store.removeFavorite(address) == FavoriteChange(didChange: false, count: 1))
        #expect(try await tested.store.favorites() == [favorite("a", .news)])
    }

    @Test(arguments: StoreKind.allCases)
    func `stores tags and a note, and edits them later`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        var kept = favorite("a")
        kept.tags = ["lunch", "a \u{0}\"b\""]
        kept.note = "é\n"
        _ = try await tested.store.addFavorite(kept, limit: 9)
        _ = try await tested.store.addFavorite(favorite("b"), limit: 9)
        #expect(try await tested.store.favorites() == [favorite("b"), kept])
        let edit = FavoriteEdit(addedTags: ["cheap", "LUNCH"], removedTags: ["a b"], note: "")
        let edited = try #require(try await tested.store.editFavorite(kept.address, edit))
        #expect(edited.tags.contains("cheap") && edited.tags.first == "lunch" && edited.note == nil)
        #expect(try await tested.store.favorites() == [favorite("b"), edited])
        #expect(try await tested.store.editFavorite(favorite("c").address, edit) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `an import keeps times and order, skips existing favorites, and stops at the limit`(kind: StoreKind)
        async throws
    {
        let tested = try await kind.makeUserStore()
        var known = favorite("b")
        known.note = "mine"
        _ = try await tested.store.addFavorite(known, limit: 9)
        let imported = ["c", "b", "a", "a"].map { favorite($0, at: noon.addingTimeInterval(0.25)) }
        let report = try await tested.store.importFavorites(imported, histories: [:], limit: 9)
        #expect(report == FavoriteImport(added: 2, known: 2))
        #expect(try await tested.store.favorites() == [imported[0], imported[2], known])
        let more = ["e", "d", "a"].map { favorite($0) }
        let last = try await tested.store.importFavorites(more, histories: [:], limit: 4)
        #expect(last == FavoriteImport(added: 1, known: 1, refused: 1))
        #expect(try await tested.store.favorites() == [imported[0], imported[2], favorite("d"), known])
    }

    @Test(arguments: StoreKind.allCases)
    func `stores, replaces, and removes settings`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        try await tested.store.keepSetting("format", "json")
        try await tested.store.keepSetting("refresh", "")
        try await tested.store.keepSetting("format", "liste \u{0}é")
        #expect(try await tested.store.keptSettings() == ["format": "liste \u{0}é", "refresh": ""])
        try await tested.store.keepSetting("format", nil)
        try await tested.store.keepSetting("none", nil)
        #expect(try await tested.store.keptSettings() == ["refresh": ""])
    }

    @Test(arguments: StoreKind.allCases)
    func `saves searches by name, replaces them, and removes them`(kind: StoreKind) async throws {
        let tested = try await kind.makeUserStore()
        #expect(try await tested.store.savedSearches().isEmpty)
        #expect(try await tested.store.saveSearch(SavedSearch(name: "b", line: "search b")))
        #expect(try await tested.store.saveSearch(SavedSearch(name: "a", line: "search a")))
        #expect(try await tested.store.saveSearch(SavedSearch(name: "b", line: "list b")) == false)
        #expect(
            try await tested.store.savedSearches() == [
                SavedSearch(name: "a", line: "search a"), SavedSearch(name: "b", line: "list b"),
            ])
        #expect(try await tested.store.removeSearch("a"))
        #expect(try await tested.store.removeSearch("a") == false)
        #expect(try await tested.store.savedSearches().map(\.name) == ["b"])
    }
}
