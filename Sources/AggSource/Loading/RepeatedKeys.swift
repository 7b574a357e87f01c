/// Finds a key that two different rows share, of which only the last would be stored.
package struct RepeatedKeys: Sendable {
    /// The first key that two different rows share; nil if there is none.
    package private(set) var first: String?
    /// The hash of each key's row, by the hash of the key.
    private var rows: [Int: Int] = [:]

    /// Creates an empty set of keys.
    package init() {}

    /// Adds the key of a row, given a hash of the row: a row that comes twice is no fault.
    package mutating func add(_ key: String, row: Int) {
        guard let other = rows.updateValue(row, forKey: key.hashValue), other != row, first == nil else { return }
        first = key
    }
}
