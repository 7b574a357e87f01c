import AggCore
import AggSource
import AggStorage

/// Counts as a table with a column for each value of the last counted column.
struct PivotedCounts {
    /// The table: the other counted columns, one column per value, and the total.
    let table: DataTable
    /// The number of rows left out.
    let others: Int
    /// Whether records without any of the values are counted, too.
    let countsAll: Bool

    /// The maximum number of values with their own column; the others share one.
    private static let mostColumns = 24

    /// Creates the table from a complete answer, with up to `limit` rows.
    init(_ answer: FacetAnswer, limit: Int) {
        let names = answer.columns.dropLast().map(\.name)
        var order: [[Facet.Value]] = []
        var cells: [[Facet.Value]: [Facet.Value: Int]] = [:]
        var totals: [Facet.Value: Int] = [:]
        for row in answer.facet.rows {
            let key = Array(row.values.dropLast())
            guard let value = row.values.last else { continue }
            if cells[key] == nil { order.append(key) }
            cells[key, default: [:]][value, default: 0] += row.count
            totals[value, default: 0] += row.count
        }
        // Records without any of the values are not among the rows, but they have a cell.
        let missing = names.map { _ in Facet.Value.missing }
        countsAll = answer.facet.without > 0 && cells[missing] != nil && totals[.missing] != nil
        if countsAll {
            cells[missing, default: [:]][.missing, default: 0] += answer.facet.without
            totals[.missing, default: 0] += answer.facet.without
        }
        let isByValue = answer.columns.last?.grouping != .values
        let frequent = totals.keys.sorted { left, right in
            let counts = (totals[left] ?? 0, totals[right] ?? 0)
            return counts.0 == counts.1 ? left.isBefore(right) : counts.0 > counts.1
        }
        let own = frequent.prefix(Self.mostColumns)
        let columns = isByValue ? own.sorted { $0.isBefore($1) } : Array(own)
        func total(_ key: [Facet.Value]) -> Int { cells[key]?.values.reduce(0, +) ?? 0 }
        // Rows of dates and numbers are already in order.
        if answer.columns.first?.grouping == .values {
            let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
            order.sort { left, right in
                let totals = (total(left), total(right))
                return totals.0 == totals.1 ? places[left] ?? 0 < places[right] ?? 0 : totals.0 > totals.1
            }
        }
        others = max(0, order.count - limit)
        let hasRest = own.count < frequent.count
        let rows = order.prefix(limit).map { key -> [JSONValue] in
            let counts = columns.map { cells[key]?[$0] ?? 0 }
            let sum = total(key)
            let rest = hasRest ? [sum - counts.reduce(0, +)] : []
            return key.map(FacetOptions.json) + (counts + rest + [sum]).map { .integer(Int64($0)) }
        }
        let headings = columns.map { $0 == .missing ? "(none)" : $0.text } + (hasRest ? ["(others)"] : []) + ["total"]
        table = DataTable(columns: Self.distinct(names + headings), rows: rows, isTruncated: others > 0)
    }

    /// The names, with a number after repeated ones.
    private static func distinct(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.map { name in
            var own = name
            var number = 2
            while !seen.insert(own).inserted {
                own = "\(name) (\(number))"
                number += 1
            }
            return own
        }
    }
}
