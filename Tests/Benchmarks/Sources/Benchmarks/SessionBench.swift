import Foundation

/// Searches in a session, timed by the program itself.
struct SessionBench {
    let place: Workplace

    /// Measures every prefix of names and their first two words; each distinct query runs once and counts as often as it occurs.
    func run(_ report: inout Report, _ what: String, _ names: [String], limits: (one: Double, two: Double)?) throws {
        let prefixes = Self.prefixes(of: names)
        let kinds = [
            ("prefixes of one word", prefixes.filter { !Self.hasWords($0.text) }, limits?.one),
            ("prefixes of several words", prefixes.filter { Self.hasWords($0.text) }, limits?.two),
            ("two words", Self.pairs(of: names, 1_000), limits?.two),
        ]
        for (kind, queries, limit) in kinds {
            let times = try seconds(queries)
            let (p50, p99) = (times.percentile(0.5) * 1_000, times.percentile(0.99) * 1_000)
            report.add(
                "search in a session, \(what), \(kind) (\(times.count))",
                "p50 \(text(p50)) ms, p99 \(text(p99)) ms, max \(text((times.max() ?? 0) * 1_000)) ms",
                wanted: limit.map { "p99 \(text($0)) ms" } ?? "", isReached: limit.map { p99 <= $0 })
        }
    }

    /// Whether a search treats a text as several words; the separator need not be a blank.
    private static func hasWords(_ text: String) -> Bool {
        let letters = text.map { $0.isLetter || $0.isNumber || "'’`‘".contains($0) }
        return letters.dropLast().contains(false)
    }

    /// Returns the times of queries, each repeated as often as it occurs.
    func seconds(_ queries: [(text: String, times: Int)]) throws -> [Double] {
        // The first searches of a session read the store for the first time.
        let first = queries.prefix(20)
        let script = (first + queries).map { "search -- " + $0.text.replacing("\\", with: "") }.joined(separator: "\n")
        let measured = try ChildProcess.times(
            [place.options.agg, "--json"], input: script, environment: place.environment)
        return zip(queries, measured.dropFirst(first.count)).flatMap { query, time in
            [Double](repeating: time, count: query.times)
        }
    }

    /// Returns the median time of a line in a session, after a few that do not count.
    func median(_ line: String) throws -> Double {
        let script = [String](repeating: line, count: 9).joined(separator: "\n")
        return try ChildProcess.times(
            [place.options.agg, "--json"], input: script, environment: place.environment
        ).dropFirst(2).map(\.self).median
    }

    static func prefixes(of names: [String]) -> [(text: String, times: Int)] {
        var counts: [String: Int] = [:]
        for name in names {
            for length in 1...max(1, name.count) {
                let prefix = String(name.prefix(length))
                if !prefix.hasSuffix(" ") { counts[prefix, default: 0] += 1 }
            }
        }
        return counts.sorted { $0.key < $1.key }.map { (text: $0.key, times: $0.value) }
    }

    static func pairs(of names: [String], _ count: Int) -> [(text: String, times: Int)] {
        names.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.filter { $0.contains(" ") }
            .prefix(count).map { (text: $0, times: 1) }
    }
}
