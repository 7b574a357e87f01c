/// The orders of day, month, and year in which the values of a column are valid dates.
struct DateOrderEvidence {
    /// How many dates are invalid in each order.
    private var counts = DateText.Order.allCases.map { (order: $0, misfits: 0) }

    /// Adds a date, given the orders in which it is valid.
    mutating func add(_ orders: DateText.Reading) {
        guard orders != .any else { return }
        for index in counts.indices where !orders.contains(counts[index].order.reading) { counts[index].misfits += 1 }
    }

    /// How many dates are invalid in the best order.
    var misfits: Int { counts.map(\.misfits).min() ?? 0 }
    /// The orders in which the fewest dates are invalid.
    var orders: DateText.Reading {
        let least = misfits
        return DateText.Reading(counts.filter { $0.misfits == least }.map(\.order.reading))
    }
}
