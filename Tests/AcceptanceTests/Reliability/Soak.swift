import Foundation
import TestSupport
import Testing

/// How much the reliability tests try: a little in every run, a lot with `AGG_SOAK=1` (`make soak`).
///
/// A failure reports the seed; `AGG_SOAK_SEED` reproduces the same data, choices, and delays.
enum Soak {
    /// Whether this is the long run.
    static let isLong = environment["AGG_SOAK"] == "1"
    /// The seed of all random choices.
    static let seed = environment["AGG_SOAK_SEED"].flatMap(UInt64.init) ?? (isLong ? UInt64.random(in: 1...999_999) : 1)

    private static let environment = ProcessInfo.processInfo.environment

    /// How many times to try something; the environment variable `variable` sets the number for an even longer run.
    static func count(_ few: Int, long many: Int, _ variable: String) -> Int {
        guard isLong else { return few }
        return environment[variable].flatMap { Int($0) } ?? many
    }

    /// How long to go on; the environment variable `variable` sets the seconds for an even longer run.
    static func seconds(_ few: Int, long many: Int, _ variable: String) -> Duration {
        .seconds(count(few, long: many, variable))
    }

    /// The random choices of one part of a run, which depend only on the seed and the part.
    static func choices(_ part: Int) -> SeededGenerator { SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(part)) }

    /// Reports each loss as an issue, and adds a row to the table of results in the file that `AGG_SOAK_REPORT` names.
    static func report(
        _ promise: String, tried: String, lost: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for one in lost.prefix(20) {
            Issue.record("\(promise): \(one) (AGG_SOAK_SEED=\(seed))", sourceLocation: sourceLocation)
        }
        guard let path = environment["AGG_SOAK_REPORT"], let file = FileHandle(forUpdatingAtPath: path) else { return }
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data("| \(promise) | \(tried) | \(lost.count) | \(seed) |\n".utf8))
        try? file.close()
    }
}
