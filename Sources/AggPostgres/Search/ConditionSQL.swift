import AggSearch
import AggSource
import AggStorage
import AggText

/// A condition on records, as an SQL expression on `record r`.
///
/// If SQL can't evaluate it exactly as Swift does, the expression selects more rows, and `isMet` checks each of them.
struct ConditionSQL {
    /// The expression, never NULL; nil if every row may meet the condition.
    private(set) var sql: String?
    /// Whether the expression selects exactly the matching rows.
    private(set) var isExact = true
    private(set) var values: [Value] = []
    private let condition: RecordCondition
    private let first: Int
    /// Whether values are written into the expression as literals, for statements without parameters.
    private let isLiteral: Bool

    /// Creates the expression; its parameters are numbered from `first`.
    init(_ condition: RecordCondition, from first: Int, isLiteral: Bool = false) {
        self.condition = condition
        self.first = first
        self.isLiteral = isLiteral
        guard condition != .always else { return }
        let part = expression(condition)
        sql = part.sql
        isExact = part.isExact
    }

    /// ` AND …`, or empty.
    var and: String { sql.map { " AND " + $0 } ?? "" }
    /// `WHERE …`, or empty.
    var whereClause: String { sql.map { "WHERE " + $0 } ?? "" }

    /// Returns whether a row that starts with `StoredRow.searched` meets the condition.
    func isMet(by record: Record, _ row: Rows.Row) -> Bool {
        isExact || condition.isMet(by: record, words: StoredRow.words(row))
    }

    /// An expression that is true for every row that meets a condition and, if exact, only for those.
    private struct Part {
        var sql: String?
        var isExact: Bool

        static let unknown = Part(sql: nil, isExact: false)
        static func exact(_ sql: String) -> Part { Part(sql: sql, isExact: true) }
        static func wide(_ sql: String) -> Part { Part(sql: sql, isExact: false) }
    }

    private mutating func expression(_ condition: RecordCondition) -> Part {
        switch condition {
        case .field(_, let test): return field(test)
        case .date(let span):
            let from = span.from.map { " AND r.date >= \(parameter(.text($0)))" } ?? ""
            let before = span.before.map { " AND r.date < \(parameter(.text($0)))" } ?? ""
            return .exact("(r.date IS NOT NULL\(from)\(before))")
        case .has(let part): return has(part)
        case .words(let words, let isOpen): return self.words(words, isOpen: isOpen)
        case .written: return .unknown
        case .near(let circle): return near(circle)
        case .key(let keys):
            return .exact("(\(StoredRow.isAny(of: parameter(.texts(keys.sorted())))))")
        // These are resolved before a store is queried.
        case .source, .favorite, .tag, .stale: return .exact("false")
        case .not(let condition):
            let count = values.count
            let part = expression(condition)
            guard part.isExact, let sql = part.sql else {
                values.removeLast(values.count - count)
                return .unknown
            }
            return .exact("(NOT \(sql))")
        case .any(let conditions):
            let count = values.count
            let parts = conditions.map { expression($0) }
            let texts = parts.compactMap(\.sql)
            guard texts.count == parts.count else {
                values.removeLast(values.count - count)
                return .unknown
            }
            if texts.isEmpty { return .exact("false") }
            return Part(sql: "(" + texts.joined(separator: " OR ") + ")", isExact: parts.allSatisfy(\.isExact))
        case .all(let conditions):
            let parts = conditions.map { expression($0) }
            let texts = parts.compactMap(\.sql)
            let isExact = parts.allSatisfy(\.isExact)
            if texts.isEmpty { return isExact ? .exact("true") : .unknown }
            return Part(sql: "(" + texts.joined(separator: " AND ") + ")", isExact: isExact)
        }
    }

    private mutating func field(_ test: ValueTest) -> Part {
        guard case .equals(let folded) = test, let words = Self.words(ofTextOnly: folded) else { return .unknown }
        let query = words.map(WordQuery.columnWord).joined(separator: " & ")
        return .wide("r.lex @@ \(parameter(.text(query)))::tsquery")
    }

    private mutating func has(_ part: RecordCondition.Part) -> Part {
        switch part {
        case .coordinate: .exact("r.latitude IS NOT NULL")
        case .date: .exact("r.date IS NOT NULL")
        case .url: .exact("r.url IS NOT NULL")
        case .subtitle: .exact("r.subtitle IS NOT NULL")
        case .tag, .note: .exact("false")
        case .column: .wide("r.fields IS NOT NULL")
        }
    }

    private mutating func words(_ words: [String], isOpen: Bool) -> Part {
        guard !words.isEmpty else { return .exact("false") }
        let end = isOpen ? "" : " "
        let text = parameter(.text(" " + words.joined(separator: " ") + end))
        func marked(_ place: SearchableText.Place) -> String {
            let text = words.map { " " + place.mark + $0 }.joined() + end
            return "strpos(r.words || ' ', \(parameter(.text(text)))) > 0"
        }
        return .exact(
            """
            (strpos(' ' || coalesce(r.folded, r.place) || ' ', \(text)) > 0 \
            OR strpos(' ' || coalesce(r.alternate, '') || ' ', \(text)) > 0 \
            OR strpos(coalesce(r.other_titles, ''), \(text)) > 0 OR \(marked(.subtitle)) OR \(marked(.other)))
            """)
    }

    private mutating func near(_ circle: Circle) -> Part {
        let boxes = circle.longitudes.map { range -> String in
            let south = parameter(.decimal(circle.latitudes.lowerBound))
            let north = parameter(.decimal(circle.latitudes.upperBound))
            let west = parameter(.decimal(range.lowerBound))
            let east = parameter(.decimal(range.upperBound))
            return """
                point(r.longitude, r.latitude) <@ box(point(\(west)::float8, \(south)::float8), \
                point(\(east)::float8, \(north)::float8))
                """
        }
        return .wide("(r.latitude IS NOT NULL AND (\(boxes.joined(separator: " OR "))))")
    }

    private mutating func parameter(_ value: Value) -> String {
        if isLiteral { return value.literal }
        values.append(value)
        return "$\(first + values.count - 1)"
    }

    /// Returns the words of a folded value that can only be a text; nil if it could be a number, a date, or a Boolean, whose
    /// words are not indexed.
    private static func words(ofTextOnly folded: String) -> [String]? {
        let isNumeric = folded.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        // A value without letters, such as a flag, is not folded and has no words.
        guard !Folding.fold(folded).isEmpty, !isNumeric,
            !["true", "false", "null", "inf", "nan"].contains(folded)
        else { return nil }
        return folded.split(separator: " ").map(String.init)
    }
}
