import AggCore

/// Latitudes and longitudes for a person.
enum Degrees {
    /// Degrees with five decimals, about a metre.
    static func text(_ value: Double) -> String {
        let scaled = Int(clamping: (abs(value) * 100_000).rounded())
        let fraction = String(scaled % 100_000)
        let padded = String(repeating: "0", count: 5 - fraction.count) + fraction
        return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / 100_000).\(padded)"
    }
}
