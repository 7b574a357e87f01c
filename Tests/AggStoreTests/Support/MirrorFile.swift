import AggStorage
import Foundation
import GRDB

@testable import AggStore

/// The mirror of a folder, with a second connection to inspect it.
struct MirrorFile {
    let folder = TemporaryFolder()
    let store: any RecordStore
    let raw: DatabaseQueue

    init() throws {
        store = try Stores.open(folder: folder.path).mirror
        var configuration = Configuration()
        configuration.prepareDatabase { db in SearchFunctions.all.forEach(db.add(function:)) }
        raw = try DatabaseQueue(path: folder.path("mirror.sqlite"), configuration: configuration)
    }

    func integers(_ sql: String) async throws -> [Int64] {
        try await raw.read { try Int64.fetchAll($0, sql: sql) }
    }

    /// Runs the integrity check of the text index, which compares its entries with one another.
    func checkTextIndex() async throws {
        try await raw.writeWithoutTransaction { db in
            try db.execute(sql: "INSERT INTO record_text (record_text) VALUES ('integrity-check')")
        }
    }
}

extension StoreFile {
    /// Opens the mirror's file in a new folder, for tests that need more than the store.
    static func mirror(in folder: TemporaryFolder) throws -> StoreFile {
        try StoreFolder.make(folder.path)
        return mirror(at: folder.path("mirror.sqlite"))
    }

    /// Opens a mirror's file.
    static func mirror(at path: String) -> StoreFile {
        StoreFile(
            path: path,
            settings: .init(
                migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all))
    }
}
