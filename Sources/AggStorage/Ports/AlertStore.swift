package import AggSource
package import Foundation

/// The port to the user's watched searches and their new matches.
///
/// A match is stored once, before it is reported, and marked as reported afterward, so a crash cannot lose it.
package protocol AlertStore: Sendable {
    /// The watched searches, ordered by name.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func watches() async throws(StoreError) -> [Watch]

    /// The time after which some watched search may not have examined a source's changes; nil if nothing is watched.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func firstUnexamined(of source: SourceID) async throws(StoreError) -> Date?

    /// Saves a watched search, replacing one with the same name and removing its matches.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func saveWatch(_ watch: Watch) async throws(StoreError)

    /// Changes where the matches of a watched search are sent, and nothing else.
    ///
    /// - Returns: Whether the watched search exists.
    /// - Throws: `StoreError` if it cannot be written.
    func updateWatch(_ name: String, command: String?, webhook: String?) async throws(StoreError) -> Bool

    /// Removes a watched search and its matches; does nothing if it does not exist.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func removeWatch(_ name: String) async throws(StoreError)

    /// Stores new matches of a watched search together with the refreshes examined for them, in one transaction.
    ///
    /// Matches that are already stored are ignored. Reported matches more than 90 days older than the newest of these are
    /// removed.
    ///
    /// - Returns: The matches that were not stored before.
    /// - Throws: `StoreError` if it cannot be written.
    func noteMatches(
        _ alerts: [Alert], of watch: String, examined: [SourceID: Date]
    ) async throws(StoreError) -> [Alert]

    /// The matches, oldest first: all that are kept, or only unreported ones.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func alerts(onlyUnreported: Bool) async throws(StoreError) -> [Alert]

    /// Counts an attempt to send matches.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func noteAttempt(_ numbers: [Int64]) async throws(StoreError)

    /// Marks matches as reported.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func noteReported(_ numbers: [Int64]) async throws(StoreError)
}
