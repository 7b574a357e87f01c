import AggSource
import Socrata

/// The columns of a data set as the configuration names them: `status, opened:date, fee:decimal`.
struct SODAColumnList {
    /// Why a text is no list of columns, with the mend.
    struct Fault: Error {
        let message: String
    }

    private static let kinds: [Column.Kind] = [.text, .integer, .decimal, .boolean, .date]

    let columns: [Column]

    /// Describes the columns of a data set, without points and shapes: a record has a coordinate for those.
    init(_ columns: [SocrataColumn]) {
        self.columns = columns.compactMap { column in
            Self.kind(of: column).map { Self.column(column.name, $0) }
        }
    }

    /// Reads a list.
    init(_ text: String) throws(Fault) {
        var columns: [Column] = []
        for item in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2, let name = parts.first, !name.isEmpty else {
                throw Fault(message: "“\(item)” is no column: write its name, or its name and type as opened:date")
            }
            guard let kind = parts.count == 1 ? .text : Self.kinds.first(where: { $0.rawValue == parts[1] }) else {
                let names = Self.kinds.map(\.rawValue).joined(separator: ", ")
                throw Fault(message: "“\(parts[1])” is no type of a column: give one of \(names)")
            }
            columns.append(Self.column(name, kind))
        }
        guard !columns.isEmpty else { throw Fault(message: "columns names no column") }
        self.columns = columns
    }

    /// The list as the configuration writes it.
    var text: String {
        columns.map { $0.kind == .text ? $0.name : "\($0.name):\($0.kind.rawValue)" }.joined(separator: ", ")
    }

    private static func column(_ name: String, _ kind: Column.Kind) -> Column {
        Column(self.name(of: name), kind, "The column \(name) of the data set.")
    }

    /// The name of a column: that of the data set, with an underscore behind one that means something else in queries.
    static func name(of field: String) -> String { Qualifier(rawValue: field) == nil ? field : field + "_" }

    /// The value of a column in a row, which has it by the name of the data set.
    static func value(of column: String, in row: JSONObject) -> JSONValue? {
        row[column] ?? Qualifier(rawValue: String(column.dropLast())).flatMap { row[$0.rawValue] }
    }

    private static func kind(of column: SocrataColumn) -> Column.Kind? {
        switch column.type {
        case .text, .location: .text
        case .number: column.hasFractions ? .decimal : .integer
        case .date: .date
        case .boolean: .boolean
        case .point, .other: nil
        }
    }
}
