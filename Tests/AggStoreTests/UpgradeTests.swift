import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// Upgrades from every earlier schema, created by running only the steps that existed then.
struct UpgradeTests {
    /// The steps up to which a file is created; a new step is tested automatically.
    private static let userSteps = UserSchema.migrator.migrations
    private static let mirrorSteps = MirrorSchema.migrator.migrations

    private func make(
        _ name: String, _ migrator: DatabaseMigrator, upTo step: String, in folder: TemporaryFolder,
        filling fill: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.prepareDatabase { db in SearchFunctions.all.forEach(db.add(function:)) }
        let earlier = try DatabaseQueue(path: folder.path(name), configuration: configuration)
        try await earlier.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
        try migrator.migrate(earlier, upTo: step)
        try await earlier.write(fill)
        try earlier.close()
    }

    private static let favorites = 150

    /// Inserts favorites, settings, and saved searches, as far as their tables and columns exist.
    private static func fillUser(_ db: Database) throws {
        let columns = Set(try db.columns(in: "favorite").map(\.name))
        for number in 1...favorites {
            let snapshot = #"{"version":1,"key":"\#(number)","title":"Tōwn \#(number)"}"#
            try db.execute(
                sql:
                    "INSERT INTO favorite (source, key, kind, marked_at, snapshot) VALUES ('cities', ?, 'cities', ?, ?)",
                arguments: [String(number), 1_795_000_000.25 + Double(number), snapshot])
        }
        if columns.contains("tags") { try db.execute(sql: "UPDATE favorite SET tags = '[\"home\"]', note = 'mine'") }
        try db.execute(sql: "INSERT INTO setting VALUES ('limit', '20'), ('theme', 'light')")
        if try db.tableExists("saved_search") {
            try db.execute(sql: "INSERT INTO saved_search (name, line) VALUES ('fr', 'search country:FR')")
        }
    }

    @Test(arguments: userSteps)
    func `upgrading a user file of an earlier schema loses nothing`(step: String) async throws {
        let folder = TemporaryFolder()
        try await make("user.sqlite", UserSchema.migrator, upTo: step, in: folder) { try Self.fillUser($0) }
        let place = try #require(Self.userSteps.firstIndex(of: step))
        for _ in 0..<2 {
            let stores = try Stores.open(folder: folder.path)
            #expect(stores.notices.isEmpty)
            let kept = try await stores.user.favorites()
            #expect(kept.count == Self.favorites)
            #expect(kept.map(\.record.title) == (1...Self.favorites).reversed().map { "Tōwn \($0)" })
            #expect(kept.last?.addedAt == Date(timeIntervalSince1970: 1_795_000_001.25))
            #expect(kept.allSatisfy { place >= 2 ? $0.tags == ["home"] && $0.note == "mine" : $0.tags.isEmpty })
            #expect(try await stores.user.keptSettings() == ["limit": "20", "theme": "light"])
            #expect(try await stores.user.savedSearches().map(\.name) == (place >= 1 ? ["fr"] : []))
            #expect(try await stores.repairer.survey().isEmpty)
        }
    }

    /// Inserts rows with their texts.
    private static func fillMirror(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO source (number, id, origin, records, prominences, fetched_at, fetch_state)
                VALUES (1, 'cities', 'remote', 300, 1, 1795000000, '{"etag":"1"}')
                """)
        for number in 1...300 {
            let id = (Int64(15) << 44) + Int64(number)
            try db.execute(
                sql: """
                    INSERT INTO record (id, class, source, key, digest, folded, title, latitude, longitude, words)
                    VALUES (?, 15, 1, ?, ?, ?, ?, ?, 10, ' ~land')
                    """,
                arguments: [
                    id, String(number), number, "town \(number)", "Town \(number)", number % 3 == 0 ? 51.5 : nil,
                ])
            try db.execute(
                sql: "INSERT INTO record_text (rowid, text) VALUES (?, ?)", arguments: [id, "town \(number) ~land"])
        }
    }

    @Test(arguments: mirrorSteps)
    func `upgrading a mirror of an earlier schema loses no row and no word`(step: String) async throws {
        let folder = TemporaryFolder()
        try await make("mirror.sqlite", MirrorSchema.migrator, upTo: step, in: folder) { try Self.fillMirror($0) }
        for _ in 0..<2 {
            let stores = try Stores.open(folder: folder.path)
            #expect(stores.notices.isEmpty)
            let state = try #require(try await stores.mirror.state(of: .cities))
            #expect(state.records == 300)
            #expect(state.fetchedAt == Date(timeIntervalSince1970: 1_795_000_000))
            #expect(state.fetchState?.validators?.entityTag == "1")
            #expect(try await stores.mirror.titles(matching: "town 77") == ["Town 77"])
            #expect(try await stores.mirror.titles(matching: "town land").count == 50)
            #expect(try await stores.mirror.list(.cities, limit: 500).count == 300)
            let findings = await stores.health.findings(in: HealthScope(isFull: true))
            #expect(findings.allSatisfy { $0.status == .ok }, "\(findings)")
        }
    }

    @Test(arguments: userSteps)
    func `leaves a user file with one unknown step untouched, byte for byte`(step: String) async throws {
        let folder = TemporaryFolder()
        try await make("user.sqlite", UserSchema.migrator, upTo: step, in: folder) { db in
            try Self.fillUser(db)
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('user 99: of the future')")
        }
        try await expectUntouched("user.sqlite", in: folder) { stores in
            await #expect(throws: StoreError.newerVersion(file: folder.path("user.sqlite"))) {
                try await stores.user.favorites()
            }
            await #expect(throws: StoreError.self) { try await stores.repairer.survey() }
        }
    }

    @Test(arguments: mirrorSteps)
    func `leaves a mirror with one unknown step untouched, byte for byte`(step: String) async throws {
        let folder = TemporaryFolder()
        try await make("mirror.sqlite", MirrorSchema.migrator, upTo: step, in: folder) { db in
            try Self.fillMirror(db)
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('mirror 99: of the future')")
        }
        #expect(throws: StoreError.newerVersion(file: folder.path("mirror.sqlite"))) {
            try Stores.open(folder: folder.path)
        }
        try await expectUntouched("mirror.sqlite", in: folder) { stores in
            await #expect(throws: StoreError.newerVersion(file: folder.path("mirror.sqlite"))) {
                try await stores.mirror.states()
            }
        }
    }

    private func expectUntouched(
        _ name: String, in folder: TemporaryFolder, _ work: (Stores) async throws -> Void
    ) async throws {
        let before = try Spoiled.bytes(folder.path(name))
        do {
            let stores = try Stores.open(folder: folder.path, toleratesFaults: true)
            try await work(stores)
        }
        #expect(try Spoiled.bytes(folder.path(name)) == before)
        let log = (try? Spoiled.bytes(folder.path(name + "-wal"))) ?? Data()
        #expect(log.isEmpty, "nothing waits in its log")
    }
}
