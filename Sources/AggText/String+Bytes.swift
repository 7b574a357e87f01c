extension String {
    /// Whether the text stands before another by its UTF-8 bytes, which is SQLite's `BINARY` order too.
    package func isBefore(_ other: String) -> Bool {
        let order = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.lexicographicallyPrecedes(right) }
        }
        return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension StringProtocol {
    /// Whether the text begins with another by its UTF-8 bytes, as a range of a `BINARY` index finds it.
    @inlinable
    package func begins(with start: some StringProtocol) -> Bool {
        utf8.starts(with: start.utf8)
    }
}
