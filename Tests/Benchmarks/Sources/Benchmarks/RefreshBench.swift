import Foundation

/// Refreshes, from a list on a server to a searchable store.
struct RefreshBench {
    let place: Workplace
    let server: Loopback

    private var cities: String { place.options.cities }

    func run(_ report: inout Report) throws {
        try first(&report)
        try again(&report)
        try changed(&report)
        try memory(&report)
    }

    private func first(_ report: inout Report) throws {
        let refresh = { try place.refresh().seconds }
        try place.compare(
            &report, "first refresh", times: 7, with: "python3",
            "Python with orjson and sqlite3, same columns and indexes",
            atMost: 0.5, refresh,
            { try place.loadWithPython($0, server.address("cities.json")) })
        let hasText = FileManager.default.fileExists(atPath: place.peers.duckExtensions)
        try place.compare(
            &report, "first refresh", times: 3, with: "duckdb",
            "duckdb read_json, \(hasText ? "with" : "without") text index", atMost: 0.9, refresh,
            { try place.loadWithDuckDB($0, cities, into: "duck.db") })
        try place.compare(
            &report, "first refresh", times: 3, with: "sqlite-utils", "sqlite-utils insert, enable-fts", atMost: 0.18,
            refresh,
            { utils in
                place.remove("utils.db")
                let file = place.folder + "/utils.db"
                return try ChildProcess.run([utils, "insert", file, "city", cities, "--pk", "_id"]).seconds
                    + ChildProcess.run([utils, "enable-fts", file, "city", "name", "country"]).seconds
            })
        try place.compare(
            &report, "first refresh", times: 3, with: "jq", "jq to CSV, sqlite3 .import, same columns and indexes",
            atMost: 0.2,
            refresh,
            { jq in
                try ChildProcess.run([
                    place.script("import.sh"), jq, place.peers["sqlite3"] ?? "sqlite3", cities,
                    place.folder + "/import.db",
                ]).seconds
            })
    }

    /// Refreshes of the unchanged list: a conditional request with validators, the whole list without.
    private func again(_ report: inout Report) throws {
        try place.configureCities(server.address("plain/cities.json"))
        let result = try paired(
            5,
            {
                _ = try place.refresh()
                return try place.seconds("refresh")
            }, { try place.refresh().seconds })
        report.add(
            "refresh of unchanged data, without validators", duration(result.first),
            "first refresh: \(duration(result.second))", ratio: result.ratio, atMost: 0.4)
        try place.configureCities(server.address("cities.json"))
        _ = try place.refresh()
        let unchanged = try paired(15, { try place.seconds("refresh") }, { try place.seconds("-c", "sources") })
        report.add(
            "refresh with a 304 response, whole process", duration(unchanged.first),
            "agg -c sources: \(duration(unchanged.second))", ratio: unchanged.ratio)
    }

    /// Refreshes in which every city has another name.
    private func changed(_ report: inout Report) throws {
        let path = place.folder + "/www/changing.json"
        // A child's peak memory includes that of the process that started it, so this one does not read the list.
        let write = { (command: String) in
            let script = "\(command) '\(cities)' > '\(path).new'; mv '\(path).new' '\(path)'"
            _ = try ChildProcess.run(["/bin/sh", "-c", script])
        }
        defer { place.remove("www/changing.json") }
        try place.configureCities(server.address("changing.json"))
        let result = try paired(
            3,
            {
                try write("cat")
                _ = try place.refresh()
                try write("sed 's/\"name\":\"/&New /'")
                return try place.seconds("refresh")
            }, { try place.refresh().seconds })
        report.add(
            "refresh in which every row changed", duration(result.first), "first refresh: \(duration(result.second))",
            ratio: result.ratio, atMost: 1.1)
        try place.configureCities(server.address("cities.json"))
    }

    private func memory(_ report: inout Report) throws {
        let peak = try (0..<3).map { _ in try place.refresh().peakMegabytes }.median
        report.add(
            "peak memory, refresh of 19 MB", "\(text(peak, 1)) MB", wanted: "80 MB", isReached: peak <= 80)
        guard place.options.measuresGigabyte else { return }
        let path = place.folder + "/www/gigabyte.json"
        var generator = Generator()
        try generator.write(11_200_000, to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try place.configureCities(server.address("gigabyte.json"), more: "network: {max_body: 2GB, deadline: 30m}\n")
        let size = try fileSize(path)
        let run = try place.refresh()
        report.add(
            "refresh of \(text(size / 1e9)) GB", duration(run.seconds), wanted: "120 s", isReached: run.seconds <= 120)
        report.add(
            "peak memory, refresh of \(text(size / 1e9)) GB",
            "\(text(run.peakMegabytes, 1)) MB", "19 MB: \(text(peak, 1)) MB", ratio: run.peakMegabytes / peak,
            atMost: 1.2)
        try place.emptyStore()
    }
}
