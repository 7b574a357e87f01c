import Foundation

/// How the cost grows with the number of records, measured on generated lists in turn.
struct GrowthBench {
    let place: Workplace
    let server: Loopback
    let served: String

    func run(_ report: inout Report) throws {
        var plot = GrowthPlot()
        for count in place.options.scales {
            let list = served + "/generated.json"
            var generator = Generator()
            try generator.write(count, to: list)
            defer { try? FileManager.default.removeItem(atPath: list) }
            try place.configureCities(
                server.address("generated.json"), more: "network: {max_body: 2GB, deadline: 30m}\n")
            let refresh = try place.refresh()
            let what = "\(Self.grouped(count)) generated records"
            let names = try Names.sample(1_000, from: list)
            let session = SessionBench(place: place)
            let times = try session.seconds(SessionBench.prefixes(of: names))
            plot.add(.refresh, count, refresh.seconds)
            plot.add(.memory, count, refresh.peakMegabytes)
            plot.add(.size, count, try fileSize(place.mirror) / 1_000_000)
            plot.add(.searchMedian, count, times.percentile(0.5) * 1_000)
            plot.add(.searchTail, count, times.percentile(0.99) * 1_000)
            let facet = try session.median("facet country")
            plot.add(.facet, count, facet * 1_000)
            plot.add(.map, count, try session.median("map source:cities") * 1_000)
            progress("\(what): refresh \(duration(refresh.seconds)), peak \(text(refresh.peakMegabytes, 1)) MB")
            try peers(count, list, &plot)
            guard count >= 1_000_000 else { continue }
            try OneShotBench(place: place).againstShell(&report, what)
            try prompt(&report, what)
            report.add(
                "facet country, in a session, \(what)", duration(facet), wanted: count == 5_000_000 ? "300 ms" : "",
                isReached: count == 5_000_000 ? facet <= 0.3 : nil)
            try session.run(&report, what, names, limits: count == 5_000_000 ? (2, 8) : nil)
        }
        try place.emptyStore()
        if let path = place.options.plot {
            try plot.svg.write(toFile: path, atomically: true, encoding: .utf8)
        }
        for row in plot.rows { report.add(row.what, row.figure) }
    }

    /// Adds what peers take for the same list, and a search as a whole process for all of them.
    private func peers(_ count: Int, _ list: String, _ plot: inout GrowthPlot) throws {
        let search = { try place.seconds("search", "san", "--json") }
        if let sqlite = place.peers["sqlite3"] {
            let result = try paired(
                11, search, { try ChildProcess.run([sqlite, place.mirror, OneShotBench.query]).seconds })
            plot.add(.process, count, result.first * 1_000)
            plot.add(.shell, count, result.second * 1_000)
        }
        if let python = place.peers["python3"] {
            plot.add(.python, count, try place.loadWithPython(python, server.address("generated.json")))
            place.remove("peer.db")
        }
        if let duck = place.peers["duckdb"] {
            plot.add(.duckDB, count, try place.loadWithDuckDB(duck, list, into: "growth.db"))
            place.remove("growth.db")
        }
    }

    private static func grouped(_ count: Int) -> String {
        count < 1_000_000 ? "\(count / 1_000),000" : "\(count / 1_000_000) million"
    }

    private func prompt(_ report: inout Report, _ what: String) throws {
        try place.compare(
            &report, "startup to prompt, \(what)", times: 21, with: "sqlite3", "sqlite3 FILE", atMost: 2,
            {
                try Terminal.secondsToPrompt(
                    [place.options.agg, "--offline"], "agg> ", environment: place.environment)
            }, { try Terminal.secondsToPrompt([$0, place.mirror], "sqlite> ", environment: [:]) })
    }
}
