package import AggCore
import AggSearch
package import AggSource
package import AggStorage

/// One record with all its fields and their column descriptions.
package struct RecordReport: Answer {
    /// The record and its source.
    package let answer: RecordsAnswer
    private let declared: [Column]

    package init(_ answer: RecordsAnswer, columns: [Column]) {
        self.answer = answer
        declared = columns
    }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        AnswerDocument(answer, query: nil, of: output)
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { AnswerTable(answer.rows, of: output) }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard let row = answer.rows.first else { return AnswerText("") }
        let source = Footer.lines(answer.sources.prefix(1).map(\.status), presentation, atMost: 1)
        let lines = RecordLayout(output, presentation).lines(row, declared: declared) + source
        return AnswerText(lines.joined(separator: "\n") + "\n")
    }

    package var showsRecords: Bool { true }
    package var records: [RecordsAnswer.Row]? { answer.rows }
    package var isOneRecord: Bool { true }
    package var sources: [SourceStatus] { answer.sources.map(\.status) }

    /// An existing record is shown, whatever the state of its source.
    package var requiredSources: [SourceStatus] { [] }
}

/// A record as JSON: all of it, or the selected columns.
struct RecordDocument: Sendable {
    private let columns: [String]?
    private let addedColumns: [String]

    init(_ output: CommandOutput) {
        columns = output.columns
        addedColumns = output.addedColumns
    }

    /// The document of a row.
    func json(_ row: RecordsAnswer.Row) -> JSONValue {
        let whole = Self.record(row)
        var object = columns == nil ? whole : [:]
        for column in (columns ?? []) + addedColumns where object[column] == nil {
            let value: JSONValue? =
                switch column {
                case "latitude", "longitude": whole["coordinate"]?[column]
                case "why": .string(row.why)
                default:
                    whole[column] ?? whole["fields"]?[column]
                        ?? RecordColumns.hidden(by: column).flatMap { whole["fields"]?[$0] }
                }
            object[column] = value ?? .null
        }
        return .object(object)
    }

    private static func record(_ row: RecordsAnswer.Row) -> JSONObject {
        let record = row.record
        var object: JSONObject = [
            "address": .string(row.address.description),
            "source": .string(row.address.source.description),
            "key": .string(record.key),
            "title": .string(record.title),
            "subtitle": record.subtitle.map(JSONValue.string) ?? .null,
            "date": record.date.map { .string($0.text) } ?? .null,
            "coordinate": record.coordinate.map { place in
                ["latitude": .decimal(place.latitude), "longitude": .decimal(place.longitude)]
            } ?? .null,
            "url": record.url.map(JSONValue.string) ?? .null,
            "favorite": .boolean(row.isFavorite),
            "match": row.tier.map { .string($0.rawValue) } ?? .null,
            "matched_title": row.matchedTitle.map(JSONValue.string) ?? .null,
            "alternative_titles": .array(record.alternativeTitles.map(JSONValue.string)),
            "fields": .object(JSONObject(record.fields.map { JSONObject.Member($0.name, $0.value.json) })),
        ]
        if let favorite = row.favorite {
            object["tags"] = .array(favorite.tags.map(JSONValue.string))
            object["note"] = favorite.note.map(JSONValue.string) ?? .null
            object["marked_at"] = RecordDate(instant: favorite.addedAt).map { .string($0.text) } ?? .null
        }
        if let distance = row.distance { object["distance_km"] = .decimal((distance * 1_000).rounded() / 1_000) }
        if let news = row.news {
            object["news"] = .string(news.kind.rawValue)
            object["at"] = RecordDate(instant: news.at).map { .string($0.text) } ?? .null
            object["when"] = .string(news.time.text)
            object["unread"] = .boolean(news.isUnread)
            if let search = news.search { object["search"] = .string(search) }
        }
        if let reason = row.reason { object["why"] = .string(reason) }
        if let absence = row.absence { object["absence"] = .string(absence.text) }
        return object
    }
}

extension AnswerDocument {
    /// Creates a document of records, each written on demand.
    init(_ answer: RecordsAnswer, query: String?, of output: CommandOutput) {
        let (rows, document) = (answer.rows, RecordDocument(output))
        var members: JSONObject = [
            "matched": answer.total.map { .integer(Int64($0)) } ?? .null,
            "sources": .array(answer.sources.map { $0.status.document(matched: $0.matched) }), "records": .array([]),
        ]
        if !answer.suggestions.isEmpty { members["suggestions"] = .array(answer.suggestions.map(JSONValue.string)) }
        if !answer.notes.isEmpty { members["notes"] = .array(answer.notes.map(JSONValue.string)) }
        self.init(rows: "records", count: rows.count, members: members) { document.json(rows[$0]) }
        self.query = query
        isTruncated = answer.isTruncated
    }
}

/// A record for people, one value per line.
struct RecordLayout {
    private let presentation: Presentation
    private let style: Style
    private let columns: [String]?
    private let addedColumns: [String]

    init(_ output: CommandOutput, _ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
        columns = output.tableColumns
        addedColumns = output.addedColumns
    }

    /// The heading of a record and the lines of its values; includes missing values if the source's columns are given.
    func lines(
        _ row: RecordsAnswer.Row, number: Int? = nil, declared: [Column] = [], _ text: SearchText? = nil
    ) -> [String] {
        func texts(_ names: [String]) -> [(String, String?)] {
            zip(names, RecordColumns.texts(names, of: row)).map { ($0, $1.isEmpty ? nil : $1) }
        }
        let usual = columns.map(texts) ?? pairs(row, declared)
        let added = texts(addedColumns.filter { name in !usual.contains { $0.0 == name } })
        return [heading(row, number, text)] + ValueLines(presentation).lines(usual + added, text)
    }

    private func heading(_ row: RecordsAnswer.Row, _ number: Int?, _ text: SearchText?) -> String {
        let number = number.map { style.bold("\($0). ") } ?? ""
        let star = row.isFavorite ? " " + style.text("★", .favorite) : ""
        let absence = row.absence.map { style.warning(" (\($0.text))") } ?? ""
        let title = VisibleText.of(row.shownTitle)
        return number + style.heading.marking(title, of: title, text) + star + absence
    }

    /// The values of a record; includes missing ones if the source's columns are given.
    private func pairs(_ row: RecordsAnswer.Row, _ columns: [Column]) -> [(String, String?)] {
        let record = row.record
        var pairs: [(String, String?)] = [("address", row.address.description)]
        if !record.alternativeTitles.isEmpty {
            pairs.append(("also called", record.alternativeTitles.joined(separator: "; ")))
        }
        if let subtitle = record.subtitle { pairs.append(("subtitle", subtitle)) }
        if let date = record.date { pairs.append(("date", TimeText.date(date))) }
        if let place = record.coordinate {
            pairs.append(
                ("coordinate", "\(JSONWriter.shortest(place.latitude)), \(JSONWriter.shortest(place.longitude))"))
        }
        if let distance = row.distance { pairs.append(("distance", RecordsTable.distance(distance))) }
        if let url = record.url { pairs.append(("link", url)) }
        pairs += record.fields.map { field in
            let unit = columns.first { $0.name == field.name }?.unit.map { " \($0)" } ?? ""
            if case .date(let date) = field.value { return (field.name, TimeText.date(date)) }
            return (field.name, field.value.text + unit)
        }
        pairs += columns.filter { record[$0.name] == nil }.map { ($0.name, nil) }
        if let favorite = row.favorite {
            if !favorite.tags.isEmpty { pairs.append(("tags", favorite.tags.joined(separator: ", "))) }
            if let note = favorite.note { pairs.append(("note", note)) }
            pairs.append(("marked", TimeText.instant(favorite.addedAt, in: presentation.zone)))
        }
        if let news = row.news { pairs.append(("news", NewsText.of(news))) }
        if let tier = row.tier { pairs.append(("match", tier.rawValue)) }
        return pairs
    }
}
