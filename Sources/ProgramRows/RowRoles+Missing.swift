package import AggSource

extension RowRoles {
    /// The columns that are not among the names of the rows' columns, each with its role.
    package func missing(among names: [String]) -> [(role: String, column: String)] {
        let keys = (key ?? []).filter { $0 != Self.contentKey }.map { (role: "key", column: $0) }
        return (keys + named.filter { $0.role != "key" }).filter { !names.contains($0.column) }
    }

    /// Returns normally if every column is among the names.
    ///
    /// - Throws: `SourceError.refused`, with the nearest name, or else all of them.
    package func check(among names: [String]) throws(SourceError) {
        guard let (role, column) = missing(among: names).first else { return }
        let near = ColumnHint.text(for: column, among: names)
        let hint = near.isEmpty ? "; the columns are \(names.joined(separator: ", "))" : near
        throw .refused("“\(column)” is not a column, so it cannot be the \(role)\(hint)")
    }
}
