import AggSource
import AggStorage
import Foundation
import GRDB
import TestSupport
import Testing

import AggStore

/// What a repair loses when each page of a user file is damaged in turn.
///
/// `AGG_SOAK=1` measures 1,000 favorites rather than 300 and prints the figures of Docs/Decisions/0025.
struct PageLossTests {
    /// What replaces the page.
    enum Damage: CaseIterable {
        case zeros, noise
    }

    /// How old the newest backup is.
    enum Age: CaseIterable {
        /// It has everything.
        case current
        /// It is from before 5 favorites were added and 2 removed.
        case older
        /// There is no backup.
        case none
    }

    /// The total losses over all pages.
    private struct Loss {
        var pages = 0
        var (favorites, harmedPages, settings, searches, returned) = (0, 0, 0, 0, 0)
    }

    private static let isLong = ProcessInfo.processInfo.environment["AGG_SOAK"] == "1"
    private static let count = isLong ? 1_000 : 300
    private static let made = Date(timeIntervalSince1970: 1_795_000_000)

    private static func favorite(_ number: Int) -> Favorite {
        let length = number % 50 == 3 ? 9_000 : 40 + number * 37 % 300
        let record = Record(
            key: "k\(number)", title: "Tōwn \(number)", subtitle: String(repeating: "x", count: length),
            fields: [.init("n", .integer(Int64(number)))])
        return Favorite(
            source: .cities, kind: "cities", record: record, addedAt: noon.addingTimeInterval(Double(number)),
            tags: number % 3 == 0 ? ["a tag", "b"] : [], note: number % 4 == 0 ? "note \(number)" : nil)
    }

    /// The final contents of the file.
    private struct Model {
        let folder = TemporaryFolder()
        var favorites: Set<Favorite> = []
        var settings: [String: String] = [:]
        var searches: [String: String] = [:]
    }

    private static func model(_ age: Age) async throws -> Model {
        var model = Model()
        do {
            let users = try Stores.open(folder: model.folder.path, clock: WallClock { made }).user
            let all = (0..<count).map(favorite)
            _ = try await users.importFavorites(all.reversed(), histories: [:], limit: 9_999)
            model.favorites = Set(all)
            for number in 0..<8 {
                model.settings["setting\(number)"] = "value \(number)"
                try await users.keepSetting("setting\(number)", "value \(number)")
                let search = SavedSearch(name: "search\(number)", line: "search \(number)")
                model.searches[search.name] = search.line
                _ = try await users.saveSearch(search)
            }
        }
        do {
            let users = try Stores.open(folder: model.folder.path, clock: WallClock { made + 7_200 }).user
            try await users.keepSetting("setting0", "value 0")
            if age == .older {
                for number in count..<count + 5 {
                    _ = try await users.addFavorite(favorite(number), limit: 9_999)
                    model.favorites.insert(favorite(number))
                }
                for number in [7, count / 2] {
                    _ = try await users.removeFavorite(favorite(number).address)
                    model.favorites.remove(favorite(number))
                }
            }
        }
        let raw = try DatabaseQueue(path: model.folder.path("user.sqlite"))
        try await raw.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try raw.close()
        return model
    }

    private static func spoil(_ whole: Data, _ page: Int, _ damage: Damage) -> Data {
        var numbers = SeededGenerator(seed: UInt64(page))
        let start = (page - 1) * Garbage.pageSize
        let bytes = (0..<Garbage.pageSize).map { _ in
            damage == .zeros ? 0 : UInt8.random(in: 0...255, using: &numbers)
        }
        var spoiled = whole
        spoiled.replaceSubrange(start..<start + Garbage.pageSize, with: bytes)
        return spoiled
    }

    private static func loss(_ age: Age, _ damage: Damage) async throws -> Loss {
        let model = try await model(age)
        let whole = try Spoiled.bytes(model.folder.path("user.sqlite"))
        let backups = age == .none ? [] : try model.folder.names().filter { $0.hasPrefix("user.backup") }
        var loss = Loss()
        loss.pages = whole.count / Garbage.pageSize
        for page in 1...loss.pages {
            let folder = TemporaryFolder()
            try Spoiled.write(spoil(whole, page, damage), to: folder.path("user.sqlite"))
            for name in backups {
                try FileManager.default.copyItem(atPath: model.folder.path(name), toPath: folder.path(name))
            }
            let stores = try Stores.open(
                folder: folder.path, clock: WallClock { made + 9_000 }, toleratesFaults: true)
            for plan in try await stores.repairer.survey() { _ = try await stores.repairer.repair(plan.file) }
            let favorites = Set(try await stores.user.favorites())
            let settings = try await stores.user.keptSettings()
            let searches = try await stores.user.savedSearches().map(\.name)
            let lost = model.favorites.subtracting(favorites).count
            loss.favorites += lost
            loss.harmedPages += lost > 0 ? 1 : 0
            loss.settings += model.settings.filter { settings[$0.key] != $0.value }.count
            loss.searches += Set(model.searches.keys).subtracting(searches).count
            loss.returned += favorites.subtracting(model.favorites).count
        }
        return loss
    }

    @Test(arguments: Age.allCases, Damage.allCases)
    func `one damaged page loses little`(age: Age, damage: Damage) async throws {
        let loss = try await Self.loss(age, damage)
        #expect(loss.pages > 40)
        #expect(loss.returned == 0, "what was removed stays so")
        switch age {
        case .current: #expect((loss.favorites, loss.settings, loss.searches) == (0, 0, 0))
        case .older:
            // The five newer favorites are on one or two pages, below an interior page.
            #expect(loss.favorites <= 20)
            #expect((loss.settings, loss.searches) == (0, 0))
        case .none:
            // Each page loses its own favorites; the root page loses all of them.
            #expect(loss.favorites <= 22 * Self.count / 10)
            #expect((loss.settings, loss.searches) == (8, 8))
        }
        guard Self.isLong else { return }
        print(
            "| \(age) | \(damage) | \(loss.pages) pages | \(loss.favorites) favorites on \(loss.harmedPages) pages | "
                + "\(loss.settings) settings | \(loss.searches) searches | \(loss.returned) removed favorites back |")
    }

    @Test(arguments: 1...12)
    func `several damaged pages or a truncated file lose nothing that the backup has`(
        seed: UInt64
    ) async throws {
        let model = try await Self.model(.current)
        var spoiled = try Spoiled.bytes(model.folder.path("user.sqlite"))
        let pages = spoiled.count / Garbage.pageSize
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<1 + numbers.below(8) { spoiled = Self.spoil(spoiled, 1 + numbers.below(pages), .noise) }
        if seed.isMultiple(of: 3) { spoiled = spoiled.prefix(numbers.below(spoiled.count)) }
        let path = model.folder.path("user.sqlite")
        try Spoiled.write(spoiled, to: path)
        let stores = try Stores.open(
            folder: model.folder.path, clock: WallClock { Self.made + 9_000 }, toleratesFaults: true)
        for plan in try await stores.repairer.survey() { _ = try await stores.repairer.repair(plan.file) }
        #expect(Set(try await stores.user.favorites()) == model.favorites)
        #expect(try await stores.user.keptSettings() == model.settings)
        #expect(try await stores.user.savedSearches().map(\.name) == model.searches.keys.sorted())
    }
}
