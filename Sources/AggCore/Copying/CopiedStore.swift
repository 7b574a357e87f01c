import AggSearch
package import AggSource
package import AggStorage
import Foundation

/// A store that rows and user data are copied from or to.
package struct CopiedStore: Sendable {
    /// Its mirror.
    package let records: any RecordStore
    /// Its settings and saved searches.
    package let users: any UserStore
    /// Its favorites with their histories.
    package let favorites: any FavoriteMergeStore
    /// Its read marks.
    package let readMarks: any ReadMarkStore
    /// Its watched searches and their matches.
    package let alerts: any AlertStore

    /// Creates a store from its parts.
    package init(
        records: any RecordStore, users: any UserStore, favorites: any FavoriteMergeStore,
        readMarks: any ReadMarkStore, alerts: any AlertStore
    ) {
        self.records = records
        self.users = users
        self.favorites = favorites
        self.readMarks = readMarks
        self.alerts = alerts
    }

    /// Copies the rows and the state of a source to another store, a page at a time, and compares the two afterward.
    ///
    /// A starter sample is not stored data, so it is not copied: it would replace the rows of the other store. A search
    /// of the copy does not find words in the given columns, either.
    ///
    /// - Returns: The number of rows.
    /// - Throws: `StoreError`; the other store is unchanged unless the rows differ afterward.
    package func copy(
        _ source: SourceID, unsearchable columns: Set<String> = [], to other: CopiedStore
    ) async throws(StoreError) -> Int {
        guard let state = try await records.state(of: source), state.origin != .starter else { return 0 }
        let staging = try await other.records.stage(source, unsearchable: columns)
        var original = RowDigest()
        do throws(StoreError) {
            try await forEachPage(of: source) { page throws(StoreError) in
                original.add(page)
                _ = try await staging.write(page)
            }
            let now = try await records.state(of: source)
            guard now?.fetchedAt == state.fetchedAt, now?.changeCount == state.changeCount else {
                throw .failed(
                    file: source.description, detail: "the source was refreshed while it was being copied; try again")
            }
        } catch {
            await staging.discard()
            throw error
        }
        do throws(CommitError) {
            // An unreadable user file must not stop a copy.
            let unexaminedSince = (try? await other.alerts.firstUnexamined(of: source)) ?? nil
            _ = try await staging.commit(RefreshCommit(copying: state, unexaminedSince: unexaminedSince))
        } catch {
            await staging.discard()
            guard case .store(let reason) = error else { throw .cancelled }
            throw reason
        }
        var copied = RowDigest()
        try await other.forEachPage(of: source) { copied.add($0) }
        guard copied == original else {
            throw .failed(file: source.description, detail: "the copy differs from the original")
        }
        return copied.count
    }

    /// Calls `body` with all rows of a source, a page at a time.
    private func forEachPage(
        of source: SourceID, _ body: ([Record]) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        var last: String?
        while true {
            let page = try await records.page(of: source, after: last, limit: Self.pageSize)
            if !page.isEmpty { try await body(page) }
            guard page.count == Self.pageSize, let end = page.last else { return }
            last = end.key
        }
    }

    private static let pageSize = 2_000
}

/// The number of rows, and a digest of them that does not depend on their order.
private struct RowDigest: Equatable {
    var count = 0
    var sum: UInt64 = 0

    mutating func add(_ records: [Record]) {
        count += records.count
        for record in records {
            var hash = StableHash()
            hash.add(Array(RecordSnapshot.text(record).utf8))
            sum &+= hash.value
        }
    }
}

extension RefreshCommit {
    /// Creates a commit that gives a copy the state of the original.
    ///
    /// As in a refresh, the copy keeps the changes after a time that watched searches have not examined yet.
    fileprivate init(copying state: StoredSource, unexaminedSince: Date?) {
        self.init(
            origin: state.origin, state: state.fetchState, fingerprint: state.fingerprint,
            mappingVersion: state.mappingVersion, notes: state.notes, fetchedAt: state.fetchedAt, acceptsLoss: true,
            unexaminedSince: unexaminedSince)
    }
}
