import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// Migrations of user files with an earlier schema.
struct UserMigrationTests {
    @Test func `favorites survive the migration to tags and notes`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        do {
            let earlier = try DatabaseQueue(path: folder.path("user.sqlite"))
            try UserSchema.migrator.migrate(earlier, upTo: "user 1")
            try await earlier.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO favorite (source, key, kind, marked_at, snapshot)
                        VALUES ('cities', '1', 'cities', 1795000000.5, '{"version":1,"key":"1","title":"London"}');
                        INSERT INTO setting VALUES ('limit', '20');
                        """)
            }
        }
        let users = try Stores.open(folder: folder.path).user
        let expected = Favorite(
            source: .cities, kind: "cities", record: Record(key: "1", title: "London"),
            addedAt: Date(timeIntervalSince1970: 1_795_000_000.5))
        #expect(try await users.favorites() == [expected])
        #expect(try await users.keptSettings() == ["limit": "20"])
        let edited = try await users.editFavorite(expected.address, FavoriteEdit(addedTags: ["home"], note: "mine"))
        #expect(edited?.tags == ["home"])
        #expect(try await Stores.open(folder: folder.path).user.favorites().first?.note == "mine")
    }
}
