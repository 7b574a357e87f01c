import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// Backups of the user file: when they are made, what they contain, and what is never backed up.
struct UserBackupTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)
    private let folder = TemporaryFolder()

    private func open(at seconds: Double) throws -> Stores {
        try Stores.open(folder: folder.path, clock: WallClock { Self.start + seconds })
    }

    private func backups(at seconds: Double) -> UserBackups {
        UserBackups(file: folder.path("user.sqlite"), clock: WallClock { Self.start + seconds })
    }

    private static func favorite(_ title: String) -> Favorite {
        Favorite(source: .cities, kind: "cities", record: .titled(title), addedAt: noon, tags: ["a"], note: "b")
    }

    /// Deletes the user file and its log.
    private func loseFile() throws {
        for name in try folder.names() where name.hasPrefix("user.sqlite") {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
    }

    /// Returns the keys of the favorites and the names of the settings in a backup.
    private func held(_ name: String) throws -> Set<String> {
        try DatabaseQueue(path: folder.path(name)).read { db in
            try String.fetchSet(db, sql: "SELECT key FROM favorite UNION SELECT name FROM setting")
        }
    }

    @Test func `a change makes a backup that only its owner can read, and reading makes none`() async throws {
        let stores = try open(at: 0)
        _ = try await stores.user.favorites()
        #expect(try !folder.names().contains("user.backup.sqlite"))
        _ = try await stores.user.addFavorite(Self.favorite("Rome"), limit: 9)
        #expect(try held("user.backup.sqlite") == ["Rome"])
        #expect(try Spoiled.rights(folder.path("user.backup.sqlite")) == 0o600)
        #expect(backups(at: 0).made == Self.start)
        #expect(try folder.names().filter { $0.contains("backup") } == ["user.backup.sqlite"])
    }

    @Test func `makes one backup per hour and keeps the previous one`() async throws {
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        _ = try await open(at: 3_599).user.addFavorite(Self.favorite("Oslo"), limit: 9)
        #expect(try held("user.backup.sqlite") == ["Rome"])
        try await open(at: 3_600).user.keepSetting("theme", "light")
        #expect(try held("user.backup.sqlite") == ["Rome", "Oslo", "theme"])
        #expect(try held("user.backup.1.sqlite") == ["Rome"])
        _ = try await open(at: 9_000).user.removeFavorite(Self.favorite("Rome").address)
        #expect(try held("user.backup.sqlite") == ["Oslo", "theme"])
        #expect(try held("user.backup.1.sqlite") == ["Rome", "Oslo", "theme"])
    }

    @Test func `a backup has every change of a command, even of one that fails`() async throws {
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        let users = try open(at: 4_000).user
        await #expect(throws: CancellationError.self) {
            try await users.asOneChange {
                _ = try await users.addFavorite(Self.favorite("Oslo"), limit: 9)
                _ = try await users.addFavorite(Self.favorite("Bern"), limit: 9)
                _ = try await users.editFavorite(Self.favorite("Oslo").address, FavoriteEdit(note: "late"))
                throw CancellationError()
            }
        }
        #expect(try held("user.backup.sqlite") == ["Rome", "Oslo", "Bern"])
        let contents = try #require(backups(at: 4_000).newestWhole).contents
        #expect(contents.favorites.values.first { $0.record.key == "Oslo" }?.note == "late")
        #expect(try held("user.backup.1.sqlite") == ["Rome"], "a partial backup is not kept")
    }

    @Test func `a command makes no backup within an hour of the last one, nor if it changes nothing`() async throws {
        let users = try open(at: 0).user
        try await users.asOneChange { try await users.keepSetting("theme", "light") }
        try await users.asOneChange {
            for title in ["Rome", "Oslo"] { _ = try await users.addFavorite(Self.favorite(title), limit: 9) }
        }
        #expect(try held("user.backup.sqlite") == ["theme"])
        let later = try open(at: 9_000).user
        _ = try await later.asOneChange { try await later.favorites() }
        #expect(try held("user.backup.sqlite") == ["theme"])
    }

    @Test func `a command that is killed leaves the backup of its first change`() async throws {
        let users = try open(at: 0).user
        try await users.asOneChange {
            _ = try await users.addFavorite(Self.favorite("Rome"), limit: 9)
            #expect(try held("user.backup.sqlite") == ["Rome"])
        }
    }

    @Test func `concurrent backups keep the previous one`() async throws {
        for _ in 0..<10 {
            for name in (try? folder.names()) ?? [] { unlink(folder.path(name)) }
            _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
            _ = try await open(at: 60).user.addFavorite(Self.favorite("Oslo"), limit: 9)
            let backups = backups(at: 9_000)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in try? backups.make() }
            #expect(try held("user.backup.sqlite") == ["Rome", "Oslo"])
            #expect(try held("user.backup.1.sqlite") == ["Rome"])
        }
    }

    @Test func `a lost or empty file replaces no backup, and doctor reports it`() async throws {
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        try loseFile()
        let stores = try open(at: 9_000)
        #expect(try await stores.user.favorites().isEmpty)
        try backups(at: 9_000).make()
        backups(at: 20_000).makeIfBehind()
        #expect(try held("user.backup.sqlite") == ["Rome"])
        let findings = await stores.health.findings(in: HealthScope(isFull: false))
        let finding = try #require(findings.first { $0.name == "backup" })
        #expect(finding.status == .warning && finding.detail.hasSuffix("is empty, but its backup has 1 favorite"))
    }

    @Test func `each start reports a lost file until its backup is restored`() async throws {
        #expect(try open(at: 0).notices.isEmpty)
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        #expect(try open(at: 0).notices.isEmpty)
        try loseFile()
        let (path, backup) = (folder.path("user.sqlite"), folder.path("user.backup.sqlite"))
        for _ in 0..<2 {
            let notice = try #require(try open(at: 9_000).notices.first)
            #expect(notice.hasPrefix("\(path) is empty, but its backup has 1 favorite; "))
            #expect(notice.contains("copy \(backup) over \(path)"))
        }
        try loseFile()
        try FileManager.default.copyItem(atPath: backup, toPath: path)
        let stores = try open(at: 9_000)
        #expect(stores.notices.isEmpty)
        #expect(try await stores.user.favorites().map(\.record.title) == ["Rome"])
    }

    @Test func `a file without favorites is not reported as lost if they were removed or are in no backup`()
        async throws
    {
        try await open(at: 0).user.keepSetting("theme", "light")
        try await open(at: 9_000).user.keepSetting("theme", nil)
        #expect(try folder.names().contains("user.backup.sqlite"))
        #expect(try open(at: 9_000).notices.isEmpty)
        _ = try await open(at: 9_000).user.addFavorite(Self.favorite("Rome"), limit: 9)
        #expect(try held("user.backup.sqlite") == ["Rome"])
        _ = try await open(at: 9_000).user.removeFavorite(Self.favorite("Rome").address)
        #expect(try open(at: 20_000).notices.isEmpty)
    }

    @Test func `the removal of the last favorite is backed up, and doctor does not take it for a loss`() async throws {
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        let stores = try open(at: 3_000)
        _ = try await stores.user.removeFavorite(Self.favorite("Rome").address)
        func finding() async throws -> HealthFinding {
            let findings = await stores.health.findings(in: HealthScope(isFull: false))
            return try #require(findings.first { $0.name == "backup" })
        }
        #expect(try await !finding().detail.contains("is empty"))
        try backups(at: 9_000).make()
        #expect(try held("user.backup.sqlite").isEmpty)
        #expect(try held("user.backup.1.sqlite") == ["Rome"])
        #expect(try await finding().status == .ok)
    }

    @Test func `changes after the loss of a file do not replace its backup`() async throws {
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        try loseFile()
        for (seconds, title) in [(4_000.0, "Oslo"), (8_000, "Bern")] {
            _ = try await open(at: seconds).user.addFavorite(Self.favorite(title), limit: 9)
        }
        _ = try await open(at: 12_000).user.removeFavorite(Self.favorite("Oslo").address)
        let kept = "user.backup.sqlite.kept-20261118-121320"
        #expect(
            try folder.names().filter { $0.contains("backup") } == ["user.backup.1.sqlite", "user.backup.sqlite", kept])
        #expect(try held(kept) == ["Rome"])
        #expect(try held("user.backup.1.sqlite") == ["Oslo", "Bern"])
        #expect(try held("user.backup.sqlite") == ["Bern"])
    }

    @Test func `changes after the loss of a file do not replace its previous backup if the newest is damaged`()
        async throws
    {
        for (seconds, title) in [(0.0, "Rome"), (4_000, "Oslo")] {
            _ = try await open(at: seconds).user.addFavorite(Self.favorite(title), limit: 9)
        }
        try loseFile()
        try Garbage.write(over: 1, of: folder.path("user.backup.sqlite"), seed: 1)
        for (seconds, title) in [(8_000.0, "Bern"), (12_000, "Nice")] {
            try FileManager.default.setAttributes(
                [.modificationDate: Self.start], ofItemAtPath: folder.path("user.backup.sqlite"))
            _ = try await open(at: seconds).user.addFavorite(Self.favorite(title), limit: 9)
        }
        #expect(try held("user.backup.1.sqlite.kept-20261118-132000") == ["Rome"])
        #expect(try held("user.backup.1.sqlite") == ["Bern"])
        #expect(try held("user.backup.sqlite") == ["Bern", "Nice"])
    }

    @Test func `replaces a backup from the future`() async throws {
        _ = try await open(at: 90_000).user.addFavorite(Self.favorite("Rome"), limit: 9)
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Oslo"), limit: 9)
        #expect(try held("user.backup.sqlite") == ["Rome", "Oslo"])
    }

    @Test func `backs up a file before its tables change`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        do {
            let earlier = try DatabaseQueue(path: folder.path("user.sqlite"))
            try UserSchema.migrator.migrate(earlier, upTo: "user 1")
            try await earlier.write { db in try db.execute(sql: "INSERT INTO setting VALUES ('limit', '20')") }
            try earlier.close()
        }
        _ = try open(at: 0)
        #expect(try held("user.backup.sqlite") == ["limit"])
        let copy = try #require(backups(at: 0).newestWhole)
        #expect(copy.contents.settings == ["limit": "20"])
        let tables = try await DatabaseQueue(path: folder.path("user.backup.sqlite")).read { db in
            try String.fetchSet(db, sql: "SELECT name FROM sqlite_master")
        }
        #expect(!tables.contains("saved_search"), "it is as it was")
    }

    @Test func `a backup copied over the file allows readers during writes, as the file did`() async throws {
        do {
            let stores = try open(at: 0)
            _ = try await stores.user.addFavorite(Self.favorite("Rome"), limit: 9)
            _ = try await stores.user.addFavorite(Self.favorite("Oslo"), limit: 9)
        }
        for suffix in ["", "-wal", "-shm"] { unlink(folder.path("user.sqlite" + suffix)) }
        try FileManager.default.copyItem(
            atPath: folder.path("user.backup.sqlite"), toPath: folder.path("user.sqlite"))
        let stores = try open(at: 0)
        #expect(try await stores.user.favorites().map(\.record.title) == ["Rome"])
        try await stores.user.keepSetting("theme", "light")
        let mode = try await DatabaseQueue(path: folder.path("user.sqlite")).read { db in
            try String.fetchOne(db, sql: "PRAGMA journal_mode")
        }
        #expect(mode == "wal")
    }

    @Test func `a damaged file never replaces a backup`() async throws {
        do {
            let stores = try open(at: 0)
            let favorites = (0..<60).map { Self.favorite("Town \($0)") }
            _ = try await stores.user.importFavorites(favorites, histories: [:], limit: 99)
            try await stores.user.keepSetting("theme", "light")
        }
        let path = folder.path("user.sqlite")
        let raw = try DatabaseQueue(path: path)
        let root = try await raw.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
            return try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'favorite'")
        }
        try raw.close()
        try Garbage.write(over: try #require(root), of: path, seed: 1)
        let copy = try Spoiled.bytes(folder.path("user.backup.sqlite"))
        try await open(at: 7_200).user.keepSetting("theme", "dark")
        #expect(try Spoiled.bytes(folder.path("user.backup.sqlite")) == copy)
        #expect(try folder.names().filter { $0.contains("backup") } == ["user.backup.sqlite"])
    }

    @Test func `a damaged backup does not replace the previous one`() async throws {
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        _ = try await open(at: 4_000).user.addFavorite(Self.favorite("Oslo"), limit: 9)
        try Garbage.write(over: 1, of: folder.path("user.backup.sqlite"), seed: 1)
        #expect(backups(at: 8_000).newestWhole?.contents.favorites.count == 1, "the one before is used")
        // Its modification time is that of the damage.
        try backups(at: 8_000).make()
        #expect(try held("user.backup.sqlite") == ["Rome", "Oslo"])
        #expect(try held("user.backup.1.sqlite") == ["Rome"])
    }

    @Test func `a change that cannot be backed up is still made, and doctor reports it`() async throws {
        let obstacle = folder.path("user.backup.sqlite/here")
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        let stores = try open(at: 0)
        #expect(try await stores.user.addFavorite(Self.favorite("Rome"), limit: 9).didChange)
        #expect(try folder.names().filter { $0.contains("backup") } == ["user.backup.sqlite"])
        let findings = await stores.health.findings(in: HealthScope(isFull: false))
        let finding = try #require(findings.first { $0.name == "backup" })
        #expect(finding.status == .warning)
        #expect(finding.fix?.contains("the next change") == true)
    }

    @Test func `doctor reports what the newest backup contains, and when it is out of date`() async throws {
        let stores = try open(at: 0)
        func finding() async throws -> HealthFinding {
            let findings = await stores.health.findings(in: HealthScope(isFull: false))
            return try #require(findings.first { $0.name == "backup" })
        }
        #expect(try await finding().detail.contains("nothing to back up yet"))
        _ = try await stores.user.addFavorite(Self.favorite("Rome"), limit: 9)
        let path = folder.path("user.backup.sqlite")
        try setTime(5_000)
        #expect(try await finding().detail == "\(path) from 2026-11-18 11:06 UTC is intact, with 1 favorite")
        _ = try await stores.user.addFavorite(Self.favorite("Oslo"), limit: 9)
        try setTime(3_000)
        #expect(try await finding().status == .ok)
        try setTime(4_000)
        #expect(try await finding().status == .warning)
        #expect(try await finding().detail.contains("lacks later changes"))
        #expect(try folder.names().filter { $0.contains("backup") } == ["user.backup.sqlite"], "looking leaves no log")
    }

    /// Sets when the user file was last written.
    private func setTime(_ seconds: Double) throws {
        for suffix in ["", "-wal"] where access(folder.path("user.sqlite" + suffix), F_OK) == 0 {
            try DurableFile.settle(folder.path("user.sqlite" + suffix), modified: Self.start + seconds)
        }
    }

    @Test func `a later run backs up the last changes of an hour, and no backup is kept twice`()
        async throws
    {
        do {
            let stores = try open(at: 0)
            _ = try await stores.user.addFavorite(Self.favorite("Rome"), limit: 9)
            _ = try await stores.user.addFavorite(Self.favorite("Oslo"), limit: 9)
        }
        try setTime(60)
        try open(at: 3_000).backUp()
        #expect(try held("user.backup.sqlite") == ["Rome"])
        try open(at: 4_000).backUp()
        #expect(try held("user.backup.sqlite") == ["Rome", "Oslo"])
        try setTime(5_000)
        try open(at: 9_000).backUp()
        #expect(backups(at: 0).made == Self.start + 9_000)
        #expect(try held("user.backup.1.sqlite") == ["Rome"])
    }

    @Test func `removes what a killed process left, but not what another process is writing`() async throws {
        let ended = Process()
        ended.executableURL = URL(filePath: "/bin/true")
        try ended.run()
        ended.waitUntilExit()
        let (left, made) = (
            "user.backup.sqlite.new-\(ended.processIdentifier)-7", "user.backup.sqlite.new-\(getppid())-7"
        )
        for name in [left, left + "-journal", made] { try Spoiled.write(Data("x".utf8), to: folder.path(name)) }
        _ = try await open(at: 0).user.addFavorite(Self.favorite("Rome"), limit: 9)
        #expect(try folder.names().filter { $0.contains("backup") } == ["user.backup.sqlite", made])
    }

    @Test func `concurrent backups are intact and leave nothing behind`() async throws {
        let stores = try open(at: 0)
        for title in ["Rome", "Oslo"] { _ = try await stores.user.addFavorite(Self.favorite(title), limit: 9) }
        let backups = backups(at: 10)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { try? backups.make() } }
        }
        #expect(try held("user.backup.sqlite") == ["Rome", "Oslo"])
        #expect(backups.newestWhole != nil)
        let others = try folder.names().filter { $0.contains("backup") && $0 != "user.backup.sqlite" }
        #expect(others.allSatisfy { $0 == "user.backup.1.sqlite" }, "\(others)")
    }
}
