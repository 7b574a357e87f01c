package import AggSearch
package import AggSource
package import AggStorage
import AggText

/// A favorite whose record has disappeared, and the record that seems to be the same under another key.
package struct MovedFavorite: Hashable, Sendable {
    /// The favorite.
    package var favorite: Favorite
    /// The record under its new key.
    package var record: Record
    /// What the two have in common.
    package var reason: String

    /// Creates a favorite that moved.
    package init(favorite: Favorite, record: Record, reason: String) {
        self.favorite = favorite
        self.record = record
        self.reason = reason
    }

    /// The new address.
    package var address: RecordAddress { RecordAddress(source: favorite.source, key: record.key) }
}

extension Aggregator {
    /// The user's own favorites whose old key is gone from their source while exactly one record has the same title and
    /// place, or the same link.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package nonisolated func movedFavorites(
        among addresses: [RecordAddress]? = nil
    ) async throws(StoreError) -> [MovedFavorite] {
        let favorites = try await users.ownFavorites()
        let own = Set(favorites.map(\.address))
        let statuses = try await storedStatuses(favorites: own, usesCache: true)
        let stored = try await store.records(at: Array(own))
        var moved: [MovedFavorite] = []
        for favorite in favorites where addresses?.contains(favorite.address) ?? true {
            guard stored[favorite.address] == nil,
                let status = statuses.first(where: { $0.id == favorite.source }), status.isServed,
                status.origin != .starter
            else { continue }
            var query = SearchQuery([.phrase(favorite.record.title)])
            query.sources = [favorite.source]
            let answer = try await search(query, limit: 100)
            let alike = answer.rows.filter { !own.contains($0.address) }.compactMap { row in
                Self.reason(favorite.record, row.record).map {
                    MovedFavorite(favorite: favorite, record: row.record, reason: $0)
                }
            }
            // If several are alike, or may be beyond the limit, none is certain.
            if alike.count == 1, !answer.isTruncated { moved += alike }
        }
        return moved
    }

    /// Moves a favorite to the new address of its record, which must differ; its time, tags, and note stay.
    ///
    /// If the record is already a favorite, it gets the tags, and the note after its own.
    ///
    /// - Returns: Whether the record was already a favorite.
    /// - Throws: `StoreError` if the user file cannot be written; the favorite is then still there.
    package nonisolated func relink(_ favorite: Favorite, to record: Record) async throws(StoreError) -> Bool {
        var moved = favorite
        moved.record = record
        // For a moment, both exist, so the limit does not apply.
        let report = try await users.importFavorites([moved], histories: [:], limit: .max)
        if report.known > 0 {
            let own = try await users.favorites().first { $0.address == moved.address }?.note
            let notes = [own, own == favorite.note ? nil : favorite.note].compactMap(\.self)
            let edit = FavoriteEdit(addedTags: favorite.tags, note: notes.joined(separator: "; "))
            _ = try await users.editFavorite(moved.address, edit)
        }
        _ = try await users.removeFavorite(favorite.address)
        return report.known > 0
    }

    /// What two records have in common that makes them the same; nil if they are not.
    private static func reason(_ old: Record, _ new: Record) -> String? {
        guard Folding.fold(old.title) == Folding.fold(new.title) else { return nil }
        if let link = old.url, !link.isEmpty, link == new.url { return "same title and link" }
        if let place = old.coordinate, let other = new.coordinate, place.distance(to: other) <= 0.1 {
            return "same title and place"
        }
        return nil
    }
}
