import AggCore
import Foundation
import GRDB
import Testing

@testable import AggStore

/// A mirror of an earlier schema, opened by this one.
struct MirrorMigrationTests {
    @Test func `rows and their words outlive the step to an index without positions`() async throws {
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
        let mirror = try Stores.open(folder: folder.url).mirror
        #expect(try await mirror.titles(matching: "alt") == ["Bad Alt"])
        #expect(try await mirror.titles(matching: "alt land") == ["Bad Alt"])
        try await mirror.fill(with: [.titled("Other")], RefreshCommit(origin: .remote, fetchedAt: noon))
        #expect(try await mirror.titles(matching: "alt").isEmpty)
    }
}
