package import AggSearch
package import AggSource

/// The port to the user's read marks.
///
/// They are small: one per source, and one per marked record for as long as its changes are kept.
package protocol ReadMarkStore: Sendable {
    /// All marks.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func readMarks() async throws(StoreError) -> ReadMarks

    /// Marks records, replacing earlier marks of the same records.
    ///
    /// Marks more than `ChangeRetention.longestSeconds` older than the newest of these are removed.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) async throws(StoreError)

    /// Marks all changes of sources up to a given time as read, and removes the earlier marks of their records.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func mark(_ sources: [SourceID: ReadMarks.OfSource]) async throws(StoreError)
}
