package import AggSource

/// A column of rows: what the rows call it, its name in agg, and its type.
package struct RowColumn: Hashable, Sendable {
    /// The name in the rows.
    package let source: String
    /// The name in agg: lower-case letters, digits, and underscores.
    package let name: String
    /// The type of the values.
    package private(set) var kind: Column.Kind

    /// Creates a column.
    package init(source: String, kind: Column.Kind) {
        self.source = source
        self.kind = kind
        name = Self.name(of: source)
    }

    /// Takes another value's type into account: numbers of both types are decimal, anything else is text.
    mutating func meet(_ other: Column.Kind) {
        guard other != kind else { return }
        let numbers: Set<Column.Kind> = [.integer, .decimal]
        kind = numbers.contains(kind) && numbers.contains(other) ? .decimal : .text
    }

    /// The type of a value; nil for null, for what is empty, and for objects.
    package static func kind(of value: JSONValue) -> Column.Kind? {
        switch value {
        case .null, .object: nil
        case .boolean: .boolean
        case .integer: .integer
        case .decimal: .decimal
        case .number: .text
        case .string(let text): text.allSatisfy(\.isWhitespace) ? nil : .text
        case .array(let items): items.contains { FieldValue(textOf: $0) != nil } ? .list : nil
        }
    }

    /// The column as the source declares it.
    package var column: Column { Column(name, kind, "The member \(source) of a row.") }

    /// The name of a column for a name in the rows; one with a meaning in queries gets an underscore.
    package static func name(of source: String) -> String {
        var name = ""
        for byte in source.lowercased().utf8 {
            if byte.isASCIIAlphanumeric {
                name.append(Character(Unicode.Scalar(byte)))
            } else if name.last != "_" {
                name.append("_")
            }
        }
        while name.last == "_", name.count > 1 { name.removeLast() }
        if name.utf8.first?.isASCIILowercase != true {
            name = name == "_" ? "column" : "c" + (name.first == "_" ? "" : "_") + name
        }
        return Qualifier(rawValue: name) == nil ? name : name + "_"
    }

    /// Reads a list of columns as the configuration writes it: `status, opened:date, fee:decimal`.
    ///
    /// - Throws: What is wrong, as a sentence.
    package static func list(_ text: String) throws(MappingFault) -> [RowColumn] {
        var columns: [RowColumn] = []
        for item in text.split(separator: ",") {
            let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            guard let name = parts.first, !name.isEmpty else {
                throw MappingFault("“\(item)” is not a column; write its name, or its name and type as opened:date")
            }
            let kinds: [Column.Kind] = [.text, .integer, .decimal, .boolean, .date, .list]
            guard let kind = parts.count == 1 ? .text : kinds.first(where: { $0.rawValue == parts[1] }) else {
                let names = kinds.map(\.rawValue).joined(separator: ", ")
                throw MappingFault("“\(parts[1])” is not a type of a column; use one of \(names)")
            }
            columns.append(RowColumn(source: name, kind: kind))
        }
        guard !columns.isEmpty else { throw MappingFault("columns names no column") }
        var names: Set<String> = []
        for column in columns where !names.insert(column.name).inserted {
            throw MappingFault("the column “\(column.name)” is listed twice")
        }
        return columns
    }

    /// The list as the configuration writes it.
    package static func text(_ columns: [RowColumn]) -> String {
        columns.filter { !$0.source.contains { ",:".contains($0) } }.map {
            $0.kind == .text ? $0.source : "\($0.source):\($0.kind.rawValue)"
        }.joined(separator: ", ")
    }
}
