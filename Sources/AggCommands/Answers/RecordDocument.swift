import AggCore
import AggSearch
import AggSource

/// A record as JSON: whole, or the columns that were asked for.
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
            let value =
                switch column {
                case "latitude", "longitude": whole["coordinate"]?[column]
                default: whole[column] ?? whole["fields"]?[column]
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
        if let absence = row.absence { object["absence"] = .string(absence.text) }
        return object
    }
}

extension AnswerDocument {
    /// Makes the document of records, each written when it is asked for.
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
