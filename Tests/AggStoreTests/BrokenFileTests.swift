import AggSource
import AggStorage
import AggTesting
import Foundation
import GRDB
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AggStore

/// Files that are not databases, from another version, locked, or read-only.
struct BrokenFileTests {
    private let clock = WallClock { Date(timeIntervalSince1970: 1_795_000_000) }

    private func open(_ folder: TemporaryFolder, busyTimeout: Double = 0.05) throws -> Stores {
        try Stores.open(folder: folder.path, clock: clock, busyTimeout: busyTimeout)
    }

    /// Creates a closed store with 500 towns and a favorite, its logs merged into the files.
    private func filledFolder() async throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let stores = try open(folder)
        try await stores.mirror.fill(with: (0..<500).map { .titled("Town \($0)") })
        let favorite = Favorite(source: .cities, kind: "cities", record: .titled("Town 1"), addedAt: noon)
        _ = try await stores.user.addFavorite(favorite, limit: 9)
        for name in ["mirror.sqlite", "user.sqlite"] {
            let raw = try DatabaseQueue(path: folder.path(name))
            try await raw.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try raw.close()
        }
        return folder
    }

    /// Opens a connection that can keep a transaction open, as another program might.
    private func lockingConnection(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func setNewerVersion(_ path: String) async throws {
        let raw = try DatabaseQueue(path: path)
        try await raw.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
        try raw.close()
    }

    enum Damage: CaseIterable {
        case garbage, text, truncated, header

        func make(_ path: String) throws {
            var bytes = try Spoiled.bytes(path)
            switch self {
            case .garbage: bytes = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            case .text: bytes = Data("not a database".utf8)
            case .truncated: bytes = bytes.prefix(5_000)
            case .header: bytes.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
            }
            try Spoiled.write(bytes, to: path)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
    }

    @Test(arguments: Damage.allCases)
    func `sets aside a mirror that is not a database and creates a new one`(damage: Damage) async throws {
        let folder = try await filledFolder()
        let path = folder.path("mirror.sqlite")
        try damage.make(path)
        let damaged = try Spoiled.bytes(path)
        let stores = try open(folder)
        let aside = path + ".damaged-20261118-110640"
        #expect(try Spoiled.bytes(aside) == damaged)
        #expect(stores.notices.count == 1)
        #expect(stores.notices.first?.contains(aside) == true)
        #expect(try await stores.mirror.states().isEmpty)
        #expect(try await stores.mirror.fill(with: [.titled("Rome")]).change.added == 1)
        #expect(try await stores.user.favorites().count == 1)
        #expect(try open(folder).notices.isEmpty)
    }

    @Test(arguments: [nil, Damage.garbage, .truncated])
    func `only one of several starting processes sets a damaged mirror aside`(damage: Damage?) async throws {
        let folder = try await filledFolder()
        let path = folder.path("mirror.sqlite")
        if let damage { try damage.make(path) } else { CorruptionMarker(of: path).make() }
        let count = 8
        let notices = try await withThrowingTaskGroup(of: [String].self, returning: [String].self) { group in
            for number in 0..<count {
                // Opening blocks its thread until the others are done, which takes minutes if all other tests run, too.
                group.addTask(executorPreference: BlockingExecutor.shared) {
                    let stores = try self.open(folder, busyTimeout: 600)
                    // All processes keep using the new file, so it has the rows of all of them in the end.
                    try await stores.mirror.fill(.named("s\(number)"), with: [.titled("Town")])
                    return stores.notices
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(notices.count == 1)
        let aside = try folder.names().filter {
            $0.contains(".damaged") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
        #expect(aside == ["mirror.sqlite.damaged-20261118-110640"])
        #expect(try await open(folder).mirror.states().count == count)
    }

    @Test func `a process with the damaged file open does not harm the new file`() async throws {
        let folder = try await filledFolder()
        let path = folder.path("mirror.sqlite")
        let marker = CorruptionMarker(of: path)
        let old = try DatabaseFile(
            path: path,
            settings: DatabaseFile.Settings(
                migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, onDamage: { marker.make() }))
        marker.make()
        let new = try open(folder)
        #expect(new.notices.count == 1)
        try await new.mirror.fill(with: [.titled("Rome")])
        // The old process reads a damaged page, which does not belong to the new file.
        let aside = path + ".damaged-20261118-110640"
        var bytes = try Spoiled.bytes(aside)
        bytes.replaceSubrange(4_096..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 4_096))
        try Spoiled.write(bytes, to: aside)
        await #expect(throws: StoreError.self) {
            try await old.read(.long) { db in try db.integer("SELECT sum(length(title)) FROM record") }
        }
        #expect(!marker.isThere)
        #expect(try open(folder).notices.isEmpty)
        #expect(try await open(folder).mirror.titles(matching: "rome").count == 1)
    }

    @Test func `a process with the damaged file open continues with the new file`() async throws {
        let folder = try await filledFolder()
        let old = try open(folder)
        #expect(try await old.mirror.titles(matching: "rome").isEmpty)
        CorruptionMarker(of: folder.path("mirror.sqlite")).make()
        let new = try open(folder)
        try await new.mirror.fill(with: [.titled("Rome")])
        #expect(try await old.mirror.titles(matching: "rome").count == 1)
        #expect(try await old.mirror.fill(with: [.titled("Rome"), .titled("Oslo")]).change.added == 1)
        #expect(try await new.mirror.titles(matching: "oslo").count == 1)
    }

    @Test func `locks the file against moves while opening each connection`() async throws {
        let folder = TemporaryFolder()
        try StoreFolder.make(folder.path)
        let mover = Glibc.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(mover) }
        let refusals = Mutex<[Bool]>([])
        let file = try DatabaseFile(
            path: folder.path("user.sqlite"),
            settings: DatabaseFile.Settings(
                migrator: UserSchema.migrator, pragmas: UserSchema.pragmas,
                watch: { _ in refusals.withLock { $0.append(flock(mover, LOCK_EX | LOCK_NB) != 0) } }))
        _ = try file.connection()
        _ = try await file.write { db in try db.run("DELETE FROM setting", []) }
        #expect(refusals.withLock(\.self) == [true, true, true])
        #expect(flock(mover, LOCK_EX | LOCK_NB) == 0)
    }

    @Test func `sets a file aside under an unused name`() throws {
        let folder = TemporaryFolder()
        try StoreFolder.make(folder.path)
        let path = folder.path("mirror.sqlite")
        for number in 1...3 {
            try Data("\(number)".utf8).write(to: URL(filePath: path))
            if number == 2 { try Data("log".utf8).write(to: URL(filePath: path + "-wal")) }
            _ = try StoreFolder.setAside(path, at: clock.now)
        }
        let name = "mirror.sqlite.damaged-20261118-110640"
        #expect(try folder.names() == [name, name + "-2", name + "-2-wal", name + "-3"])
        #expect(try Spoiled.bytes(folder.path(name)) == Data("1".utf8))
    }

    @Test func `keeps both files of a mirror that breaks twice within a second`() async throws {
        let folder = try await filledFolder()
        for _ in 0..<2 {
            try Damage.text.make(folder.path("mirror.sqlite"))
            _ = try open(folder)
        }
        let aside = try folder.names().filter {
            $0.contains("damaged") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
        #expect(aside == ["mirror.sqlite.damaged-20261118-110640", "mirror.sqlite.damaged-20261118-110640-2"])
    }

    @Test(arguments: Damage.allCases)
    func `leaves an unreadable user file untouched`(damage: Damage) async throws {
        let folder = try await filledFolder()
        let path = folder.path("user.sqlite")
        try damage.make(path)
        let damaged = try Spoiled.bytes(path)
        let stores = try open(folder)
        func expectFailure(_ work: () async throws -> Void) async {
            do {
                try await work()
                Issue.record("it went through")
            } catch StoreError.damaged(let file, _) {
                #expect(file == path)
            } catch {
                Issue.record(error)
            }
        }
        let favorite = Favorite(source: .cities, kind: "cities", record: .titled("A"), addedAt: noon)
        await expectFailure { _ = try await stores.user.favorites() }
        await expectFailure { _ = try await stores.user.favoriteAddresses() }
        await expectFailure { _ = try await stores.user.addFavorite(favorite, limit: 9) }
        await expectFailure { _ = try await stores.user.removeFavorite(favorite.address) }
        await expectFailure { _ = try await stores.user.keptSettings() }
        await expectFailure { _ = try await stores.user.keepSetting("a", "b") }
        #expect(try Spoiled.bytes(path) == damaged)
        #expect(try await stores.mirror.titles(matching: "town 77").count == 1)
    }

    @Test func `rejects a mirror from a newer version and leaves it untouched`() async throws {
        let folder = try await filledFolder()
        let path = folder.path("mirror.sqlite")
        try await setNewerVersion(path)
        let before = try Spoiled.bytes(path)
        #expect(throws: StoreError.newerVersion(file: path)) { try open(folder) }
        #expect(try Spoiled.bytes(path) == before)
    }

    @Test func `rejects a user file from a newer version and leaves it untouched`() async throws {
        let folder = try await filledFolder()
        let path = folder.path("user.sqlite")
        try await setNewerVersion(path)
        let before = try Spoiled.bytes(path)
        let stores = try open(folder)
        await #expect(throws: StoreError.newerVersion(file: path)) { try await stores.user.favorites() }
        #expect(try Spoiled.bytes(path) == before)
    }

    @Test func `reports a file that stays locked too long`() async throws {
        let folder = try await filledFolder()
        let stores = try open(folder)
        let raw = try lockingConnection(folder.path("mirror.sqlite"))
        try await raw.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
        }
        let locked = StoreError.locked(file: folder.path("mirror.sqlite"))
        let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon)
        await #expect(throws: locked) { try await stores.mirror.noteFailure(failure, of: .cities, over: nil) }
        let staging = try await stores.mirror.stage(.cities)
        _ = try await staging.write((0..<400).map { .titled("Town \($0)") })
        await #expect(throws: CommitError.store(locked)) {
            try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
        }
        #expect(try await stores.mirror.titles(matching: "town 77").count == 1)
        try await raw.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        #expect(try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon)).records == 400)
    }

    @Test func `cannot open an exclusively locked file`() async throws {
        let folder = try await filledFolder()
        let path = folder.path("mirror.sqlite")
        let raw = try lockingConnection(path)
        try await raw.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        }
        #expect(throws: StoreError.locked(file: path)) { try open(folder) }
    }

    @Test func `rejects a file in place of the store folder`() throws {
        let folder = TemporaryFolder()
        try Spoiled.write(Data(), to: folder.path)
        #expect(throws: StoreError.inaccessible(file: folder.path, detail: "not a folder")) {
            try open(folder)
        }
    }

    @Test func `a file in a writable folder is never read without its log`() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sqlite"
        try Spoiled.write(Data(), to: path)
        var addresses: [String] = []
        // As when the process has no free file descriptor for the log.
        #expect(throws: DatabaseError.self) {
            try DatabaseFile.openForReading(path) { address -> Int in
                addresses.append(address)
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
            }
        }
        #expect(addresses == [path])
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser can write anywhere"))
    func `a read-only folder can be searched but not written`() async throws {
        let folder = try await filledFolder()
        for suffix in ["-wal", "-shm"] {
            for name in ["mirror.sqlite", "user.sqlite"] {
                try? FileManager.default.removeItem(atPath: folder.path(name + suffix))
            }
        }
        for name in ["mirror.sqlite", "user.sqlite"] { chmod(folder.path(name), 0o400) }
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let stores = try open(folder)
        #expect(try await stores.mirror.titles(matching: "town 77").count == 1)
        #expect(try await stores.user.favorites().count == 1)
        let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon)
        await #expect(throws: StoreError.readOnly(file: folder.path("mirror.sqlite"))) {
            try await stores.mirror.noteFailure(failure, of: .cities, over: nil)
        }
        await #expect(throws: StoreError.readOnly(file: folder.path("user.sqlite"))) {
            try await stores.user.keepSetting("a", "b")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser can write anywhere"))
    func `an empty read-only folder cannot become a store`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        #expect(throws: StoreError.readOnly(file: folder.path("mirror.sqlite"))) { try open(folder) }
    }
}
