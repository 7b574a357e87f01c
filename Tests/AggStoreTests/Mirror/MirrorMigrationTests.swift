import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// Migrations of mirrors with an earlier schema.
struct MirrorMigrationTests {
    @Test func `rows and their words survive the migration to an index without positions`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        do {
            let earlier = try DatabaseQueue(path: folder.path("mirror.sqlite"))
            try MirrorSchema.migrator.migrate(earlier, upTo: "mirror 1")
            try await earlier.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO source (number, id, origin, records, prominences) VALUES (1, 'cities', 'remote', 1, 1);
                        INSERT INTO record (id, class, source, key, digest, folded, title, words)
                        VALUES ((15 << 44) + 1, 15, 1, 'a', 1, 'bad alt', 'Bad Alt', ' ~land');
                        INSERT INTO record_text (rowid, text) VALUES ((15 << 44) + 1, 'bad alt ~land');
                        """)
            }
        }
        let mirror = try Stores.open(folder: folder.path).mirror
        #expect(try await mirror.titles(matching: "alt") == ["Bad Alt"])
        #expect(try await mirror.titles(matching: "alt land") == ["Bad Alt"])
        try await mirror.fill(with: [.titled("Other")], RefreshCommit(origin: .remote, fetchedAt: noon))
        #expect(try await mirror.titles(matching: "alt").isEmpty)
    }

    @Test func `rows stored at 0,0 lose their coordinate, and count as unchanged at the next refresh`() async throws {
        let folder = TemporaryFolder()
        let plain = Record(
            key: "19K404", title: "Academy", subtitle: "Brooklyn", fields: [.init("borough", .text("Brooklyn"))],
            keywords: ["404"])
        let others = [
            Record(key: "equator", title: "Quito", coordinate: Coordinate(latitude: 0, longitude: -78.5)),
            Record(key: "greenwich", title: "Greenwich", coordinate: Coordinate(latitude: 51.48, longitude: 0)),
        ]
        try await Stores.open(folder: folder.path).mirror.fill(with: [plain] + others)
        let raw = try DatabaseQueue(path: folder.path("mirror.sqlite"))
        try await raw.write { db in
            try db.execute(
                sql: """
                    UPDATE record SET latitude = 0, longitude = 0, digest = 1 WHERE key = '19K404';
                    DELETE FROM grdb_migrations WHERE identifier = 'mirror 7: no places at 0,0';
                    """)
        }
        try raw.close()
        let mirror = try Stores.open(folder: folder.path).mirror
        let placed = try await mirror.list(.cities, where: .has(.coordinate), limit: 9)
        #expect(Set(placed.map(\.key)) == ["equator", "greenwich"])
        let outcome = try await mirror.fill(with: [plain] + others)
        #expect(outcome.change.isEmpty)
    }

    @Test func `a long prefix finds rows of an earlier mirror`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        do {
            let earlier = try DatabaseQueue(path: folder.path("mirror.sqlite"))
            try MirrorSchema.migrator.migrate(earlier, upTo: "mirror 11: times of dropped rows only")
            try await earlier.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO source (number, id, origin, records, prominences) VALUES (1, 'cities', 'remote', 1, 1);
                        INSERT INTO record (id, class, source, key, digest, folded, title, words)
                        VALUES ((15 << 44) + 1, 15, 1, 'a', 1, 'oldtown', 'Oldtown', ' ~harborside');
                        INSERT INTO record_text (rowid, text) VALUES ((15 << 44) + 1, 'oldtown ~harborside');
                        """)
            }
        }
        let mirror = try Stores.open(folder: folder.path).mirror
        #expect(try await mirror.titles(matching: "harbors") == ["Oldtown"])
    }

    @Test func `merges the text index of an earlier mirror into one segment with small pages`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let file = folder.path("mirror.sqlite")
        do {
            let earlier = try DatabaseQueue(path: file)
            try MirrorSchema.migrator.migrate(earlier, upTo: "mirror 8: latitudes for SQL")
            try await earlier.write { db in
                try db.execute(sql: "INSERT INTO record_text (record_text, rank) VALUES ('pgsz', 4050)")
                for number in 1...3 {
                    try db.execute(
                        sql: "INSERT INTO record_text (rowid, text) VALUES (?, ?)",
                        arguments: [(15 << 44) + number, "word"])
                }
            }
            try earlier.close()
        }
        _ = try Stores.open(folder: folder.path)
        let raw = try DatabaseQueue(path: file)
        let (size, pieces) = try await raw.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT v FROM record_text_config WHERE k = 'pgsz'"),
                try Int.fetchOne(db, sql: "SELECT count(DISTINCT segid) FROM record_text_idx")
            )
        }
        #expect(size == 1_000)
        #expect(pieces == 1)
    }
}
