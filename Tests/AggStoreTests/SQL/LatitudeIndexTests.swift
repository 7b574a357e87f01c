import AggSource
import AggStorage
import GRDB
import Testing

@testable import AggStore

/// The index on latitudes is built for the first statement that compares them.
struct LatitudeIndexTests {
    private let mirror: MirrorFile
    private let reader: SQLiteSQLReader

    init() throws {
        mirror = try MirrorFile()
        reader = SQLiteSQLReader(
            mirror: .mirror(at: mirror.folder.path("mirror.sqlite")),
            users: try Stores.open(folder: mirror.folder.path).user, busyTimeout: 5)
    }

    private func fill(_ count: Int) async throws {
        try await mirror.store.fill(
            with: (0..<count).map { number in
                Record(
                    key: "\(number)", title: "Town \(number)",
                    coordinate: Coordinate(latitude: Double(number % 180) - 90, longitude: 10))
            })
    }

    private func exists() async throws -> Bool {
        try await mirror.integers("SELECT count(*) FROM sqlite_schema WHERE name = 'record_latitude'") == [1]
    }

    private func rows(_ sql: String) async throws -> [[JSONValue]] {
        try await reader.query(SQLQuery(sql, views: SQLViews.stubs(of: ["cities"]), limit: 5)).table.rows
    }

    @Test func `a new store has no index until a statement compares latitudes`() async throws {
        try await fill(10_500)
        #expect(try await !exists())
        #expect(try await rows("SELECT latitude FROM records LIMIT 1").count == 1)
        #expect(try await rows("SELECT count(*) FROM records WHERE key > '7'").count == 1)
        #expect(try await !exists())
        #expect(try await rows("SELECT count(*) FROM records WHERE Latitude BETWEEN 0.5 AND 1.5") == [[58]])
        #expect(try await exists())
    }

    @Test(arguments: [10_501, 30_000])
    func `a refresh keeps the index, however many rows it changes`(count: Int) async throws {
        try await fill(10_500)
        _ = try await rows("SELECT 1 FROM records WHERE latitude > 5 LIMIT 1")
        try await fill(count)
        let entries = "SELECT count(*) FROM record INDEXED BY record_latitude WHERE latitude IS NOT NULL"
        #expect(try await mirror.integers(entries) == [Int64(count)])
    }

    @Test func `a statement runs without the index while another process writes`() async throws {
        try await fill(10_500)
        let busy = SQLiteSQLReader(
            mirror: StoreFile(
                path: mirror.folder.path("mirror.sqlite"),
                settings: .init(
                    migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
                    busyTimeout: 0.01)),
            users: try Stores.open(folder: mirror.folder.path).user, busyTimeout: 0.01)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: mirror.folder.path("mirror.sqlite"), configuration: configuration)
        try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        let sql = "SELECT count(*) FROM records WHERE latitude > 88"
        let answer = try await busy.query(SQLQuery(sql, views: SQLViews.stubs(of: ["cities"]), limit: 1))
        #expect(answer.table.rows == [[58]])
        let late = SQLQuery(sql, views: SQLViews.stubs(of: ["cities"]), limit: 1, timeout: .zero)
        await #expect(
            throws: SQLError.failed(
                "it timed out after 0 s, because the store has no index on latitudes; run this statement once as a user "
                    + "who can write to the store")
        ) { try await busy.query(late) }
        try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        #expect(try await !exists())
    }
}
