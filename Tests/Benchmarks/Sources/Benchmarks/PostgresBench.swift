import Foundation

/// Compares a store on a server with one in a folder in the same run; AGG_TEST_POSTGRES is the URL of the server.
struct PostgresBench {
    let place: Workplace
    let url: String
    /// The URL of a pooler in front of the server; nil if there is none.
    let pool: String?
    /// The served list, which a refresh reads.
    let served: String

    init?(place: Workplace, served: String) {
        let environment = ProcessInfo.processInfo.environment
        guard let url = environment["AGG_TEST_POSTGRES"] else { return nil }
        self.place = place
        self.url = url
        self.served = served
        pool = environment["AGG_TEST_POSTGRES_POOL"]
    }

    private var remote: Workplace { place.with(server: url) }

    func run(_ report: inout Report) throws {
        try refreshes(&report)
        try searches(&report)
        try oneShots(&report)
        try clients(&report)
    }

    private func refreshes(_ report: inout Report) throws {
        let first = try paired(
            3,
            {
                try emptyServer(); return try remote.seconds("refresh")
            }, { try place.refresh().seconds })
        report.add(
            "PostgreSQL: first refresh", duration(first.first), "SQLite: \(duration(first.second))", ratio: first.ratio,
            atMost: 2)
        let size = try ChildProcess.run(["psql", url, "-Atc", "SELECT pg_database_size('agg')"]).output
        let bytes = Double(size.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        let mirror = try fileSize(place.mirror)
        report.add(
            "PostgreSQL: size", megabytes(bytes), "SQLite: \(megabytes(mirror))", ratio: bytes / mirror, atMost: 2.1)
        let whole = try String(contentsOfFile: served, encoding: .utf8)
        let changed = try changing(whole) { try remote.seconds("refresh") }
        report.add(
            "PostgreSQL: refresh with 1 % changed", duration(changed), "first refresh: \(duration(first.first))",
            ratio: changed / first.first, atMost: 0.3)
        _ = try remote.seconds("refresh")
        let unchanged = try (0..<9).map { _ in try remote.run(["refresh", "--json"]).seconds }.median
        report.add("PostgreSQL: refresh with a 304 response, whole process", duration(unchanged))
    }

    /// Measures with every hundredth city renamed, and then restores the list.
    private func changing(_ whole: String, _ work: () throws -> Double) throws -> Double {
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            number, line -> String in
            guard number % 100 == 50 else { return String(line) }
            return String(line).replacing("\"name\":\"", with: "\"name\":\"New ", maxReplacements: 1)
        }
        try FileManager.default.removeItem(atPath: served)
        try lines.joined(separator: "\n").write(toFile: served, atomically: true, encoding: .utf8)
        defer { try? whole.write(toFile: served, atomically: true, encoding: .utf8) }
        return try work()
    }

    private func searches(_ report: inout Report) throws {
        _ = try remote.run(["refresh"])
        let names = try Names.sample(4_000, from: place.options.cities)
        let prefixes = SessionBench.prefixes(of: names)
        let kinds = [
            ("one prefix", prefixes.filter { !$0.text.contains(" ") }, 4.0),
            ("several words", prefixes.filter { $0.text.contains(" ") }, 1.5),
            ("two words", SessionBench.pairs(of: names, 1_000), 1.5),
        ]
        for (kind, queries, limit) in kinds {
            let (there, here) = (
                try SessionBench(place: remote).seconds(queries), try SessionBench(place: place).seconds(queries)
            )
            for (name, share, most) in [("p50", 0.5, 2.0), ("p99", 0.99, limit)] {
                let (first, second) = (there.percentile(share), here.percentile(share))
                report.add(
                    "PostgreSQL: search in a session, \(kind), \(name)", duration(first), "SQLite: \(duration(second))",
                    ratio: first / second, atMost: most)
            }
        }
    }

    private func oneShots(_ report: inout Report) throws {
        for (name, server, most) in [("", url, 30.0), (" through pgbouncer", pool ?? "", 15)] where !server.isEmpty {
            let there = place.with(server: server)
            let seconds = try (0..<25).map { _ in try there.seconds("search", "san", "jose") }.median
            report.add(
                "PostgreSQL: one search\(name), whole process", duration(seconds), wanted: "\(text(most)) ms",
                isReached: seconds * 1_000 <= most)
        }
    }

    /// Measures concurrent sessions, each with a connection and the same number of searches.
    private func clients(_ report: inout Report) throws {
        let names = try Names.sample(400, from: place.options.cities)
        let script = names.map { "search -- " + $0.replacing("\\", with: "").prefix(4) }.joined(separator: "\n")
        for count in [1, 8, 32] {
            let file = place.folder + "/searches"
            try script.write(toFile: file, atomically: true, encoding: .utf8)
            let start = ContinuousClock.now
            let runs = try (0..<count).map { number in
                try ChildProcess.spawn(
                    [place.options.agg, "--json"], input: file, output: place.folder + "/found-\(number)",
                    environment: remote.environment)
            }
            for run in runs {
                var status: Int32 = 0
                waitpid(run, &status, 0)
            }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            report.add("PostgreSQL: searches per second, \(count) clients", text(Double(count * names.count) / seconds))
        }
    }

    private func emptyServer() throws {
        _ = try ChildProcess.run(["psql", "-q", url, "-c", "DROP SCHEMA IF EXISTS agg, agg_sql CASCADE"])
        _ = try remote.run(["store", "init"])
    }
}
