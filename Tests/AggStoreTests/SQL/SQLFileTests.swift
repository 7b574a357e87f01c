import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// How SQL opens the mirror: always with its log, unless there is no room for one.
struct SQLFileTests {
    private let folder = TemporaryFolder()

    private func error(withoutFile: Bool = false) async -> SQLError? {
        let users = StoreFile(
            path: folder.path("user.sqlite"), settings: .init(migrator: UserSchema.migrator, pragmas: ""))
        let reader = SQLiteSQLReader(
            mirror: .mirror(at: folder.path("mirror.sqlite")),
            users: SQLiteUserStore(users, UserBackups(file: users.path, clock: .system)), busyTimeout: 0.01)
        if withoutFile { try? FileManager.default.removeItem(atPath: folder.path("mirror.sqlite")) }
        do throws(SQLError) {
            _ = try await reader.query(SQLQuery("SELECT count(*) FROM records", views: SQLViews([]), limit: 1))
            return nil
        } catch {
            return error
        }
    }

    @Test func `reports a mirror that another program has locked`() async throws {
        try await Stores.open(folder: folder.path).mirror.fill(with: [.titled("Paris")])
        let other = try DatabaseQueue(path: folder.path("mirror.sqlite"))
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; UPDATE source SET records = 2")
        }
        #expect(await error() == .store(.locked(file: folder.path("mirror.sqlite"))))
        try other.close()
        #expect(await error() == nil)
    }

    @Test func `reports a mirror that is not a database as damaged`() async throws {
        try await Stores.open(folder: folder.path).mirror.fill(with: [.titled("Paris")])
        try Data(repeating: 7, count: 8_192).write(to: folder.url.appending(path: "mirror.sqlite"))
        let error = await error()
        guard case .store(.damaged) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `reports damage to the list of sources rather than leaving some of them out`() async throws {
        _ = try Stores.open(folder: folder.path)
        let raw = try DatabaseQueue(path: folder.path("mirror.sqlite"))
        let offset = try await raw.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
                    INSERT INTO source (id, origin, failure_reason)
                    SELECT 'source-' || i, 'remote', hex(zeroblob(100)) FROM n
                    """)
            _ = try db.checkpoint(.truncate)
            return try Int.fetchOne(
                db, sql: "SELECT max(pgoffset) FROM dbstat WHERE name = 'source' AND pagetype = 'leaf'")
        }
        try raw.close()
        #expect(await error() == nil)
        try Garbage.write(
            over: try #require(offset) / Garbage.pageSize + 1, of: folder.path("mirror.sqlite"), seed: 1)
        let error = await error()
        guard case .store(.damaged) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `reports a missing mirror as inaccessible`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let error = await error(withoutFile: true)
        guard case .store(.inaccessible) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
