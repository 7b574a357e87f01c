import AggSource

/// The columns of a table, as written in configurations: `name, opened:date, fee:decimal`.
struct ColumnList: Hashable {
    /// Why a text is not a list of columns, and how to fix it.
    struct Fault: Error {
        let message: String
    }

    private static let kinds: [Column.Kind] = [.text, .integer, .decimal, .boolean, .date, .list]

    /// The columns, in their order.
    let columns: [Column]

    /// Creates a list of names and types; the label describes a column.
    init(_ columns: [(name: String, label: String, kind: Column.Kind)]) {
        self.columns = columns.map { Column($0.name, $0.kind, "The column “\($0.label)” of the table.") }
    }

    /// Parses a list.
    init(_ text: String) throws(Fault) {
        var columns: [(name: String, label: String, kind: Column.Kind)] = []
        for item in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2, let name = parts.first, !name.isEmpty else {
                throw Fault(message: "“\(item)” is not a column; use a name, or a name and a type such as opened:date")
            }
            guard let kind = parts.count == 1 ? .text : Self.kinds.first(where: { $0.rawValue == parts[1] }) else {
                let names = Self.kinds.map(\.rawValue).joined(separator: ", ")
                throw Fault(message: "“\(parts[1])” is not a type; use one of \(names)")
            }
            columns.append((name, name, kind))
        }
        guard !columns.isEmpty else { throw Fault(message: "columns is empty; list at least one column") }
        self.init(columns)
    }

    /// The list, as written in configurations.
    var text: String {
        columns.map { $0.kind == .text ? $0.name : "\($0.name):\($0.kind.rawValue)" }.joined(separator: ", ")
    }
}
