/// A sum of numbers without accumulated rounding errors, so that ten times 0.1 is 1.
///
/// Neumaier's variant of Kahan's summation (https://en.wikipedia.org/wiki/Kahan_summation_algorithm).
struct CompensatedSum {
    private var sum = 0.0
    private var lost = 0.0

    /// Adds up numbers.
    init(_ numbers: some Sequence<Double>) {
        for number in numbers { add(number) }
    }

    /// The sum so far.
    var value: Double { lost.isFinite ? sum + lost : sum }

    /// Adds a number.
    mutating func add(_ number: Double) {
        let total = sum + number
        lost += abs(sum) >= abs(number) ? (sum - total) + number : (number - total) + sum
        sum = total
    }
}
