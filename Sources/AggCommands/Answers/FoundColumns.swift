import AggSource

/// The columns found at a URL, for people: a line each, with the role and the first values of the column.
struct FoundColumns {
    private let columns: [Discovery.Column]

    /// The maximum number of columns to show.
    private static let most = 40

    /// Creates the layout; if there are too many columns, those with a role come first.
    init(_ columns: [Discovery.Column]) {
        self.columns = columns
    }

    /// Returns the table, and a line with the number of omitted columns, if any.
    func lines(width: Int?, style: Style) -> [String] {
        guard !columns.isEmpty else { return [] }
        let used = columns.filter { !$0.roles.isEmpty }
        let others = columns.filter { $0.roles.isEmpty }.prefix(max(0, Self.most - used.count)).map(\.name)
        let names = Set(used.map(\.name) + others)
        let shown = columns.count > Self.most ? columns.filter { names.contains($0.name) } : columns
        let examples = shown.map(\.examples.count).max() ?? 0
        let rows = shown.map { column in
            let values = column.examples + Array(repeating: "", count: examples - column.examples.count)
            let facts = [column.name, column.kind?.rawValue ?? "–", column.roles.joined(separator: ", ")]
            return (facts + values).map(VisibleText.of)
        }
        let table = TextTable(
            columns: [
                .init(heading: "column", isFlexible: true, keeps: 16), .init(heading: "type"),
                .init(heading: "used as"),
            ]
                + (0..<examples).map { .init(heading: "row \($0 + 1)", isFlexible: true, leaves: $0 + 1) },
            rows: rows)
        let rest = columns.count - shown.count
        let more = rest > 0 ? ["… and \(rest) more \(rest == 1 ? "column" : "columns")"] : []
        return Array(table.lines(width: width, style: style)) + more
    }
}
