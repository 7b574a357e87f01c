import Glibc

extension [Double] {
    /// Returns the value below which a share of the values falls.
    func percentile(_ share: Double) -> Double {
        let ordered = sorted()
        return ordered.isEmpty ? .nan : ordered[Swift.min(ordered.count - 1, Int(Double(ordered.count) * share))]
    }

    var median: Double { percentile(0.5) }
}

/// Runs two commands in turn, so changes in the machine's speed affect both alike, and returns the median of the ratios.
///
/// Each run starts once the disk has everything that the one before it wrote. Otherwise, a run that waits for the disk
/// would also wait for what another left behind.
func paired(_ count: Int, _ first: () throws -> Double, _ second: () throws -> Double) throws -> (
    first: Double, second: Double, ratio: Double
) {
    func run(_ command: () throws -> Double) rethrows -> Double {
        sync()
        return try command()
    }
    _ = (try run(first), try run(second))
    let pairs = try (0..<count).map { _ in (try run(first), try run(second)) }
    return (pairs.map(\.0).median, pairs.map(\.1).median, pairs.map { $0.0 / $0.1 }.median)
}

func text(_ value: Double, _ digits: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
}
