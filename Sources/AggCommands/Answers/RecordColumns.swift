import AggCore
import AggSearch
import AggSource
import AggStorage

/// The columns of records, and their exact texts.
enum RecordColumns {
    /// The columns shown by default.
    static let usual = [
        "address", "source", "title", "subtitle", "date", "latitude", "longitude", "url", "favorite",
    ]
    /// The user's notes on a favorite.
    static let ofFavorites = ["tags", "note"]
    /// The columns that explain why a record is news.
    static let ofNews = ["news", "when", "unread"]
    /// The columns that explain why a record is an alert.
    static let ofAlerts = ["search"] + ofNews
    /// The columns of tables for people, by command; other commands have the same table.
    static let ofTables = [
        "explain": ["title", "subtitle", "match", "why", "address"],
        "related": ["title", "subtitle", "why", "address"],
    ]

    /// The columns of records, apart from those of their sources.
    static let own =
        usual + ["key", "alternative_titles", "matched_title", "match", "why", "distance_km"] + ofFavorites + ofAlerts
    static let ownNames = Set(own)

    /// The name that selects a source's column: with an underscore appended if every record has a column of that name.
    static func selecting(_ column: String) -> String { ownNames.contains(column) ? column + "_" : column }

    /// The columns that a command shows in formats for programs, unless others are selected.
    static func shown(by command: String) -> [String] {
        switch command {
        case "alerts": usual + ofAlerts
        case "explain": usual + ["match", "why"]
        case "favorites": usual + ofFavorites
        case "news": usual + ofNews
        case "related": usual + ["why"]
        default: usual
        }
    }

    /// All columns that some records have: the usual ones, other known values, and those of their sources.
    static func all(of rows: [RecordsAnswer.Row], declared: [String]) -> [String] {
        var columns = usual + ["key"]
        if rows.contains(where: { $0.tier != nil }) { columns.append("match") }
        if rows.contains(where: { $0.reason != nil }) { columns.append("why") }
        if rows.contains(where: { $0.distance != nil }) { columns.append("distance_km") }
        if rows.contains(where: { $0.favorite != nil }) { columns += ofFavorites }
        if rows.contains(where: { $0.news?.search != nil }) { columns += ofAlerts }
        if rows.contains(where: { $0.news != nil }) { columns += ofNews }
        let fields = rows.flatMap { row in
            // A source's title is often the title of its records.
            row.record.fields.map { $0.value.text == text($0.name, of: row) ? $0.name : selecting($0.name) }
        }
        return once(columns + declared + fields)
    }

    /// The texts of given columns of a record.
    ///
    /// What an answer says about a record takes precedence over a column of its source with the same name, as in JSON;
    /// an underscore after the name selects the source's column.
    static func texts(_ columns: [String], of row: RecordsAnswer.Row) -> [String] {
        columns.map { text($0, of: row) }
    }

    private static func text(_ column: String, of row: RecordsAnswer.Row) -> String {
        let record = row.record
        return switch column {
        case "address": row.address.description
        case "source": row.address.source.description
        case "key": record.key
        case "title": record.title
        case "alternative_titles": record.alternativeTitles.joined(separator: ", ")
        case "matched_title": row.matchedTitle ?? ""
        case "subtitle": record.subtitle ?? ""
        case "date": record.date?.text ?? ""
        case "latitude": record.coordinate.map { JSONWriter.shortest($0.latitude) } ?? ""
        case "longitude": record.coordinate.map { JSONWriter.shortest($0.longitude) } ?? ""
        case "url": record.url ?? ""
        case "favorite": String(row.isFavorite)
        case "match": row.tier?.rawValue ?? ""
        case "why": row.why
        case "distance_km": row.distance.map { JSONWriter.shortest(($0 * 1_000).rounded() / 1_000) } ?? ""
        default:
            addedText(column, of: row) ?? record[column]?.text ?? hidden(by: column).flatMap { record[$0]?.text } ?? ""
        }
    }

    /// The source's column that a name with an underscore selects, because all records have a column of that name; nil for
    /// any other name.
    static func hidden(by column: String) -> String? {
        let name = String(column.dropLast())
        return column.hasSuffix("_") && ownNames.contains(name) ? name : nil
    }

    /// The text of a column that only favorites, news, or alerts have; nil if the answer does not show the record as
    /// such.
    private static func addedText(_ column: String, of row: RecordsAnswer.Row) -> String? {
        switch column {
        case "tags": row.favorite?.tags.joined(separator: ", ")
        case "note": row.favorite.map { $0.note ?? "" }
        case "news": row.news?.kind.rawValue
        case "when": row.news?.time.text
        case "unread": row.news.map { String($0.isUnread) }
        case "search": row.news?.search
        default: nil
        }
    }

    fileprivate static func once(_ columns: [String]) -> [String] {
        var seen: Set<String> = []
        return columns.filter { seen.insert($0).inserted }
    }
}

extension AnswerTable {
    /// Creates the table of records with the selected columns.
    init(_ rows: [RecordsAnswer.Row], of output: CommandOutput) {
        let usual = RecordColumns.shown(by: output.command)
        let columns = RecordColumns.once((output.columns ?? usual) + output.addedColumns)
        self.init(columns, count: rows.count) { RecordColumns.texts(columns, of: rows[$0]) }
    }
}
