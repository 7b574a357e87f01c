import AggSearch

/// An order that is asked for as the end of a statement: no value comes last, equal values go by title and key.
struct OrderSQL {
    let sql: String

    /// Makes the order; its values are bound with those of the condition.
    init(_ order: RecordOrder, _ condition: inout ConditionSQL) {
        let values =
            switch order {
            case .date: ["record.date"]
            case .title: ["record.folded"]
            case .column(let name, _): Self.values(of: "json_extract(record.fields, \(condition.path(of: name)))")
            case .distance(let place): [place.map { condition.distance(to: $0) } ?? "NULL"]
            }
        let direction = order.isDescending ? " DESC" : ""
        sql = values.map { "(\($0)) IS NULL, (\($0))\(direction), " }.joined() + "record.folded, record.key"
    }

    /// The number that a field is, and the text of one that is none: numbers come first in both directions.
    private static func values(of field: String) -> [String] {
        let number = "CASE typeof(\(field)) WHEN 'text' THEN text_number(\(field)) ELSE \(field) END"
        return [number, "CASE WHEN typeof(\(field)) = 'text' AND text_number(\(field)) IS NULL THEN \(field) END"]
    }
}
