package import AggSearch
package import AggSource
package import AggStorage

/// The rows of an answer that are read while they are written.
package struct RowStream: Sendable {
    /// The maximum number of rows.
    package let limit: Int
    private let source: SourceID
    private let favorites: Set<RecordAddress>
    private let records: RecordStream

    /// Creates the rows of a source; the records should include one more than the limit.
    package init(_ records: RecordStream, of source: SourceID, favorites: Set<RecordAddress>, limit: Int) {
        self.records = records
        self.source = source
        self.favorites = favorites
        self.limit = limit
    }

    /// Calls a function with each row until it returns false.
    ///
    /// - Returns: Whether there are more rows than the limit.
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package func forEach(_ body: (RecordsAnswer.Row) -> Bool) throws(StoreError) -> Bool {
        var count = 0
        var isTruncated = false
        try records.forEach { record in
            if count == limit {
                isTruncated = true
                return false
            }
            count += 1
            let address = RecordAddress(source: source, key: record.key)
            return body(RecordsAnswer.Row(address: address, record: record, isFavorite: favorites.contains(address)))
        }
        return isTruncated
    }
}

extension Aggregator {
    /// Lists many rows of a source, best known first, without reading them yet.
    ///
    /// - Returns: The answer without its rows, and the rows; nil if there are no more than `few` of them, or if the
    ///   store cannot read them one by one.
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func stream(
        _ instance: SourceInstance, limit: Int, moreThan few: Int, usesCache: Bool
    ) async throws(StoreError) -> (answer: RecordsAnswer, rows: RowStream)? {
        let favorites = await favoriteAddresses
        let status = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .first { $0.id == instance.id }
        guard let status, status.isServed, status.origin != .starter, min(status.records, limit) > few,
            let records = store.stream(instance.id, limit: limit + 1)
        else { return nil }
        let answer = RecordsAnswer(rows: [], sources: [.init(status: status, matched: status.records)])
        return (answer, RowStream(records, of: instance.id, favorites: favorites, limit: limit))
    }
}
