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
            let isLonger =
                text.dropFirst().contains { " !_".contains($0) }
                && text.utf8.count > labels.trimmedRange(index).count
            if let kind, kind != .text {
                guard isLonger, explanations.insert(text).inserted else { return false }
            } else if kind == nil {
                // All numbers may be missing, unlike those of a column without any cells.
                if isLonger, data.contains(where: { !$0.trimmedRange(index).isEmpty }) { explanations.insert(text) }
            } else if data.contains(where: { $0.trimmedText(index) == text }) {
                return false
            }
        }
        return explanations.count > 1
    }

    /// What else may be above texts in a row of units.
    private static let otherUnits: Set<String> = ["name", "code", "label", "unitless", "dimensionless"]

    /// Whether a row has units: short texts above numbers, and nothing above other columns.
    ///
    /// Unlike each row of data, it may have no first cell. It can then also have units above numbers with flags and above missing
    /// values, and names of types above texts.
    static func isUnits(_ row: TableRow, over data: ArraySlice<TableRow>) -> Bool {
        let lacksFirstCell =
            row.trimmedRange(0).isEmpty && data.allSatisfy { $0.isBlank || !$0.trimmedRange(0).isEmpty }
        var count = 0
        for index in 0..<row.count where !row.trimmedRange(index).isEmpty {
            let bytes = row.bytes[row.trimmedRange(index)]
            guard bytes.count <= 20, kind(row, index) == .text, let first = bytes.first else { return false }
            switch kind(of: index, in: data) {
            case .number: count += 1
            case .date: break
            case nil where lacksFirstCell: break
            default:
                if "([{-".utf8.contains(first) { continue }
                let text = row.trimmedText(index)
                guard lacksFirstCell, !data.contains(where: { $0.trimmedText(index) == text }) else { return false }
                let name = typeName(text)
                if textTypes.contains(name) || otherUnits.contains(name) { continue }
                guard units.contains(text.lowercased()), areFlaggedNumbers(index, in: data) else { return false }
                count += 1
            }
        }
        return count > 0
    }

    /// Whether most values of a column are numbers, some of them with a mark such as that in `59.4#`.
    private static func areFlaggedNumbers(_ index: Int, in data: ArraySlice<TableRow>) -> Bool {
        var (values, numbers, hasPlain) = (0, 0, false)
        for row in data where kind(row, index) != .empty {
            let bytes = row.bytes[row.trimmedRange(index)]
            let number = bytes.last.map { "*#^".utf8.contains($0) } == true ? bytes.dropLast() : bytes
            values += 1
            guard NumberText.Decimal.allCases.contains(where: { NumberText.value(number, $0) != nil }) else { continue }
            numbers += 1
            hasPlain = hasPlain || number.count == bytes.count
        }
        return hasPlain && numbers * 4 >= values * 3
    }

    /// Whether one of the two rows below the header has the ids of the questions in a survey.
    var hasImportIDs: Bool { rows.dropFirst().prefix(2).contains(where: \.isImportIDs) }

    /// What is done with the rows below the header, worded for a note.
    var unitsNote: String {
        if hasGroups { return "the header has two rows, so their labels are combined" }
        if rows.dropFirst(2).first?.isImportIDs == true {
            return "the two rows below the header explain the labels, so they are skipped"
        }
        return "the row below the header has units or additional labels, so it is skipped"
    }
}

extension TableRow {
    /// Whether all cells are ids of the questions in a survey, as Qualtrics writes them below the labels.
    var isImportIDs: Bool {
        count > 1 && (0..<count).allSatisfy { bytes[range($0)].starts(with: "{\"ImportId\":".utf8) }
    }
}
