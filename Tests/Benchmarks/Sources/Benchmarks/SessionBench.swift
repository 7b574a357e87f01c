import Foundation

/// Searches in a session, as the program itself times them.
struct SessionBench {
    let place: Workplace

    /// Every prefix of names, and their first two words, each different query asked once and counted as often as it comes.
    func run(_ report: inout Report, _ what: String, _ names: [String], limits: (one: Double, two: Double)?) throws {
        let prefixes = Self.prefixes(of: names)
        let pairs = Self.pairs(of: names, 1_000)
        for (kind, queries, limit) in [
            ("every prefix of a name", prefixes, limits?.one), ("two words", pairs, limits?.two),
        ] {
            let times = try seconds(queries)
            let (p50, p99) = (times.percentile(0.5) * 1_000, times.percentile(0.99) * 1_000)
            report.add(
                "search in a session, \(what), \(kind) (\(times.count))",
                "p50 \(text(p50)) ms, p99 \(text(p99)) ms, max \(text((times.max() ?? 0) * 1_000)) ms",
                wanted: limit.map { "p99 \(text($0)) ms" } ?? "", isReached: limit.map { p99 <= $0 })
        }
    }

    /// The times of queries, each as often as it is asked.
    func seconds(_ queries: [(text: String, times: Int)]) throws -> [Double] {
        let script = queries.map { "search -- " + $0.text.replacing("\\", with: "") }.joined(separator: "\n")
        let measured = try ChildProcess.times(
            [place.options.agg, "--json"], input: script, environment: place.environment)
        return zip(queries, measured).flatMap { query, time in [Double](repeating: time, count: query.times) }
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
