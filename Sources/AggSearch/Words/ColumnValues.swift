import AggText

/// The values that completion offers for a column.
package enum ColumnValues {
    /// The values that start with a folded text: unique, without empty ones, ordered by their folded form.
    package static func best(_ values: some Sequence<String>, startingWith text: String, limit: Int) -> [String] {
        let start = Folding.fold(text)
        let found = Set(values).map { (value: $0, folded: Folding.fold($0)) }
            .filter { !$0.folded.isEmpty && $0.folded.utf8.starts(with: start.utf8) }
        let ordered = found.sorted { left, right in
            left.folded == right.folded
                ? left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
                : left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
        }
        return Array(ordered.prefix(limit).map(\.value))
    }
}
