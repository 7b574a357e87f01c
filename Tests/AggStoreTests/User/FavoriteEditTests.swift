import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB
import Testing

import AggStore

/// Edits of one favorite beside others in the user file.
struct FavoriteEditTests {
    private let folder = TemporaryFolder()

    private func damage(_ key: String) async throws {
        let raw = try DatabaseQueue(path: folder.path("user.sqlite"))
        try await raw.write { db in
            try db.execute(sql: "UPDATE favorite SET snapshot = '{' WHERE key = ?", arguments: [key])
        }
    }

    @Test func `editing a favorite reads no other one`() async throws {
        let users = try Stores.open(folder: folder.path).user
        for key in ["1", "2"] {
            let record = Record(key: key, title: "London")
            _ = try await users.addFavorite(
                Favorite(source: .cities, kind: "cities", record: record, addedAt: noon), limit: 9)
        }
        try await damage("2")
        let edit = FavoriteEdit(note: "mine")
        #expect(try await users.editFavorite(RecordAddress(source: .cities, key: "1"), edit)?.note == "mine")
        let error = await #expect(throws: StoreError.self) {
            try await users.editFavorite(RecordAddress(source: .cities, key: "2"), edit)
        }
        #expect(error?.code == "store_damaged")
    }
}
