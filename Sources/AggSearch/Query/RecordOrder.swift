package import AggSource
import AggText

/// An order of records that a person asks for, in the place of the order of rank.
package enum RecordOrder: Hashable, Sendable {
    /// By the record's date.
    case date(isDescending: Bool)
    /// By the folded title.
    case title(isDescending: Bool)
    /// By the value of a column: numbers come before texts in both directions, and no value last.
    case column(String, isDescending: Bool)
    /// The nearest to a place first; without a place there is no order.
    case distance(Coordinate?)

    /// Whether a record comes before another: no value comes last, and equal values go by title and key.
    package func precedes(_ left: Record, _ right: Record) -> Bool {
        let (first, second) = (value(of: left), value(of: right))
        switch (first, second) {
        case (nil, nil): break
        case (nil, _): return false
        case (_, nil), (.number?, .text?): return true
        case (.text?, .number?): return false
        case (let first?, let second?) where first != second: return isDescending ? second < first : first < second
        default: break
        }
        let titles = (Folding.fold(left.title), Folding.fold(right.title))
        return titles.0 == titles.1 ? left.key.isBefore(right.key) : titles.0.isBefore(titles.1)
    }

    /// Whether the greatest comes first.
    package var isDescending: Bool {
        switch self {
        case .date(let isDescending), .title(let isDescending), .column(_, let isDescending): isDescending
        case .distance: false
        }
    }

    private enum Value: Equatable, Comparable {
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
        case .distance(let place):
            guard let place, let coordinate = record.coordinate else { return nil }
            return .number(place.distance(to: coordinate))
        case .column(let name, _):
            switch record[name] {
            case nil: return nil
            case .boolean(let flag): return .number(flag ? 1 : 0)
            case .some(let value): return value.number.map(Value.number) ?? .text(value.text)
            }
        }
    }
}
