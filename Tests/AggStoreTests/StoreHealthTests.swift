import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// Health checks of the files of a store.
struct StoreHealthTests {
    private func findings(_ folder: TemporaryFolder, isFull: Bool = false) async throws -> [String: HealthFinding] {
        let stores = try Stores.open(folder: folder.path, toleratesFaults: true)
        let findings = await stores.health.findings(in: HealthScope(isFull: isFull))
        return Dictionary(findings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func filled() async throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let stores = try Stores.open(folder: folder.path)
        var records = RandomRecords(seed: 5)
        try await stores.mirror.fill(with: records.records(1_500))
        return folder
    }

    @Test(arguments: [false, true])
    func `finds no fault in a new store or a filled one`(isFull: Bool) async throws {
        for folder in [TemporaryFolder(), try await filled()] {
            let found = try await findings(folder, isFull: isFull)
            #expect(Set(found.keys) == ["disk", "mirror", "index", "changes", "user", "backup", "lock", "sqlite"])
            #expect(found.values.allSatisfy { $0.status == .ok && $0.fix == nil }, "\(found)")
        }
    }

    @Test(arguments: [
        ("DELETE FROM record WHERE id = (SELECT max(id) FROM record)", "should have 1500 rows but has 1499"),
        ("UPDATE source SET records = 7", "should have 7 rows but has 1500"),
        ("INSERT INTO record_text (record_text) VALUES ('delete-all')", "the text index has 0 entries for 1500 rows"),
    ])
    func `reports an index that does not match its rows as damage`(sql: String, detail: String) async throws {
        let folder = try await filled()
        let raw = try DatabaseQueue(path: folder.path("mirror.sqlite"))
        try await raw.write { try $0.execute(sql: sql) }
        try raw.close()
        let finding = try #require(try await findings(folder)["index"])
        #expect(finding.status == .failed)
        #expect(finding.detail.contains(detail), "\(finding.detail)")
        #expect(finding.fix?.contains("agg doctor --repair") == true)
        let stores = try Stores.open(folder: folder.path)
        #expect(try await stores.repairer.survey().map(\.file) == [folder.path("mirror.sqlite")])
    }

    @Test func `reports a file that is not a database as damaged, with the fix`() async throws {
        let folder = try await filled()
        for name in ["mirror.sqlite", "user.sqlite"] { try Spoiled.write(Data("no".utf8), to: folder.path(name)) }
        let found = try await findings(folder)
        #expect(found["mirror"]?.status == .failed)
        #expect(found["mirror"]?.fix?.contains("“refresh” to fill it") == true)
        #expect(found["user"]?.status == .failed)
        #expect(found["user"]?.fix?.contains("to rebuild the file from its readable parts") == true)
        #expect(try Spoiled.bytes(folder.path("mirror.sqlite")) == Data("no".utf8), "looking sets nothing aside")
    }

    @Test func `if the folder cannot be used, says why for both files, and nothing about a backup`() async throws {
        let folder = TemporaryFolder()
        try Spoiled.write(Data(), to: folder.path)
        let found = try await findings(folder)
        #expect(Set(found.keys) == ["disk", "mirror", "user", "sqlite"])
        for name in ["mirror", "user"] {
            #expect(found[name]?.status == .failed)
            #expect(found[name]?.detail == "cannot use \(folder.path) (not a folder)")
        }
    }

    /// Sets or tests a lock of another owner, who may be in this process (fcntl(2), "Open file description locks").
    private static func description(_ command: Int32, _ file: String, from start: Int, _ length: Int) throws -> flock {
        let (getLock, setLock): (Int32, Int32) = (36, 37)
        // Stays open: closing the descriptor would release the locks of this process.
        let descriptor = open(file, O_RDWR | O_CLOEXEC)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = start
        lock.l_len = length
        try #require(descriptor >= 0 && fcntl(descriptor, command == F_SETLK ? setLock : getLock, &lock) == 0)
        return lock
    }

    @Test func `reports who else has the store open, and keeps the locks of this process`() async throws {
        let folder = try await filled()
        let stores = try Stores.open(folder: folder.path)
        _ = try await stores.mirror.states()
        let mirror = folder.path("mirror.sqlite")
        #expect(LockHolders.others(of: mirror) == [])
        _ = try Self.description(F_SETLK, mirror + "-shm", from: 120, 1)
        #expect(LockHolders.others(of: mirror) == [.init(pid: nil, writes: true)])
        #expect(LockHolders.others(of: folder.path("user.sqlite")) == [])
        // The byte that every process locks while it has the file open, and the shared lock of the database.
        for (file, start) in [(mirror + "-shm", 128), (mirror, 0x4000_0002)] {
            let own = try Self.description(F_GETLK, file, from: start, 1)
            #expect(own.l_type == Int16(F_RDLCK) && own.l_pid == getpid(), "\(file)")
        }
        let finding = try #require(await stores.health.findings(in: HealthScope()).first { $0.name == "lock" })
        #expect(finding.detail == "also open in a process that agg cannot identify, which is writing")
    }

    @Test func `no process has a missing file open`() {
        #expect(LockHolders.others(of: TemporaryFolder().path("mirror.sqlite")) == [])
    }
}
