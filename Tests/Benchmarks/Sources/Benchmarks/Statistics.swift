extension [Double] {
    /// Returns the value below which a share of the values falls.
    func percentile(_ share: Double) -> Double {
        let ordered = sorted()
        return ordered.isEmpty ? .nan : ordered[Swift.min(ordered.count - 1, Int(Double(ordered.count) * share))]
    }

    var median: Double { percentile(0.5) }
}

/// Runs two commands in turn, so changes in the machine's speed affect both alike, and returns the median of the ratios.
func paired(_ count: Int, _ first: () throws -> Double, _ second: () throws -> Double) throws -> (
    first: Double, second: Double, ratio: Double
) {
    _ = (try first(), try second())
    let pairs = try (0..<count).map { _ in (try first(), try second()) }
    return (pairs.map(\.0).median, pairs.map(\.1).median, pairs.map { $0.0 / $0.1 }.median)
}

func text(_ value: Double, _ digits: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
}
