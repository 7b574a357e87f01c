import Foundation
import Glibc

/// Qualifiers, places, facets, suggestions, and maps on the cities and 100,000 inspections, timed by the program itself.
struct ExplorationBench {
    let place: Workplace

    func run(_ report: inout Report) throws {
        let cities = "  - {id: cities, url: \"\(URL(filePath: place.options.cities).absoluteString)\"}"
        try withInspections(100_000) { address in
            try place.configure(
                [cities, "  - {id: chicago-inspections, endpoint: \"\(address)\", max_records: all}"]
                    + Workplace.disabled(except: ["cities", "chicago-inspections"]))
            _ = try place.refresh()
        }
        let sample = try SampledCity.sample(1_000, from: place.options.cities)
        try session(&report, "search with two qualifiers and two words", Self.qualified(sample), "p99", 10)
        try session(&report, "near 5 km", sample.map { "near \($0.coord.lat),\($0.coord.lon) 5km" }, "p99", 5)
        try session(&report, "“did you mean” if nothing matches", Self.misspelled(sample), "p99", 10)
        try session(
            &report, "facet country, all records", [String](repeating: "facet country", count: 21), "p50", 20)
        try session(&report, "map of all cities", [String](repeating: "map source:cities", count: 21), "p50", 30)
        try facetAgainstShell(&report)
    }

    /// Queries with two words and two conditions that match a record: for every city, and as many for inspections.
    private static func qualified(_ cities: [SampledCity]) -> [String] {
        cities.enumerated().flatMap { number, city in
            let words = city.name.split { !$0.isLetter }.map(String.init).filter { $0.count > 1 }.prefix(2)
            let pair = words.count == 2 ? words.joined(separator: " ") : "\(words.first ?? "san") \(city.country)"
            return [
                "search country:\(city.country) has:coordinate \(pair)",
                "search results:fail date:>2012 place \(number * 9)",
            ]
        }
    }

    /// Names with two adjacent letters swapped, and one that does not occur.
    private static func misspelled(_ cities: [SampledCity]) -> [String] {
        cities.filter { $0.name.count > 4 && $0.name.allSatisfy(\.isLetter) }.prefix(300).map { city in
            var letters = Array(city.name)
            letters.swapAt(1, 2)
            letters.append("q")
            return "search \(String(letters))"
        }
    }

    /// Adds the times of lines in one session, after twenty lines that do not count.
    private func session(
        _ report: inout Report, _ what: String, _ lines: [String], _ kind: String, _ limit: Double
    ) throws {
        let first = lines.prefix(20)
        let measured = try ChildProcess.times(
            [place.options.agg, "--json"], input: (first + lines).joined(separator: "\n"),
            environment: place.environment)
        let times = measured.dropFirst(first.count).map { $0 * 1_000 }
        let (p50, p99) = (times.percentile(0.5), times.percentile(0.99))
        report.add(
            "\(what), in a session (\(times.count))",
            "p50 \(text(p50)) ms, p99 \(text(p99)) ms, max \(text(times.max() ?? .nan)) ms",
            wanted: "\(kind) \(text(limit, 0)) ms", isReached: (kind == "p99" ? p99 : p50) <= limit)
    }

    /// Compares with the same grouping in the sqlite3 shell, both as whole processes.
    private func facetAgainstShell(_ report: inout Report) throws {
        let query = """
            SELECT fields -> '$."country"', count(*) FROM record
            WHERE +source = (SELECT number FROM source WHERE id = 'cities') GROUP BY 1 ORDER BY 2 DESC
            """
        try place.compare(
            &report, "facet country, whole process", times: 11, with: "sqlite3", "sqlite3, same GROUP BY",
            atMost: 1.5, { try place.seconds("facet", "country", "--json") },
            { try ChildProcess.run([$0, place.mirror, query]).seconds })
    }

    /// Runs work while the server of the inspections is running.
    private func withInspections(_ rows: Int, _ work: (_ address: String) throws -> Void) throws {
        // The lists are served from the ports below.
        let port = 41_000 + Int(getpid()) % 20_000
        let nothing = "/dev/null"
        let server = try ChildProcess.spawn(
            ["python3", place.script("services.py"), "\(port)", nothing, nothing, nothing, nothing, "\(rows)", "0"],
            input: nothing, output: nothing, environment: [:])
        defer {
            kill(server, SIGKILL)
            waitpid(server, nil, 0)
        }
        sleep(3)  // until it listens
        try work("http://127.0.0.1:\(port + 1)")
    }
}
