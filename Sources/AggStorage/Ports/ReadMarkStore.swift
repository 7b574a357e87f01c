package import AggSearch
package import AggSource

/// The port to the user's read marks.
///
/// They are small: a mark for each source, and those of single records for as long as changes are kept.
package protocol ReadMarkStore: Sendable {
    /// All marks.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func readMarks() async throws(StoreError) -> ReadMarks

    /// Marks records, replacing earlier marks of the same records; marks that are older than the newest of these by more
    /// than `ChangeRetention.longestSeconds` are removed.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func mark(_ records: [RecordAddress: ReadMarks.OfRecord]) async throws(StoreError)

    /// Marks everything that sources brought until some time, and removes the marks of their records from before.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func mark(_ sources: [SourceID: ReadMarks.OfSource]) async throws(StoreError)
}
