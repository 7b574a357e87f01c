package import AggSearch
import AggSource
package import AggStorage
import AggText

extension Aggregator {
    /// The favorites that match a query: best match first if it has words, nearest first if it has a place, otherwise
    /// newest first.
    ///
    /// Each is shown as it is stored now, or from its snapshot if it is no longer stored or its source may not show
    /// rows.
    ///
    /// - Throws: `StoreError` if the user file or the mirror cannot be read.
    package nonisolated func favorites(
        matching query: SearchQuery = SearchQuery(), limit: Int? = nil, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        let all = try await users.favorites()
        let query = query.resolved(by: all)
        let favorites = all.filter { query.sources?.contains($0.source) ?? true }
        let kept = Set(favorites.map(\.source))
        var statuses = try await storedStatuses(favorites: Set(favorites.map(\.address)), usesCache: usesCache)
        statuses += try await disabledStatuses().filter { kept.contains($0.id) }
        let stored = try await store.records(at: favorites.map(\.address))
        var rows = favorites.map { favorite in
            let status = statuses.first { $0.id == favorite.source }
            let record = status?.isServed == true ? stored[favorite.address] : nil
            return RecordsAnswer.Row(
                address: favorite.address, record: record ?? favorite.record, isFavorite: true,
                absence: Self.absence(status, isStored: record != nil),
                favorite: .init(favorite),
                distance: Self.distance(of: record ?? favorite.record, query))
        }
        let addresses = Set(favorites.map(\.address))
        rows.removeAll { row in
            let status = statuses.first { $0.id == row.address.source }
            let condition = query.condition.decided(
                for: row.address.source, isStale: status?.isStale ?? false, favorites: addresses)
            let searched = Self.searched(row)
            return !condition.isMet(
                by: searched, words: RecordWords(searched, unsearchable: unsearchableColumns(of: row)))
        }
        if query.hasWords { rows = ranked(rows, for: query.text) }
        if let order = query.order ?? (query.hasWords ? nil : query.orderByDistance) {
            rows.sort { order.precedes($0.record, $1.record) }
        }
        let counts = Dictionary(rows.map { ($0.address.source, 1) }, uniquingKeysWith: +)
        let sources = statuses.filter { query.sources?.contains($0.id) ?? true }.map { status in
            RecordsAnswer.Source(status: status, matched: counts[status.id] ?? 0)
        }
        let known = Set(statuses.map(\.id))
        let limit = limit ?? rows.count
        var answer = RecordsAnswer(
            rows: Array(rows.prefix(limit)), isTruncated: rows.count > limit, sources: sources,
            notes: query.notes)
        answer.isOfFavorites = true
        answer.removed = counts.filter { !known.contains($0.key) }
        // Without words, the nearest or newest favorites come first.
        answer.isOrdered = query.order != nil || !query.hasWords
        if query.hasWords { answer.text = query.text }
        return answer
    }

    /// The record at an address, as stored or from a favorite's snapshot; nil if there is neither.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func record(
        at address: RecordAddress, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer? {
        let favorites = (try? await users.favorites()) ?? []
        let favorite = favorites.first { $0.address == address }
        var statuses = try await storedStatuses(favorites: Set(favorites.map(\.address)), usesCache: usesCache)
        statuses += try await disabledStatuses()
        statuses = statuses.filter { $0.id == address.source }
        let stored = statuses.first?.isServed == true ? try await store.records(at: [address])[address] : nil
        guard let record = stored ?? favorite?.record else { return nil }
        let row = RecordsAnswer.Row(
            address: address, record: record, isFavorite: favorite != nil,
            absence: Self.absence(statuses.first, isStored: stored != nil),
            favorite: favorite.map { .init($0) })
        return RecordsAnswer(rows: [row], sources: statuses.map { .init(status: $0, matched: 1) })
    }

    /// Adds a stored record to the favorites, with a snapshot.
    ///
    /// - Throws: `StoreError.favoritesFull` at the limit, and whatever the user file throws.
    package nonisolated func addFavorite(_ row: RecordsAnswer.Row) async throws(StoreError) -> FavoriteChange {
        let kind = registry[row.address.source]?.kind ?? SourceKind(row.address.source.description)
        let favorite = Favorite(
            source: row.address.source, kind: kind, record: row.record, addedAt: services.clock.now)
        return try await users.addFavorite(favorite, limit: favoritesLimit)
    }

    /// Changes the tags and the note of a favorite.
    ///
    /// - Returns: The updated favorite; nil if absent, or if only another user shares it.
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func editFavorite(
        _ address: RecordAddress, _ edit: FavoriteEdit
    ) async throws(StoreError) -> Favorite? {
        try await users.editFavorite(address, edit)
    }

    /// All favorites as stored, newest first.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func keptFavorites() async throws(StoreError) -> [Favorite] {
        try await users.favorites()
    }

    /// The favorites that the user can change, newest first: not those that only others share.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func ownFavorites() async throws(StoreError) -> [Favorite] {
        try await users.ownFavorites()
    }

    /// The number of favorites that count toward the limit.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func favoriteCount() async throws(StoreError) -> Int {
        try await users.favoriteCount()
    }

    /// The distinct tags of all favorites, ordered by their folded form.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func tags() async throws(StoreError) -> [String] {
        var seen: Set<String> = []
        return try await users.favorites().flatMap(\.tags).filter {
            seen.insert(RecordCondition.name(ofTag: $0)).inserted
        }
        .sorted { RecordCondition.name(ofTag: $0).isBefore(RecordCondition.name(ofTag: $1)) }
    }

    /// Adds exported favorites with their histories, up to the limit.
    ///
    /// - Throws: `StoreError` if the user file cannot be written; nothing is added then.
    package nonisolated func importFavorites(
        _ favorites: [Favorite], histories: [RecordAddress: FavoriteHistory]
    ) async throws(StoreError) -> FavoriteImport {
        try await users.importFavorites(favorites, histories: histories, limit: favoritesLimit)
    }

    /// What happened to every record that is or was a favorite, for export; empty if the store keeps no history.
    ///
    /// - Throws: `StoreError` if the user file cannot be read.
    package nonisolated func favoriteHistories() async throws(StoreError) -> [RecordAddress: FavoriteHistory] {
        try await merger?.favoriteHistories() ?? [:]
    }

    /// Merges the favorites with those of another machine.
    ///
    /// - Throws: `StoreError.mergeTooLarge` beyond the limit, and whatever the user file throws; nothing is changed
    ///   then.
    package nonisolated func mergeFavorites(
        _ histories: [RecordAddress: FavoriteHistory]
    ) async throws(StoreError) -> FavoriteMerge {
        try await merger?.mergeFavorites(histories, limit: favoritesLimit) ?? FavoriteMerge()
    }

    /// Removes a favorite.
    ///
    /// - Throws: `StoreError` if the user file cannot be written.
    package nonisolated func removeFavorite(_ address: RecordAddress) async throws(StoreError) -> FavoriteChange {
        try await users.removeFavorite(address)
    }

    private static func absence(_ status: SourceStatus?, isStored: Bool) -> RecordsAnswer.Absence? {
        guard let status else { return .source }
        if status.phase == .disabled { return .disabled }
        if isStored { return nil }
        if status.origin == nil || status.origin == .starter { return .rows }
        // Rows that may not be shown don't tell what the source contains.
        return status.isServed ? .record : nil
    }

    /// The record with its tags and note added to its searchable words.
    private static func searched(_ row: RecordsAnswer.Row) -> Record {
        var record = row.record
        record.keywords += (row.favorite?.tags ?? []) + [row.favorite?.note].compactMap(\.self)
        return record
    }

    /// The columns of a record whose words a search does not find; none if its source is gone.
    private nonisolated func unsearchableColumns(of row: RecordsAnswer.Row) -> Set<String> {
        registry[row.address.source]?.unsearchableColumns ?? []
    }

    private nonisolated func ranked(_ rows: [RecordsAnswer.Row], for text: SearchText) -> [RecordsAnswer.Row] {
        let matcher = TierMatcher(text)
        let found = rows.compactMap { row -> (row: RecordsAnswer.Row, order: MatchOrder)? in
            let searched = Self.searched(row)
            guard let tier = matcher.tier(of: searched, unsearchable: unsearchableColumns(of: row)) else { return nil }
            var row = row
            row.tier = tier
            row.matchedTitle = matcher.alternativeTitle(of: searched, in: tier)
            let match = SearchMatch(record: row.record, tier: tier, isFavorite: true)
            return (row, MatchOrder(match, for: text))
        }
        return found.sorted { $0.order < $1.order }.map(\.row)
    }
}
