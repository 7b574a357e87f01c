/// The port to what can make the files of a store whole again.
///
/// It works on copies and puts the new file in place last; the broken one is kept beside it.
package protocol StoreRepairer: Sendable {
    /// The files that are broken, with what a repair would bring over; touches nothing.
    ///
    /// - Throws: `StoreError` where a file cannot be looked at (locked, of a newer version, not to be read).
    func survey() async throws(StoreError) -> [RepairPlan]

    /// Repairs a file.
    ///
    /// - Returns: What came over, and the path that the broken file has now.
    /// - Throws: `StoreError`; then everything is as it was.
    func repair(_ file: String) async throws(StoreError) -> RepairOutcome
}
