import AggSource

extension HeaderDetector {
    /// The names of types in databases and programs, without those of text.
    private static let types: Set<String> = [
        "int", "int2", "int4", "int8", "int32", "int64", "integer", "bigint", "smallint", "tinyint", "long", "num",
        "number", "numeric", "decimal", "dec", "float", "float4", "float8", "float32", "float64", "double",
        "double precision", "real", "dbl", "bool", "boolean", "lgl", "logical", "date", "datetime", "datetime64",
        "timestamp", "timestamptz", "time", "geometry", "geography", "point",
    ]
    /// The names of types of text.
    private static let textTypes: Set<String> = [
        "text", "string", "str", "char", "character", "varchar", "varchar2", "nvarchar", "character varying", "chr",
        "category", "categorical", "factor", "fct", "object", "url", "uuid",
    ]

    /// Whether all cells are names of types, such as “integer” and “varchar(20)”, and one of them is right about its column; or
    /// names of types above texts, and units above other values.
    func isTypes(_ row: TableRow, over data: ArraySlice<TableRow>) -> Bool {
        let cells = (0..<row.count).filter { !row.trimmedRange($0).isEmpty }
        guard cells.count > 1 else { return false }
        var (areNames, areUnits, isRight, hasText) = (true, true, false, false)
        for index in cells {
            let name = Self.typeName(row.trimmedText(index))
            let kind = Self.kind(of: index, in: data) ?? .text
            let isTextType = Self.textTypes.contains(name)
            areNames = areNames && (isTextType || Self.types.contains(name))
            isRight = isRight || Self.types.contains(name) && kind != .text
            hasText = hasText || isTextType
            let isUnit = name.utf8.count <= 20 && Self.kind(row, index) == .text
            areUnits = areUnits && (kind == .text ? isTextType : isUnit)
        }
        return areNames && isRight || areUnits && hasText && cells.count == rows.first?.count
    }

    /// A name in lowercase, without its size and the brackets around it.
    private static func typeName(_ text: String) -> String {
        let name = text.lowercased().trimmingPrefix { "<([".contains($0) }
        return String(name.prefix { !"<>()[]".contains($0) })
    }

    /// Whether a row explains the labels above it: all its cells are texts, those above at least two columns of numbers or dates
    /// differ, have several words, and are longer than the labels, and no other occurs again.
    func isExplanation(_ row: TableRow, over data: ArraySlice<TableRow>) -> Bool {
        guard data.count > 2, let labels = rows.first, row.count == labels.count else { return false }
        var explanations: Set<String> = []
        for index in 0..<row.count {
            let text = row.trimmedText(index)
            let kind = Self.kind(of: index, in: data)
            guard Self.kind(row, index) == .text, text.utf8.count <= 200 else {
                guard text.isEmpty, kind == nil || kind == .text else { return false }
                continue
            }
            if let kind, kind != .text {
                let hasWords = text.dropFirst().contains { " !_".contains($0) }
                guard hasWords, text.utf8.count > labels.trimmedRange(index).count,
                    explanations.insert(text).inserted
                else { return false }
            } else if data.contains(where: { $0.trimmedText(index) == text }) {
                return false
            }
        }
        return explanations.count > 1
    }
}
