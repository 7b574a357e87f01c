package import AggSource
import Foundation

/// Counts values; this is the definition of a facet for every store.
package struct FacetTally: Sendable {
    /// The most combinations of values that one record adds; two long lists would have millions.
    static let mostCombinations = 10_000

    private let request: FacetRequest
    private var counts: [[Facet.Value]: Int] = [:]
    private var facet = Facet()
    /// Rows that were added as distinct and need no further counting.
    private var distinct: [Facet.Row] = []

    /// Creates an empty tally.
    package init(_ request: FacetRequest) {
        self.request = request
    }

    /// Counts a record.
    package mutating func add(_ record: Record, from source: SourceID) {
        add(request.columns.map { $0.value(of: record, from: source) }, count: 1)
    }

    /// Counts records with these values; more with the same values may follow.
    package mutating func add(_ values: [FieldValue?], count: Int) {
        facet.records += count
        let items = zip(request.columns, values).map { counted($1, $0.grouping) }
        guard items.contains(where: { $0 != [.missing] }) else {
            facet.without += count
            return
        }
        let all = items.reduce(1) { min($0 * $1.count, Int(Int32.max)) }
        let omitted = max(0, all - Self.mostCombinations)
        // Sorted, so that every run leaves out the same ones.
        let ordered = omitted == 0 ? items : items.map { $0.sorted { $0.isBefore($1) } }
        for combination in Self.combinations(ordered) { counts[combination, default: 0] += count }
        facet.others += omitted
        facet.otherCount += omitted * count
    }

    /// Counts all records with a text in the only column, if no other text equals it; of a million texts, only the most
    /// frequent are kept.
    package mutating func addAll(_ text: String, count: Int) {
        facet.records += count
        distinct.append(Facet.Row([.text(text)], count))
        if distinct.count > max(4_096, request.limit * 4) { dropRarest() }
    }

    /// The rows, and the totals of what was left out.
    package func result() -> Facet {
        var tally = self
        let bins = request.columns.indices.map { column in
            FacetBins(counts.keys.lazy.map { $0[column] }, request.columns[column].grouping, request.step)
        }
        var rows: [[Facet.Value]: Int] = [:]
        for (values, count) in counts {
            rows[zip(bins, values).map { $0.bin(of: $1) }, default: 0] += count
        }
        if !rows.isEmpty {
            // A number may look like a text that was added as distinct.
            for row in tally.distinct { rows[row.values, default: 0] += row.count }
            tally.distinct = rows.map { Facet.Row($0.key, $0.value) }
        }
        tally.dropRarest()
        tally.facet.rows = tally.distinct
        if let first = bins.first, first.isOrdered {
            tally.facet.rows.sort { left, right in
                let isSame = left.values[0] == right.values[0]
                return isSame ? Self.isMoreFrequent(left, right) : left.values[0].isBefore(right.values[0])
            }
        }
        return tally.facet
    }

    private mutating func dropRarest() {
        distinct.sort(by: Self.isMoreFrequent)
        for row in distinct.dropFirst(request.limit) {
            facet.others += 1
            facet.otherCount += row.count
        }
        distinct.removeLast(max(0, distinct.count - request.limit))
    }

    private static func isMoreFrequent(_ left: Facet.Row, _ right: Facet.Row) -> Bool {
        if left.count != right.count { return left.count > right.count }
        for (left, right) in zip(left.values, right.values) where left != right { return left.isBefore(right) }
        return false
    }

    private func counted(_ value: FieldValue?, _ grouping: FacetColumn.Grouping) -> [Facet.Value] {
        switch value {
        case nil: [.missing]
        case .list(let items): items.isEmpty ? [.missing] : Set(items.map(Self.composed)).map { .text($0) }
        case .integer(let number) where grouping == .numbers: [.number(Double(number))]
        case .decimal(let number) where grouping == .numbers && number.isFinite: [.number(number)]
        case .date(let date) where grouping == .dates: [.text(String(date.text.prefix(request.dateLetters)))]
        case .decimal(let number) where !number.isFinite: [.text(number.description)]
        case .some(let value): [.text(Self.composed(value.text))]
        }
    }

    /// The text with each accented letter as one character: of equal spellings, every store shows the same one.
    private static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// The combinations of values, up to the limit.
    private static func combinations(_ items: [[Facet.Value]]) -> [[Facet.Value]] {
        items.reduce([[]]) { found, values in
            var longer: [[Facet.Value]] = []
            for start in found {
                for value in values.prefix(mostCombinations - longer.count) { longer.append(start + [value]) }
            }
            return longer
        }
    }
}

extension Facet.Value {
    /// Whether the value comes before another: numbers by size, then texts alphabetically, then missing values.
    package func isBefore(_ other: Facet.Value) -> Bool {
        switch (self, other) {
        case (.missing, _): false
        case (_, .missing): true
        case (.text(let left), .text(let right)): left < right
        case (.text, _): false
        case (_, .text): true
        default: (low ?? 0) < (other.low ?? 0)
        }
    }

    private var low: Double? {
        switch self {
        case .number(let number), .range(let number, _): number
        default: nil
        }
    }
}
