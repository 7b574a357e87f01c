package import AggSource

/// A column of rows: its name in the rows, its name in agg, and its type.
package struct RowColumn: Hashable, Sendable {
    /// The name in the rows.
    package let source: String
    /// The name in agg: lowercase letters, digits, and underscores.
    package fileprivate(set) var name: String
    /// The type of the values.
    package private(set) var kind: Column.Kind

    /// Creates a column.
    package init(source: String, kind: Column.Kind) {
        self.source = source
        self.kind = kind
        name = Self.name(of: source)
    }

    /// Combines the type with that of another value: integer and decimal become decimal, other mixes become text.
    mutating func meet(_ other: Column.Kind) {
        guard other != kind else { return }
        let numbers: Set<Column.Kind> = [.integer, .decimal]
        kind = numbers.contains(kind) && numbers.contains(other) ? .decimal : .text
    }

    /// The type of a value, text for an object; nil for null and empty values.
    package static func kind(of value: JSONValue) -> Column.Kind? {
        switch value {
        case .null: nil
        case .object: .text
        case .boolean: .boolean
        case .integer: .integer
        case .decimal: .decimal
        case .number: .text
        case .string(let text): text.allSatisfy(\.isWhitespace) ? nil : .text
        case .array(let items): items.contains { FieldValue(textOf: $0) != nil } ? .list : nil
        }
    }

    /// The column as declared by the source.
    package var column: Column { Column(name, kind, "The value of “\(source)” in each row.") }

    /// The name in agg for a name in the rows; a name with a meaning in queries gets an underscore.
    package static func name(of source: String) -> String {
        // Without Latin letters, the whole name is transliterated, and otherwise the letters that are not ASCII.
        let isASCII = source.utf8.allSatisfy { $0 < 0x80 }
        if !isASCII, !source.utf8.contains(where: \.isASCIIAlphanumeric) { return ColumnNames.names(of: [source])[0] }
        let letters = isASCII ? source : ColumnNames.latin(source).replacing("'", with: "")
        var name = ""
        for byte in letters.lowercased().utf8 {
            if byte.isASCIIAlphanumeric {
                name.append(Character(Unicode.Scalar(byte)))
            } else if name.last != "_" {
                name.append("_")
            }
        }
        while name.last == "_", name.count > 1 { name.removeLast() }
        if name == "_" { return ColumnNames.names(of: [source])[0] }
        if name.utf8.first?.isASCIILowercase != true { name = "c" + (name.first == "_" ? "" : "_") + name }
        return Qualifier(rawValue: name) == nil ? name : name + "_"
    }

    /// Parses a list of columns in the configuration, such as `status, opened:date, "fee, total":decimal`.
    ///
    /// - Throws: A sentence with the error.
    package static func list(_ text: String) throws(MappingFault) -> [RowColumn] {
        var columns: [RowColumn] = []
        for (quoted, rest) in NameList.items(of: text) {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { NameList.trimmed($0) }
            guard let name = quoted ?? parts.first, quoted != nil || !name.isEmpty else {
                throw MappingFault("“\(rest)” is not a column; write NAME or NAME:TYPE, e.g. opened:date")
            }
            let kinds: [Column.Kind] = [.text, .integer, .decimal, .boolean, .date, .list]
            guard let kind = parts.count == 1 ? .text : kinds.first(where: { $0.rawValue == parts[1] }) else {
                let names = kinds.map(\.rawValue).joined(separator: ", ")
                throw MappingFault("unknown column type “\(parts[1])”; use one of \(names)")
            }
            columns.append(RowColumn(source: name, kind: kind))
        }
        guard !columns.isEmpty else { throw MappingFault("“columns” is empty; list at least one column") }
        var names: Set<String> = []
        for column in columns where !names.insert(column.source).inserted {
            throw MappingFault("the column “\(column.source)” is listed twice")
        }
        return columns.withDistinctNames
    }

    /// The list in the form of the configuration.
    package static func text(_ columns: [RowColumn]) -> String {
        columns.map { column in
            let name = NameList.item(column.source, quoting: ",:")
            return column.kind == .text ? name : "\(name):\(column.kind.rawValue)"
        }.joined(separator: ", ")
    }
}

extension [RowColumn] {
    /// The columns, with numbers appended to names that an earlier column has.
    package var withDistinctNames: [RowColumn] {
        zip(self, ColumnNames.distinct(map(\.name))).map { column, name in
            var column = column
            column.name = name
            return column
        }
    }
}
