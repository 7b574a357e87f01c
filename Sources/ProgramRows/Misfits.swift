/// How many values do not fit the types of their columns, and the first of them.
struct Misfits: Sendable {
    private var count = 0
    private var first = ""

    /// Counts a value, given its column and the number of its row.
    mutating func add(_ text: String, _ column: String, _ number: Int) {
        if count == 0 { first = "“\(text.prefix(40))” in \(column) at item \(number)" }
        count += 1
    }

    /// A note about the values; none if all values fit.
    var notes: [String] {
        guard count > 0 else { return [] }
        return [
            count == 1
                ? "1 value does not fit the type of its column and is stored as text (\(first))"
                : "\(count) values do not fit the types of their columns and are stored as text (first: \(first))"
        ]
    }
}
