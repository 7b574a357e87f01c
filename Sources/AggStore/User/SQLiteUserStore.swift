package import AggSearch
import AggSource
package import AggStorage
import Foundation
import GRDB

/// Favorites, settings, and saved searches in an SQLite file.
package struct SQLiteUserStore: UserStore, FavoriteMergeStore {
    private let file: StoreFile
    private let backups: UserBackups

    init(_ file: StoreFile, _ backups: UserBackups) {
        self.file = file
        self.backups = backups
    }

    /// All favorites, newest first.
    package func favorites() async throws(StoreError) -> [Favorite] {
        let path = file.path
        return try await file.read(.short) { db in try FavoriteRow.all(db, path) }
    }

    /// The addresses of all favorites.
    package func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress> {
        try file.read(keptAs: "favorite addresses") { db in
            var addresses: Set<RecordAddress> = []
            try db.forEachRow("SELECT source, key FROM favorite") { row in
                if let source = SourceID(row.text(0)) {
                    addresses.insert(RecordAddress(source: source, key: row.text(1)))
                }
                return true
            }
            return addresses
        }
    }

    /// Adds a favorite; an existing one keeps its time and position.
    package func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange {
        let now = backups.clock.now
        return try await change { db in
            let count = try Self.count(db)
            if try FavoriteRow.isKept(favorite.address, db) { return FavoriteChange(didChange: false, count: count) }
            if count >= limit { throw StoreError.favoritesFull(limit: limit) }
            try FavoriteRow.insert(favorite, db)
            try FavoriteHistoryRow.change(favorite.address, db) { $0.add(favorite, now: now) }
            return FavoriteChange(didChange: true, count: count + 1)
        }
    }

    /// Changes the tags and the note of a favorite.
    package func editFavorite(
        _ address: RecordAddress, _ edit: FavoriteEdit
    ) async throws(StoreError) -> Favorite? {
        let (path, now) = (file.path, backups.clock.now)
        return try await change { db in
            guard try FavoriteRow.isKept(address, db) else { return nil }
            guard var favorite = try FavoriteRow.find(address, db) else {
                throw StoreError.damaged(file: path, detail: "cannot read a favorite from \(address.source)")
            }
            let old = favorite
            edit.apply(to: &favorite)
            try FavoriteHistoryRow.change(address, db, of: old) { $0.edit(from: old, to: favorite, now: now) }
            try FavoriteRow.update(favorite, db)
            return favorite
        }
    }

    /// Adds favorites with their original times and histories.
    package func importFavorites(
        _ favorites: [Favorite], histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteImport {
        let now = backups.clock.now
        return try await change { db in
            var report = FavoriteImport()
            var count = try Self.count(db)
            for favorite in favorites.reversed() {
                if try FavoriteRow.isKept(favorite.address, db) {
                    report.known += 1
                } else if count >= limit {
                    report.refused += 1
                } else {
                    try FavoriteRow.insert(favorite, db)
                    try FavoriteHistoryRow.change(favorite.address, db) {
                        $0.restore(favorite, histories[favorite.address], now: now)
                    }
                    count += 1
                    report.added += 1
                }
            }
            for (address, history) in histories where history.snapshot == nil {
                if try FavoriteRow.isKept(address, db) { continue }
                try FavoriteHistoryRow.change(address, db) { $0 = $0.joined(history) }
            }
            return report
        }
    }

    /// Removes a favorite.
    package func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange {
        let now = backups.clock.now
        return try await change { db in
            if try FavoriteRow.isKept(address, db) {
                let old = try FavoriteRow.find(address, db)
                try FavoriteHistoryRow.change(address, db, of: old) { $0.remove(now: now) }
            }
            let removed = try db.run(
                "DELETE FROM favorite WHERE source = ?1 AND key = ?2",
                [.text(address.source.description), .text(address.key)])
            return FavoriteChange(didChange: removed > 0, count: try Self.count(db))
        }
    }

    /// The history of every record that is or was a favorite.
    package func favoriteHistories() async throws(StoreError) -> [RecordAddress: FavoriteHistory] {
        let path = file.path
        return try await file.read { db in try FavoriteHistoryRow.all(db, path) }
    }

    /// Merges the favorites with another machine's.
    package func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteMerge {
        let path = file.path
        return try await change { db in
            let joined = try FavoriteHistoryRow.all(db, path).joined(histories)
            let (old, new) = (try FavoriteRow.all(db, path), joined.favorites)
            let merge = try FavoriteMerge(from: old, to: new, limit: limit)
            if old != new {
                try db.run("DELETE FROM favorite")
                for favorite in new.reversed() { try FavoriteRow.insert(favorite, db) }
            }
            for (address, history) in joined { try FavoriteHistoryRow.save(history, of: address, db) }
            return merge
        }
    }

    /// The saved settings, by name.
    package func keptSettings() async throws(StoreError) -> [String: String] {
        try await file.read(.short) { db in
            var settings: [String: String] = [:]
            try db.forEachRow("SELECT name, value FROM setting") { row in
                settings[row.text(0)] = row.text(1)
                return true
            }
            return settings
        }
    }

    /// Saves a setting; nil removes it.
    package func keepSetting(_ name: String, _ value: String?) async throws(StoreError) {
        try await change { db in
            if let value {
                try db.run("INSERT OR REPLACE INTO setting VALUES (?1, ?2)", [.text(name), .text(value)])
            } else {
                try db.run("DELETE FROM setting WHERE name = ?1", [.text(name)])
            }
            return ()
        }
    }

    /// The saved searches, ordered by name.
    package func savedSearches() async throws(StoreError) -> [SavedSearch] {
        try await file.read(.short) { db in
            var searches: [SavedSearch] = []
            try db.forEachRow("SELECT name, line FROM saved_search ORDER BY name") { row in
                searches.append(SavedSearch(name: row.text(0), line: row.text(1)))
                return true
            }
            return searches
        }
    }

    /// Saves a search, replacing an existing one with the same name.
    package func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool {
        try await change { db in
            let isNew = try db.integer("SELECT 1 FROM saved_search WHERE name = ?1", [.text(search.name)]) == nil
            try db.run(
                "INSERT OR REPLACE INTO saved_search (name, line) VALUES (?1, ?2)",
                [.text(search.name), .text(search.line)])
            return isNew
        }
    }

    /// Removes a saved search.
    package func removeSearch(_ name: String) async throws(StoreError) -> Bool {
        try await change { db in
            try db.run("DELETE FROM saved_search WHERE name = ?1", [.text(name)]) > 0
        }
    }

    /// Does work whose changes belong together.
    ///
    /// If the first of them makes a backup, the backup is made again at the end. It is not only made at the end, because
    /// the process may be killed before that.
    package func asOneChange<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let changes = UserChanges(file: file.path)
        let result = await UserChanges.$current.withValue(changes) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        if changes.backupIsIncomplete {
            let backups = backups
            await StoreExecutor.files.run { try? backups.make(completingNewest: true) }
        }
        return try result.get()
    }

    /// Writes in one transaction, and then makes a backup if one is due.
    private func change<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let value = try await file.write(work)
        let backups = backups
        let isBackedUp = await StoreExecutor.files.run { backups.makeIfDue() }
        UserChanges.current?.note(in: file.path, isBackedUp: isBackedUp)
        return value
    }

    private static func count(_ db: Database) throws -> Int {
        Int(try db.integer("SELECT count(*) FROM favorite") ?? 0)
    }
}
