import AggSearch
package import AggSource

/// A store that rows are copied from or to.
package struct CopiedStore: Sendable {
    /// Its mirror.
    package let records: any RecordStore
    /// Its user data.
    package let users: any UserStore

    /// Creates a store from its parts.
    package init(records: any RecordStore, users: any UserStore) {
        self.records = records
        self.users = users
    }

    /// Copies the rows and the state of a source to another store, and compares the two afterwards.
    ///
    /// - Returns: The number of rows.
    /// - Throws: `CommitError`; the other store is unchanged unless the rows differ afterwards.
    package func copy(_ source: SourceID, _ state: StoredSource, to other: CopiedStore) async throws(CommitError) -> Int
    {
        let commit = RefreshCommit(
            origin: state.origin, state: state.fetchState, fingerprint: state.fingerprint,
            mappingVersion: state.mappingVersion, notes: state.notes, fetchedAt: state.fetchedAt, acceptsLoss: true)
        let digest: UInt64
        do throws(StoreError) {
            let staging = try await other.records.stage(source)
            do throws(StoreError) {
                let list = try await records.list(source, limit: .max)
                digest = Self.digest(list)
                for start in stride(from: 0, to: list.count, by: Self.batch) {
                    _ = try await staging.write(Array(list[start..<min(list.count, start + Self.batch)]))
                }
            } catch {
                await staging.discard()
                throw error
            }
            let outcome: CommitOutcome
            do { outcome = try await staging.commit(commit) } catch {
                await staging.discard()
                guard case .store(let reason) = error else { throw StoreError.cancelled }
                throw reason
            }
            let copied = try await other.records.list(source, limit: .max)
            guard copied.count == outcome.records, Self.digest(copied) == digest else {
                throw .failed(file: source.description, detail: "the copy differs from the original")
            }
            return copied.count
        } catch {
            throw .store(error)
        }
    }

    private static let batch = 1_000

    /// A digest of a set of records that does not depend on their order.
    private static func digest(_ records: [Record]) -> UInt64 {
        records.reduce(0) { sum, record in
            var hash = StableHash()
            hash.add(Array(RecordSnapshot.text(record).utf8))
            return sum &+ hash.value
        }
    }

    /// Copies favorites, settings, and saved searches that the other store does not have.
    ///
    /// - Returns: The number of favorites added.
    /// - Throws: `StoreError`.
    package func copyUser(to other: CopiedStore, limit: Int) async throws(StoreError) -> Int {
        let report = try await other.users.importFavorites(try await users.favorites(), limit: limit)
        for (name, value) in try await users.keptSettings() { try await other.users.keepSetting(name, value) }
        for search in try await users.savedSearches() { _ = try await other.users.saveSearch(search) }
        return report.added
    }
}
