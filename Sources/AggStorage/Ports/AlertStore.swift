package import AggSource
package import Foundation

/// The port to the user's watches and their alerts.
///
/// An alert is stored once, before it is reported, and marked afterwards, so that no crash can lose it.
package protocol AlertStore: Sendable {
    /// The watches, ordered by name.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func watches() async throws(StoreError) -> [Watch]

    /// Saves a watch, replacing one with the same name, whose alerts are removed.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func saveWatch(_ watch: Watch) async throws(StoreError)

    /// Removes a watch and its alerts; does nothing if it does not exist.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func removeWatch(_ name: String) async throws(StoreError)

    /// Stores new matches of a watch, and which refreshes were examined for them, all at once.
    ///
    /// A match that is stored already is ignored, and so is an added record that has an alert. Reported alerts that are
    /// older than the newest of these by more than 90 days are removed.
    ///
    /// - Returns: The alerts that are new.
    /// - Throws: `StoreError` if it cannot be written.
    func noteMatches(
        _ alerts: [Alert], of watch: String, examined: [SourceID: Date]
    ) async throws(StoreError) -> [Alert]

    /// The alerts, oldest first: all that are kept, or those that are not reported.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    func alerts(onlyUnreported: Bool) async throws(StoreError) -> [Alert]

    /// Counts an attempt to send alerts.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func noteAttempt(_ numbers: [Int64]) async throws(StoreError)

    /// Marks alerts as reported.
    ///
    /// - Throws: `StoreError` if it cannot be written.
    func noteReported(_ numbers: [Int64]) async throws(StoreError)
}
