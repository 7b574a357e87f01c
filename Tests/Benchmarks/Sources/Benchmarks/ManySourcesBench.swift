import Foundation

/// A store of 2,000 feeds with 50 items each, on a hundred hosts, compared with one of five feeds.
struct ManySourcesBench {
    let place: Workplace
    let server: Loopback

    func run(_ report: inout Report) throws {
        let few = try prompt(sources: 5)
        let many = try prompt(sources: 2_000)
        report.add(
            "startup to prompt, 2,000 sources", duration(many), "5 sources: \(duration(few))", ratio: many / few,
            atMost: 1.5)
        let list = try (0..<5).map { _ in try place.seconds("sources", "--json") }.median
        report.add("sources, 2,000 sources", duration(list), wanted: "100 ms", isReached: list <= 0.1)
        let queries = (1...500).map { (text: "item \($0 % 50) feed \($0 * 4)", times: 1) }
        let times = try SessionBench(place: place).seconds(queries).map { $0 * 1_000 }
        let p99 = times.percentile(0.99)
        report.add(
            "search in a session, 2,000 sources, several words (\(times.count))",
            "p50 \(text(times.percentile(0.5))) ms, p99 \(text(p99)) ms, max \(text(times.max() ?? .nan)) ms",
            wanted: "p99 5.0 ms", isReached: p99 <= 5)
    }

    /// Fills a store and returns the time to the prompt.
    private func prompt(sources: Int) throws -> Double {
        try place.configureFeeds((1...sources).map { server.address("feed/\($0)", host: 1 + $0 % 100) })
        _ = try place.refresh()
        return try (0..<11).map { _ in
            try Terminal.secondsToPrompt(
                [place.options.agg, "--offline"], "agg> ", environment: place.environment)
        }.median
    }
}
