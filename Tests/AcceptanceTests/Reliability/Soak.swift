import Foundation
import TestSupport
import Testing

/// How much the tests of reliability try: a little in every run, much with `AGG_SOAK=1` (`make soak`).
///
/// A failure names the seed; `AGG_SOAK_SEED` brings back the same data, the same choices and the same delays.
enum Soak {
    /// Whether this is the long run.
    static let isLong = environment["AGG_SOAK"] == "1"
    /// Where all choices begin.
    static let seed = environment["AGG_SOAK_SEED"].flatMap(UInt64.init) ?? (isLong ? UInt64.random(in: 1...999_999) : 1)

    private static let environment = ProcessInfo.processInfo.environment

    /// How many times something is tried; `variable` names the number for a run that is longer still.
    static func count(_ few: Int, long many: Int, _ variable: String) -> Int {
        guard isLong else { return few }
        return environment[variable].flatMap { Int($0) } ?? many
    }

    /// How long something goes on; `variable` names the number of seconds for a run that is longer still.
    static func seconds(_ few: Int, long many: Int, _ variable: String) -> Duration {
        .seconds(count(few, long: many, variable))
    }

    /// The choices of one part of a run: they depend on the seed and the part, and on nothing that came before.
    static func choices(_ part: Int) -> SeededGenerator { SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(part)) }

    /// A row of the table of figures, in the file that `AGG_SOAK_REPORT` names; says what was lost to the test.
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
