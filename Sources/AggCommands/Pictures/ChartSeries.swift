import AggStorage
import Foundation

/// Fills gaps in a series: days, weeks, months, years, and ranges without records get empty bars.
enum ChartSeries {
    /// The maximum number of bars to fill in.
    private static let most = 600

    /// The rows, including those between them that have no count.
    static func filled(_ rows: [Facet.Row]) -> [Facet.Row] {
        var filled: [Facet.Row] = []
        for row in rows {
            if let last = filled.last {
                var next = following(last.values[0])
                while let value = next, value != row.values[0], isBefore(value, row.values[0]) {
                    if filled.count > most { return rows }
                    filled.append(Facet.Row([value], 0))
                    next = following(value)
                }
            }
            filled.append(row)
        }
        return filled
    }

    private static func following(_ value: Facet.Value) -> Facet.Value? {
        switch value {
        case .range(let from, let to): return to > from ? .range(to, sum(of: to, and: to - from)) : nil
        case .text(let text): return DateBins.following(text).map { .text($0) }
        default: return nil
        }
    }

    /// The sum of two numbers without a rounding error: the bounds of ranges have at most twelve digits.
    private static func sum(of first: Double, and second: Double) -> Double {
        let sum = first + second
        let unit = pow(10, log10(abs(first) + abs(second)).rounded(.up) - 12)
        let rounded = unit < 1 ? (sum / unit).rounded() / (1 / unit).rounded() : sum
        return rounded.isFinite ? rounded : sum
    }

    private static func isBefore(_ left: Facet.Value, _ right: Facet.Value) -> Bool {
        switch (left, right) {
        // Allow half a width of tolerance: the bounds are sums here and products there.
        case (.range(let left, let end), .range(let right, _)): right - left > (end - left) / 2
        case (.text(let left), .text(let right)): left.count == right.count && left < right
        default: false
        }
    }
}
