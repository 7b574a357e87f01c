package import AggSource
import AggText

/// A requested order of records, instead of the order by rank.
package indirect enum RecordOrder: Hashable, Sendable {
    /// By the record's date.
    case date(isDescending: Bool)
    /// By the folded title.
    case title(isDescending: Bool)
    /// By the value of a column: numbers before texts in either direction, texts by their folded forms, missing values
    /// last.
    case column(String, isDescending: Bool)
    /// By distance from a place, nearest first; without a place, no order.
    case distance(Coordinate?)
    /// By the first of several orders that distinguishes two records.
    case several([RecordOrder])

    /// The bytes that order the texts of a column, in every store: by the folded form, as titles, and then as written.
    ///
    /// A folded form has no NUL, so a shorter one comes first.
    package static func key(of text: String) -> String { Folding.fold(text) + "\0" + text }

    /// Whether a record comes before another: missing values come last, and equal values are ordered by title and key.
    package func precedes(_ left: Record, _ right: Record) -> Bool {
        for order in parts {
            if let precedes = order.distinguishes(left, right) { return precedes }
        }
        let titles = (Folding.fold(left.title), Folding.fold(right.title))
        return titles.0 == titles.1 ? left.key.isBefore(right.key) : titles.0.isBefore(titles.1)
    }

    /// The orders it consists of, the most significant first.
    package var parts: [RecordOrder] { if case .several(let orders) = self { orders } else { [self] } }

    /// The column that decides first; nil if something else does.
    package var firstColumn: String? { if case .column(let name, _) = parts.first { name } else { nil } }

    /// The columns it refers to.
    var columns: [String] {
        parts.compactMap { part in if case .column(let name, _) = part { name } else { nil } }
    }

    /// Whether it needs a place that the query does not have.
    var lacksPlace: Bool { parts.contains(.distance(nil)) }

    /// The order with a place for distances that have none.
    func around(_ place: Coordinate?) -> RecordOrder {
        switch self {
        case .distance(nil): .distance(place)
        case .several(let orders): .several(orders.map { $0.around(place) })
        default: self
        }
    }

    /// Whether the value of one record comes before that of another; nil if they are equal.
    private func distinguishes(_ left: Record, _ right: Record) -> Bool? {
        switch (value(of: left), value(of: right)) {
        case (nil, nil): nil
        case (nil, _): false
        case (_, nil), (.number?, .text?): true
        case (.text?, .number?): false
        case (let first?, let second?):
            // Texts that differ only in their encoding are ordered by it, as in a store.
            first < second ? !isDescending : second < first ? isDescending : nil
        }
    }

    /// Whether the greatest comes first.
    package var isDescending: Bool {
        switch self {
        case .date(let isDescending), .title(let isDescending), .column(_, let isDescending): isDescending
        case .distance, .several: false
        }
    }

    private enum Value: Comparable {
        case number(Double)
        case text(String)

        static func < (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.text(let left), .text(let right)): left.isBefore(right)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    private func value(of record: Record) -> Value? {
        switch self {
        case .date: return record.date.map { .text($0.text) }
        case .title: return .text(Folding.fold(record.title))
        case .several: return nil
        case .distance(let place):
            guard let place, let coordinate = record.coordinate else { return nil }
            return .number(place.distance(to: coordinate))
        case .column(let name, _):
            switch record[name] {
            case nil: return nil
            case .boolean(let flag): return .number(flag ? 1 : 0)
            // Dates are in ISO form, so they are ordered as they are.
            case .date(let date): return .text(date.text)
            case .some(let value): return value.number.map(Value.number) ?? .text(Self.key(of: value.text))
            }
        }
    }
}
