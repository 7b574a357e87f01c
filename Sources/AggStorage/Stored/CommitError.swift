/// Why a commit was not made; the store is as it was.
package enum CommitError: Error, Hashable, Sendable {
    /// It would leave fewer than half of the stored rows.
    case heldBack(stored: Int, offered: Int)
    /// The store could not do it.
    case store(StoreError)
}
