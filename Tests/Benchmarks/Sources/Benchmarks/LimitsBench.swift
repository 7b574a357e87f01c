import Foundation

/// The smallest programs that do only one part of agg's work, which show how much of a figure agg cannot avoid.
struct LimitsBench {
    let place: Workplace
    let server: Loopback

    func run(_ report: inout Report) throws {
        try storage(&report)
        try processes(&report)
        try transport(&report)
    }

    /// SQLite alone, writing and reading the rows of the mirror.
    private func storage(_ report: inout Report) throws {
        guard let sqlite = place.peers["sqlite3"] else { return report.note(absent: "sqlite3") }
        for (part, what) in [
            ("rows", "writing rows and indexes"), ("text", "writing the text index"), ("both", "writing both at once"),
        ] {
            let result = try paired(5, { try place.limit(part, sqlite) }, { try place.refresh().seconds })
            report.add(
                "SQLite alone, \(what)", duration(result.first), "first refresh: \(duration(result.second))",
                ratio: result.ratio)
        }
        let reading = try paired(
            21, { try place.limit("read", sqlite) }, { try place.seconds("facet", "country", "--json") })
        report.add(
            "SQLite alone, reading all rows", duration(reading.first),
            "facet country, whole process: \(duration(reading.second))", ratio: reading.ratio)
    }

    /// Starting the program and nothing else.
    private func processes(_ report: inout Report) throws {
        let version = try paired(
            41, { try place.seconds("--version") }, { try place.seconds("search", "san", "--json") })
        report.add(
            "starting agg (--version)", duration(version.first), "search san: \(duration(version.second))",
            ratio: version.ratio)
    }

    /// curl alone, fetching unchanged feeds.
    private func transport(_ report: inout Report) throws {
        guard let curl = place.peers["curl"] else { return report.note(absent: "curl") }
        for (hosts, what, atOnce) in [(100, "100 hosts, 64 requests at once", 64), (1, "one host, 4 at once", 4)] {
            let list = place.folder + "/curl.conf"
            let lines = (1...100).map { number in
                "url = \"\(server.address("feed/\(number)", host: min(number, hosts)))\"\noutput = \"/dev/null\"\n"
            }
            try lines.joined().write(toFile: list, atomically: false, encoding: .utf8)
            let seconds = try (0..<5).map { _ in
                try ChildProcess.run([
                    curl, "--no-progress-meter", "--parallel", "--parallel-immediate", "--parallel-max", "\(atOnce)",
                    "--header", "If-None-Match: \"1\"", "--config", list,
                ]).seconds
            }.median
            report.add("curl alone, 100 unchanged feeds on \(what)", duration(seconds))
        }
    }
}
