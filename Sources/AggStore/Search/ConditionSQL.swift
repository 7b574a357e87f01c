import AggStorage
import AggSearch
import AggSource
import AggText
import GRDB

/// A condition on records as part of a statement, so that a limit counts only rows that meet it.
///
/// Its values are bound after the statement's own; a condition that every record meets leaves the statement unchanged.
struct ConditionSQL {
    /// ` AND …` for the end of a `WHERE` clause on the table `record`, or empty.
    private(set) var sql = ""
    /// Additional words for the text index to look for: every row that meets the condition has them.
    private(set) var indexedWords: [String] = []
    private var values: [SQLValue] = []

    /// The number of the first parameter; statements use fewer of their own.
    private static let firstParameter = 20

    init(_ condition: RecordCondition) {
        guard condition != .always else { return }
        sql = " AND " + expression(condition)
        indexedWords = Self.phrases(condition).joined().map(TextExpression.columnWord)
    }

    func bind(to statement: borrowing PreparedStatement) {
        for (index, value) in values.enumerated() { statement.bind(Self.firstParameter + index, value) }
    }

    /// An expression that is 1 or 0, never NULL.
    private mutating func expression(_ condition: RecordCondition) -> String {
        switch condition {
        case .field(let name, let test): return field(name, test)
        case .date(let span): return spanned("record.date", span)
        case .has(let part): return has(part)
        case .words(let words, let isOpen): return self.words(words, isOpen: isOpen)
        case .written(let text, let isOpen):
            return """
                is_written(\(parameter(.text(text))), \(isOpen ? 1 : 0), \
                record.title, record.subtitle, record.fields, record.keywords, record.titles)
                """
        case .near(let circle): return near(circle)
        case .key(let keys):
            let list = JSONValue.array(keys.sorted().map(JSONValue.string)).text
            return "record.key IN (SELECT value FROM json_each(\(parameter(.text(list)))))"
        // These are resolved before a store is queried.
        case .source, .favorite, .tag, .stale: return never()
        case .not(let condition): return "NOT " + expression(condition)
        case .any(let conditions): return conditions.isEmpty ? never() : joined(conditions[...], " OR ")
        case .all(let conditions): return conditions.isEmpty ? "1" : joined(conditions[...], " AND ")
        }
    }

    /// Never true; with a literal 0, SQLite would find no use for the index named in a statement.
    private mutating func never() -> String { parameter(.integer(0)) }

    /// Joins conditions half by half: SQLite limits the depth of an expression, and a chain is as deep as it is long.
    private mutating func joined(_ conditions: ArraySlice<RecordCondition>, _ link: String) -> String {
        guard conditions.count > 1 else { return conditions.map { expression($0) }.joined() }
        let middle = conditions.startIndex + conditions.count / 2
        return "(" + joined(conditions[..<middle], link) + link + joined(conditions[middle...], link) + ")"
    }

    private mutating func field(_ name: String, _ test: ValueTest) -> String {
        let path = "$.\"\(name)\""
        switch test {
        case .equals(let folded):
            let isField = "field_is(record.fields, \(parameter(.text(name))), \(parameter(.text(folded))))"
            guard let words = Self.words(ofTextOnly: folded) else { return isField }
            // Reading the words of a row costs next to nothing; reading its fields is expensive.
            let hasWords = SearchableText.columnMarks.map { marked(words, $0) }.joined(separator: " OR ")
            return "CASE WHEN \(hasWords) THEN \(isField) ELSE 0 END"
        case .number(let range):
            let path = parameter(.text(path))
            let value = """
                CASE json_type(record.fields, \(path)) WHEN 'text' THEN text_number(json_extract(record.fields, \(path))) \
                WHEN 'integer' THEN json_extract(record.fields, \(path)) \
                WHEN 'real' THEN json_extract(record.fields, \(path)) END
                """
            var sql = "coalesce(\(value) IS NOT NULL"
            if let lower = range.lower {
                sql += " AND \(value) \(lower.isIncluded ? ">=" : ">") \(parameter(.decimal(lower.number)))"
            }
            if let upper = range.upper {
                sql += " AND \(value) \(upper.isIncluded ? "<=" : "<") \(parameter(.decimal(upper.number)))"
            }
            return sql + ", 0)"
        case .date(let span): return spanned("json_extract(record.fields, \(parameter(.text(path + ".date"))))", span)
        }
    }

    private mutating func spanned(_ date: String, _ span: DateSpan) -> String {
        let from = span.from.map { " AND \(date) >= \(parameter(.text($0)))" } ?? ""
        let before = span.before.map { " AND \(date) < \(parameter(.text($0)))" } ?? ""
        return "coalesce(\(date) IS NOT NULL\(from)\(before), 0)"
    }

    private mutating func has(_ part: RecordCondition.Part) -> String {
        switch part {
        case .coordinate: "record.latitude IS NOT NULL"
        case .date: "record.date IS NOT NULL"
        case .url: "record.url IS NOT NULL"
        case .subtitle: "record.subtitle IS NOT NULL"
        case .tag, .note: never()
        case .column(let name):
            "coalesce(json_type(record.fields, \(parameter(.text("$.\"\(name)\"")))) IS NOT NULL, 0)"
        }
    }

    private mutating func words(_ words: [String], isOpen: Bool) -> String {
        guard !words.isEmpty else { return never() }
        let (subtitle, other) = (SearchableText.Place.subtitle.mark, SearchableText.Place.other.mark)
        let text = parameter(.text(" " + words.joined(separator: " ") + (isOpen ? "" : " ")))
        return """
            (instr(' ' || record.folded || ' ', \(text)) > 0 \
            OR instr(' ' || coalesce(record.alternate, '') || ' ', \(text)) > 0 \
            OR instr(coalesce(record.other_titles, ''), \(text)) > 0 \
            OR \(marked(words, subtitle, isOpen: isOpen)) OR \(marked(words, other, isOpen: isOpen)))
            """
    }

    /// Whether words with a mark are adjacent; if open, the last may be a prefix.
    private mutating func marked(_ words: [String], _ mark: String, isOpen: Bool = false) -> String {
        let text = words.map { " " + mark + $0 }.joined() + (isOpen ? "" : " ")
        return "instr(record.words || ' ', \(parameter(.text(text)))) > 0"
    }

    private mutating func near(_ circle: Circle) -> String {
        let (south, north) = parameters(circle.latitudes)
        let longitudes = circle.longitudes.map { range -> String in
            let (west, east) = parameters(range)
            return "record.longitude BETWEEN \(west) AND \(east)"
        }.joined(separator: " OR ")
        return """
            coalesce(record.latitude BETWEEN \(south) AND \(north) AND (\(longitudes)) \
            AND \(distance(to: circle.center)) <= \(parameter(.decimal(circle.radius))), 0)
            """
    }

    /// Makes the text index find the rows of a source that have all the words; with conditions on fields, they are few.
    mutating func narrowByWords(to ids: ClosedRange<Int64>) {
        guard !indexedWords.isEmpty else { return }
        let words = parameter(.text(indexedWords.joined(separator: " AND ")))
        let (first, last) = (parameter(.integer(ids.lowerBound)), parameter(.integer(ids.upperBound)))
        sql += """
             AND record.id IN (
                SELECT rowid FROM record_text WHERE record_text MATCH \(words) AND rowid BETWEEN \(first) AND \(last)
            )
            """
    }

    /// The bounds of a range as parameters.
    private mutating func parameters(_ range: ClosedRange<Double>) -> (String, String) {
        (parameter(.decimal(range.lowerBound)), parameter(.decimal(range.upperBound)))
    }

    /// The distance of a row from a place in kilometers.
    mutating func distance(to place: Coordinate) -> String {
        let (latitude, longitude) = (parameter(.decimal(place.latitude)), parameter(.decimal(place.longitude)))
        return "distance(record.latitude, record.longitude, \(latitude), \(longitude))"
    }

    /// The boxes of a circle as a parameter.
    mutating func boxes(of circle: Circle) -> String { parameter(.text(PlaceBoxes.json(of: circle))) }

    /// The condition that a title also starts with a form, if its accents matter.
    func and(titleBeginsWith form: SearchText.Form, in table: String = "record") -> ConditionSQL {
        guard let written = form.written else { return self }
        var condition = self
        let text = condition.parameter(.text(written))
        condition.sql += " AND title_is_written(\(text), \(form.isOpen ? 1 : 0), \(table).title)"
        return condition
    }

    /// The JSON path of a column in the fields, as a parameter.
    mutating func path(of column: String) -> String { parameter(.text("$.\"\(column)\"")) }

    private mutating func parameter(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(Self.firstParameter + values.count - 1)"
    }

    /// The phrases that must occur in a column of every matching row.
    private static func phrases(_ condition: RecordCondition) -> [[String]] {
        switch condition {
        case .field(_, .equals(let folded)): words(ofTextOnly: folded).map { [$0] } ?? []
        case .all(let conditions): conditions.flatMap(phrases)
        default: []
        }
    }

    /// The words of a folded value if only a text can have it; nil if it could be a number, a date, or a Boolean, whose
    /// words are not in the text index.
    private static func words(ofTextOnly folded: String) -> [String]? {
        let isNumeric = folded.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        // A value without letters, such as a flag, is not folded and has no words.
        guard !Folding.fold(folded).isEmpty, !isNumeric, !["true", "false", "null"].contains(folded) else { return nil }
        return folded.split(separator: " ").map(String.init)
    }
}
