/// A stored record that is not as it was written.
package struct DamagedRecord: Error {
    /// Makes the error.
    package init() {}
}
