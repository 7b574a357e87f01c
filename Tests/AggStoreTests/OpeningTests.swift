import AggSource
import AggStorage
import AggTesting
import Foundation
import GRDB
import Testing

@testable import AggStore

/// Opening a store folder: what is created, and what stays unchanged.
struct OpeningTests {
    @Test func `only the owner can access a new folder and its files`() async throws {
        let folder = TemporaryFolder()
        let stores = try Stores.open(folder: folder.path + "/deep/agg")
        try await stores.mirror.fill(with: [.titled("Paris")])
        try await stores.user.keepSetting("a", "b")
        #expect(stores.notices.isEmpty)
        #expect(try Spoiled.rights(folder.path("deep/agg")) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/agg"))
        #expect(Set(names).isSuperset(of: ["mirror.sqlite", "user.sqlite", "mirror.sqlite-wal"]))
        for name in names { #expect(try Spoiled.rights(folder.path("deep/agg/\(name)")) == 0o600, "\(name)") }
    }

    @Test func `a new mirror has pages of 8 kB`() async throws {
        let mirror = try MirrorFile()
        try await mirror.store.fill(with: [.titled("Paris")])
        #expect(try await mirror.integers("PRAGMA page_size") == [8_192])
    }

    @Test func `an existing folder keeps its permissions`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        _ = try Stores.open(folder: folder.path)
        #expect(try Spoiled.rights(folder.path) == 0o755)
    }

    @Test func `stored data is there after reopening`() async throws {
        let folder = TemporaryFolder()
        do {
            let stores = try Stores.open(folder: folder.path)
            try await stores.mirror.fill(with: [.complete])
            let favorite = Favorite(source: .cities, kind: "cities", record: .complete, addedAt: noon)
            _ = try await stores.user.addFavorite(favorite, limit: 9)
        }
        let stores = try Stores.open(folder: folder.path)
        #expect(try await stores.mirror.list(.cities, limit: 9) == [.complete])
        #expect(try await stores.user.favorites().map(\.record) == [.complete])
    }

    @Test func `closing a store leaves no log of what was written, even while it is still in use`() async throws {
        let folder = TemporaryFolder()
        let stores = try Stores.open(folder: folder.path)
        try await stores.mirror.fill(with: [.complete])
        stores.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix("mirror.sqlite-") })
        #expect(try await stores.mirror.list(.cities, limit: 9) == [.complete])
        try await stores.mirror.fill(with: [.titled("Paris")])
        #expect(try await stores.mirror.list(.cities, limit: 9) == [.titled("Paris")])
    }

    @Test func `opening a store that is up to date writes nothing`() async throws {
        let folder = TemporaryFolder()
        _ = try Stores.open(folder: folder.path)
        let files = ["mirror.sqlite", "user.sqlite"].map(folder.path)
        for file in files { try await checkpoint(file) }
        let before = try files.map(Spoiled.bytes)
        let stores = try Stores.open(folder: folder.path)
        _ = try await stores.mirror.states()
        _ = try await stores.user.favoriteAddresses()
        #expect(try files.map(Spoiled.bytes) == before)
        for file in files {
            let log = try? Spoiled.bytes(file + "-wal")
            #expect((log ?? Data()).isEmpty)
        }
    }

    private func delete(_ name: String, from folder: TemporaryFolder) {
        for suffix in ["", "-wal", "-shm"] { unlink(folder.path(name + suffix)) }
    }

    @Test func `a mirror that was deleted while it was open is created again`() async throws {
        let folder = TemporaryFolder()
        let stores = try Stores.open(folder: folder.path)
        try await stores.mirror.fill(with: [.titled("Paris")])
        delete("mirror.sqlite", from: folder)
        #expect(try await stores.mirror.states().isEmpty)
        try await stores.mirror.fill(with: [.titled("Rome")])
        #expect(try await Stores.open(folder: folder.path).mirror.titles(matching: "rome") == ["Rome"])
    }

    @Test func `a user file that was deleted while it was open is not created again until the next start`()
        async throws
    {
        let folder = TemporaryFolder()
        let path = folder.path("user.sqlite")
        let stores = try Stores.open(folder: folder.path)
        try await stores.user.keepSetting("theme", "light")
        delete("user.sqlite", from: folder)
        let error = StoreError.failed(file: path, detail: "the file was deleted while agg was running; restart agg")
        await #expect(throws: error) { _ = try await stores.user.keptSettings() }
        await #expect(throws: error) { try await stores.user.keepSetting("theme", "dark") }
        #expect(try !folder.names().contains("user.sqlite"))
        try await Stores.open(folder: folder.path).user.keepSetting("theme", "plain")
        #expect(try await stores.user.keptSettings() == ["theme": "plain"])
    }

    @Test func `a file that cannot be created again is tried again at the next use`() async throws {
        let folder = TemporaryFolder()
        let stores = try Stores.open(folder: folder.path)
        try FileManager.default.removeItem(at: folder.url)
        await #expect(throws: StoreError.self) { _ = try await stores.mirror.states() }
        try StoreFolder.make(folder.path)
        #expect(try await stores.mirror.states().isEmpty)
    }

    @Test func `a new connection does not create a file that was deleted`() throws {
        let folder = TemporaryFolder()
        try StoreFolder.make(folder.path)
        let path = folder.path("user.sqlite")
        let file = try DatabaseFile(
            path: path, settings: DatabaseFile.Settings(migrator: UserSchema.migrator, pragmas: UserSchema.pragmas))
        delete("user.sqlite", from: folder)
        #expect(throws: StoreError.readOnly(file: path)) { _ = try file.connection() }
        #expect(try !folder.names().contains("user.sqlite"))
    }

    private func checkpoint(_ path: String) async throws {
        let raw = try DatabaseQueue(path: path)
        try await raw.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try raw.close()
    }

    @Test func `two stores opened on one folder see each other's commits`() async throws {
        let folder = TemporaryFolder()
        let (first, second) = (try Stores.open(folder: folder.path), try Stores.open(folder: folder.path))
        try await first.mirror.fill(with: [.titled("Paris")])
        #expect(try await second.mirror.titles(matching: "paris") == ["Paris"])
        try await second.mirror.fill(with: [.titled("Rome"), .titled("Paris")])
        #expect(try await first.mirror.titles(matching: "rome") == ["Rome"])
        try await first.user.keepSetting("format", "json")
        #expect(try await second.user.keptSettings() == ["format": "json"])
    }

    @Test func `opening a new folder many times at once succeeds`() async throws {
        let folder = TemporaryFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let stores = try Stores.open(folder: folder.path)
                    try await stores.user.keepSetting("n\(number)", "")
                    _ = try await stores.mirror.states()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Stores.open(folder: folder.path).user.keptSettings().count == 8)
    }

    @Test func `the mirror uses WAL without secure delete, and the user file waits for the disk`() async throws {
        let folder = TemporaryFolder()
        _ = try Stores.open(folder: folder.path)
        func pragma(_ name: String, _ settings: DatabaseFile.Settings, _ file: String) async throws -> String? {
            let connection = try DatabaseFile(path: folder.path(file), settings: settings).connection()
            return try await connection.read { db in try String.fetchOne(db, sql: "PRAGMA \(name)") }
        }
        let mirror = DatabaseFile.Settings(migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas)
        let user = DatabaseFile.Settings(migrator: UserSchema.migrator, pragmas: UserSchema.pragmas)
        #expect(try await pragma("journal_mode", mirror, "mirror.sqlite") == "wal")
        #expect(try await pragma("secure_delete", mirror, "mirror.sqlite") == "0")
        #expect(try await pragma("synchronous", mirror, "mirror.sqlite") == "1")
        #expect(try await pragma("auto_vacuum", mirror, "mirror.sqlite") == "0")
        #expect(try await pragma("journal_mode", user, "user.sqlite") == "wal")
        #expect(try await pragma("synchronous", user, "user.sqlite") == "2")
    }
}
