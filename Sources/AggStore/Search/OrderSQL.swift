import AggCore

/// An order that is asked for as the end of a statement: what lacks the value last, what is equal by title and key.
struct OrderSQL {
    let sql: String

    /// Makes the order; its values are bound with those of the condition.
    init(_ order: RecordOrder, _ condition: inout ConditionSQL) {
        let value =
            switch order {
            case .date: "record.date"
            case .title: "record.folded"
            case .column(let name, _): "json_extract(record.fields, \(condition.path(of: name)))"
            case .distance(let place): place.map { condition.distance(to: $0) } ?? "NULL"
            }
        let direction = order.isDescending ? " DESC" : ""
        sql = "(\(value)) IS NULL, (\(value))\(direction), record.folded, record.key"
    }
}
