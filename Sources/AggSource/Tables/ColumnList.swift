/// The columns of a table as written in the configuration: `status, opened:date, fee:decimal`.
package struct ColumnList: Sendable {
    /// Why a text is not a list of columns, and how to fix it.
    package struct Fault: Error {
        /// What is wrong.
        package let message: String
    }

    /// The types that a list may name.
    package static let kinds: [Column.Kind] = [.text, .integer, .decimal, .boolean, .date]

    /// The columns, in order.
    package let columns: [Column]

    /// Creates a list of columns.
    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Parses a list with some of these types.
    ///
    /// - Throws: A fault if an item is not a column, has an unknown type, or if there is no column.
    package init(_ text: String, kinds: [Column.Kind] = Self.kinds) throws(Fault) {
        var columns: [Column] = []
        for item in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2, let name = parts.first, !name.isEmpty else {
                throw Fault(message: "“\(item)” is not a column; write NAME or NAME:TYPE, e.g. opened:date")
            }
            guard let kind = parts.count == 1 ? .text : kinds.first(where: { $0.rawValue == parts[1] }) else {
                let names = kinds.map(\.rawValue).joined(separator: ", ")
                throw Fault(message: "unknown column type “\(parts[1])”; use one of \(names)")
            }
            columns.append(Self.column(name, kind))
        }
        guard !columns.isEmpty else { throw Fault(message: "“columns” is empty; list at least one column") }
        self.columns = columns
    }

    /// The configuration key of the list.
    package static let parameter = Parameter(
        "columns", .text,
        help: "The columns to keep and their types, such as “status, opened:date, fee:decimal”; all by default.")

    /// The list as written in the configuration.
    package var text: String {
        columns.map { $0.kind == .text ? $0.name : "\($0.name):\($0.kind.rawValue)" }.joined(separator: ", ")
    }

    /// Creates a column from its name in the data set.
    package static func column(_ name: String, _ kind: Column.Kind) -> Column {
        Column(self.name(of: name), kind, "The “\(name)” column of the data set.")
    }

    /// The name of a column, given its name in the data set; an underscore is appended to the name of a query
    /// qualifier.
    package static func name(of field: String) -> String { Qualifier(rawValue: field) == nil ? field : field + "_" }
}
