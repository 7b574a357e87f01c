package import AggSource

/// Records that are read from the store one by one while they are used, so that the first doesn't wait for the last.
package struct RecordStream: Sendable {
    /// Calls a function with each record, all from one state of the store, until it returns false.
    ///
    /// The store's other readers and its writers don't wait for this, however long it takes.
    package let forEach: @Sendable (_ body: (Record) -> Bool) throws(StoreError) -> Void

    /// Creates a stream from a function that reads the records.
    package init(_ forEach: @escaping @Sendable (_ body: (Record) -> Bool) throws(StoreError) -> Void) {
        self.forEach = forEach
    }
}
