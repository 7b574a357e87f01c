import AggSearch
import AggSource
import AggStorage
import Foundation

/// The favorites with their histories, settings, and saved searches of a server's user.
///
/// A favorite with the tag `shared` is visible to everyone; only its owner can change it.
struct PostgresUserStore: UserStore, FavoriteMergeStore {
    let server: Server
    var clock = WallClock.system

    private var schema: String { server.schema }
    /// The visible favorites; a person's own takes precedence over those that others share of the same record.
    private var visible: String {
        """
        (SELECT DISTINCT ON (source, key) *, owner = current_user AS is_own FROM \(schema).favorite
            WHERE owner = current_user OR shared ORDER BY source, key, owner = current_user DESC, place) f
        """
    }

    /// Returns all visible favorites, newest first: a person's own and those that others share.
    func favorites() async throws(StoreError) -> [Favorite] {
        let sql = "SELECT \(FavoriteRows.columns), is_own FROM \(visible) ORDER BY marked_at DESC, place DESC"
        let name = server.address.name
        return try await server.read(fromPrimary: true) { session in
            try session.rows(sql).map { row -> Favorite? in
                // Anyone can share a favorite that nobody can read, and only its owner can remove it.
                guard row.flag(7) else { return try? FavoriteRows.favorite(row, name) }
                return try FavoriteRows.favorite(row, name)
            }.compactMap(\.self)
        }
    }

    /// Returns a person's own favorites, newest first.
    func ownFavorites() async throws(StoreError) -> [Favorite] {
        let (schema, name) = (schema, server.address.name)
        return try await server.read(fromPrimary: true) { session in
            try FavoriteRows(schema: schema, session: session, server: name).all()
        }
    }

    /// Returns the addresses of all visible favorites.
    func favoriteAddresses() async throws(StoreError) -> Set<RecordAddress> {
        let schema = schema
        return try await server.read(fromPrimary: true) { session in
            FavoriteRows.addresses(try session.rows(FavoriteRows.addressesSQL(schema)))
        }
    }

    /// Returns the number of a person's own favorites.
    func favoriteCount() async throws(StoreError) -> Int {
        let (schema, name) = (schema, server.address.name)
        return try await server.read(fromPrimary: true) { session in
            try FavoriteRows(schema: schema, session: session, server: name).count()
        }
    }

    /// Adds a favorite; an existing one keeps its time and position.
    func addFavorite(_ favorite: Favorite, limit: Int) async throws(StoreError) -> FavoriteChange {
        let now = clock.now
        return try await change { rows in
            let count = try rows.count()
            if try rows.isKept(favorite.address) { return FavoriteChange(didChange: false, count: count) }
            if count >= limit { throw StoreError.favoritesFull(limit: limit) }
            try rows.insert([favorite])
            try rows.changeHistory(of: favorite.address) { $0.add(favorite, now: now) }
            return FavoriteChange(didChange: true, count: count + 1)
        }
    }

    /// Changes the tags and the note of a favorite.
    func editFavorite(_ address: RecordAddress, _ edit: FavoriteEdit) async throws(StoreError) -> Favorite? {
        let now = clock.now
        return try await change { rows in
            guard let old = try rows.own(address) else { return nil }
            var favorite = old
            edit.apply(to: &favorite)
            let new = favorite
            try rows.changeHistory(of: address, old) { $0.edit(from: old, to: new, now: now) }
            try rows.update(new)
            return new
        }
    }

    /// Adds favorites with their original times and histories.
    func importFavorites(
        _ favorites: [Favorite], histories imported: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteImport {
        let now = clock.now
        return try await change { rows in
            var report = FavoriteImport()
            var known = Set(try rows.all().map(\.address))
            var histories = try rows.histories()
            var new: [Favorite] = []
            for favorite in favorites.reversed() {
                if known.contains(favorite.address) {
                    report.known += 1
                } else if known.count >= limit {
                    report.refused += 1
                } else {
                    known.insert(favorite.address)
                    new.append(favorite)
                    histories[favorite.address, default: FavoriteHistory()]
                        .restore(favorite, imported[favorite.address], now: now)
                    report.added += 1
                }
            }
            try rows.insert(new)
            let removed = imported.filter { $0.value.snapshot == nil && !known.contains($0.key) }
            histories = histories.joined(removed)
            let changed = Set(new.map(\.address)).union(removed.keys)
            try rows.save(histories.filter { changed.contains($0.key) })
            return report
        }
    }

    /// Removes a favorite.
    func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange {
        let now = clock.now
        return try await change { rows in
            let isKept = try rows.isKept(address)
            if isKept { try rows.changeHistory(of: address, try rows.own(address)) { $0.remove(now: now) } }
            try rows.remove(address)
            return FavoriteChange(didChange: isKept, count: try rows.count())
        }
    }

    /// Returns the history of every record that is or was a person's own favorite.
    func favoriteHistories() async throws(StoreError) -> [RecordAddress: FavoriteHistory] {
        let (schema, name) = (schema, server.address.name)
        return try await server.read(fromPrimary: true) { session in
            try FavoriteRows(schema: schema, session: session, server: name).histories()
        }
    }

    /// Merges a person's own favorites with those of another machine.
    func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory], limit: Int
    ) async throws(StoreError) -> FavoriteMerge {
        try await change { rows in
            let known = try rows.histories()
            let joined = known.joined(histories)
            let (old, new) = (try rows.all(), joined.favorites)
            let merge = try FavoriteMerge(from: old, to: new, limit: limit)
            if old != new {
                try rows.removeAll()
                try rows.insert(new.reversed())
            }
            try rows.save(joined.filter { known[$0.key] != $0.value })
            return merge
        }
    }

    /// Returns the saved settings, by name.
    func keptSettings() async throws(StoreError) -> [String: String] {
        let sql = "SELECT name, value FROM \(schema).setting WHERE owner = current_user"
        return try await server.read(fromPrimary: true) { session in
            Dictionary(try session.rows(sql).map { ($0.text(0), $0.text(1)) }, uniquingKeysWith: { $1 })
        }
    }

    /// Saves a setting; nil removes it.
    func keepSetting(_ name: String, _ value: String?) async throws(StoreError) {
        let schema = schema
        try await server.write { session in
            guard let value else {
                try session.rows(
                    "DELETE FROM \(schema).setting WHERE owner = current_user AND name = $1", [.text(name)])
                return
            }
            try session.rows(
                """
                INSERT INTO \(schema).setting (name, value) VALUES ($1, $2)
                ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value
                """, [.text(name), .text(value)])
        }
    }

    /// Returns the saved searches, ordered by name.
    func savedSearches() async throws(StoreError) -> [SavedSearch] {
        let sql = "SELECT name, line FROM \(schema).saved_search WHERE owner = current_user ORDER BY name"
        return try await server.read(fromPrimary: true) { session in
            try session.rows(sql).map { SavedSearch(name: $0.text(0), line: $0.text(1)) }
        }
    }

    /// Saves a search, replacing an existing one with the same name.
    func saveSearch(_ search: SavedSearch) async throws(StoreError) -> Bool {
        let schema = schema
        return try await server.write { session in
            let known = try session.rows(
                "UPDATE \(schema).saved_search SET line = $2 WHERE owner = current_user AND name = $1",
                [.text(search.name), .text(search.line)]
            ).changed
            if known > 0 { return false }
            try session.rows(
                """
                INSERT INTO \(schema).saved_search (name, line) VALUES ($1, $2)
                ON CONFLICT (owner, name) DO UPDATE SET line = excluded.line
                """, [.text(search.name), .text(search.line)])
            return true
        }
    }

    /// Removes a saved search.
    func removeSearch(_ name: String) async throws(StoreError) -> Bool {
        let schema = schema
        return try await server.write { session in
            try session.rows(
                "DELETE FROM \(schema).saved_search WHERE owner = current_user AND name = $1", [.text(name)]
            ).changed > 0
        }
    }

    /// Changes a person's favorites in one transaction, one process at a time, to enforce the limit.
    private func change<Result: Sendable>(
        _ work: @escaping @Sendable (FavoriteRows) throws -> Result
    ) async throws(StoreError) -> Result {
        let (schema, name) = (schema, server.address.name)
        return try await server.writeOwn { session in
            try work(FavoriteRows(schema: schema, session: session, server: name))
        }
    }
}
