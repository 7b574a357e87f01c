import Foundation

/// First refreshes of a long CSV file, and of the lines that a program prints.
struct TableBench {
    let place: Workplace

    private var table: String { place.folder + "/orders.csv" }
    /// The columns with text, which agg and its peers index.
    private static let texts = ["customer", "city", "category", "note"]

    func run(_ report: inout Report) throws {
        try file(&report)
        try program(&report)
    }

    private func file(_ report: inout Report) throws {
        var generator = Generator()
        try generator.writeTable(1_000_000, to: table)
        defer { place.remove("orders.csv") }
        try place.configure(Workplace.disabled(except: []))
        _ = try place.run(["source", "add", table])
        defer { place.remove("sources.d") }
        var peaks: [Double] = []
        let refresh = {
            let run = try place.refresh()
            peaks.append(run.peakMegabytes)
            return run.seconds
        }
        try place.compare(
            &report, "first refresh of a CSV file, 1 million rows", times: 3, with: "duckdb",
            "duckdb read_csv, with text index", atMost: 1.5, refresh,
            { duckdb in
                try ChildProcess.run(
                    [place.script("table.sh"), duckdb, place.peers.duckExtensions, table, place.folder + "/table.db"]
                        + [Self.texts.map { "'\($0)'" }.joined(separator: ", ")]
                ).seconds
            })
        try place.compare(
            &report, "first refresh of a CSV file, 1 million rows", times: 1, with: "sqlite-utils",
            "sqlite-utils insert --csv, enable-fts", atMost: 0.15, refresh,
            { utils in
                place.remove("table.db")
                let file = place.folder + "/table.db"
                return try ChildProcess.run([utils, "insert", file, "orders", table, "--csv", "--pk", "id"]).seconds
                    + ChildProcess.run([utils, "enable-fts", file, "orders"] + Self.texts).seconds
            })
        place.remove("table.db")
        if let sqlite = place.peers["sqlite3"] {
            let alone = try place.limit("both", sqlite)
            report.add("SQLite alone, writing the rows and indexes of this table on two cores", duration(alone))
        }
        let peak = peaks.median
        report.add(
            "peak memory of this refresh", "\(text(peak, 1)) MB", wanted: "100 MB", isReached: peak <= 100)
    }

    private func program(_ report: inout Report) throws {
        let lines = place.folder + "/cities.jsonl"
        let script = "grep '^{' '\(place.options.cities)' | sed 's/,$//' > '\(lines)'"
        _ = try ChildProcess.run(["/bin/sh", "-c", script])
        defer { place.remove("cities.jsonl") }
        let roles = "key: _id, title: name"
        let refresh = { (entry: String) in
            try place.configure(["  - {id: lines, \(roles), \(entry)}"] + Workplace.disabled(except: []))
            return try place.refresh().seconds
        }
        let result = try paired(
            5, { try refresh("kind: command, command: [cat, \"\(lines)\"]") },
            { try refresh("kind: table, url: \"\(URL(filePath: lines).absoluteString)\"") })
        report.add(
            "first refresh of 209,557 lines that a program prints", duration(result.first),
            "the same lines in a file: \(duration(result.second))", ratio: result.ratio, atMost: 1.3)
    }
}
