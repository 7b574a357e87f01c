import Foundation

/// A search as a whole process, compared with the alternatives that a user might run.
struct OneShotBench {
    let place: Workplace

    /// The query for the sqlite3 shell: the rows of one class by title, which an index covers.
    static let query = """
        SELECT title FROM record
        WHERE class = (SELECT class FROM record WHERE spelling IS NULL ORDER BY class DESC LIMIT 1)
            AND spelling IS NULL AND folded >= 'san' AND folded < 'sao' LIMIT 50
        """

    func run(_ report: inout Report, cities: String) throws {
        try againstShell(&report, "209,557 cities")
        try instructions(&report)
        let titles = place.folder + "/titles.txt"
        try Names.write(from: cities, to: titles)
        try prepare()
        try against(&report, "duckdb", "on its own file", 0.15, times: 11) { program in
            let query = "SELECT name, country FROM city WHERE name ILIKE 'san%' ORDER BY name LIMIT 50"
            return [program, place.folder + "/duck.db", "-json", "-c", query]
        }
        try against(&report, "sqlite-utils", "search", 0.15, times: 7) { program in
            [program, "search", place.folder + "/utils.db", "city", "san*", "--limit", "50"]
        }
        try against(&report, "litecli", "-e", 0.15, times: 7) { program in
            [program, place.mirror, "-e", Self.query.replacing("\n", with: " ")]
        }
        try against(&report, "datasette", "--get", 0.15, times: 5) { program in
            [program, place.folder + "/utils.db", "--get", "/utils/city.json?_search=san*&_searchmode=raw&_size=50"]
        }
        let filter = "limit(50; .[] | select(.name | ascii_downcase | startswith(\"san\")))"
        try against(&report, "jq", "on the JSON", 0.15, times: 5) { [$0, "-c", filter, cities] }
        try against(&report, "fzf", "--filter '^san' on the titles", 0.2, times: 11, input: titles) { program in
            [program, "--filter", "^san"]
        }
        try against(&report, "rg", "-i on the JSON lines, all matches", 0.2, times: 11) { program in
            [program, "-i", "\"name\":\"san", cities]
        }
    }

    /// Compares the whole process with the sqlite3 shell on the same store.
    func againstShell(_ report: inout Report, _ what: String) throws {
        try place.compare(
            &report, "search san, whole process, \(what)", times: 41, with: "sqlite3", "sqlite3, indexed prefix",
            atMost: 2, { try place.seconds("search", "san", "--json") },
            { try ChildProcess.run([$0, place.mirror, Self.query]).seconds })
    }

    private func against(
        _ report: inout Report, _ name: String, _ how: String, _ limit: Double, times: Int, input: String? = nil,
        _ command: (String) -> [String]
    ) throws {
        try place.compare(
            &report, "search san, whole process", times: times, with: name, "\(name) \(how)", atMost: limit,
            { try place.seconds("search", "san", "--json") },
            {
                try ChildProcess.run(
                    command($0), inputFile: input, environment: ["HOME": place.folder, "LANG": "C.UTF-8"]
                ).seconds
            })
    }

    /// Counts instructions, which repeat exactly whatever else the machine does.
    private func instructions(_ report: inout Report) throws {
        guard let valgrind = place.peers["valgrind"], let shell = place.peers["sqlite3"] else {
            return report.note(absent: "valgrind")
        }
        func count(_ command: [String]) throws -> Double {
            let log = place.folder + "/callgrind.log"
            let out = "--callgrind-out-file=" + place.folder + "/callgrind.out"
            _ = try ChildProcess.run(
                [valgrind, "--tool=callgrind", "--log-file=" + log, out] + command, environment: place.environment)
            let text = try String(contentsOfFile: log, encoding: .utf8)
            let number = text.split(separator: "refs:").last?.filter(\.isNumber) ?? ""
            return (Double(number) ?? .nan) / 1_000_000
        }
        let agg = try count([place.options.agg, "search", "san", "--json"])
        let peer = try count([shell, place.mirror, Self.query])
        report.add(
            "same search, millions of instructions (callgrind)", text(agg, 1), "sqlite3: \(text(peer, 1))",
            ratio: agg / peer)
    }

    /// Creates the files of the peers that need their own.
    private func prepare() throws {
        if let duck = place.peers["duckdb"] {
            _ = try place.loadWithDuckDB(duck, place.options.cities, into: "duck.db")
        }
        guard let utils = place.peers["sqlite-utils"] else { return }
        let file = place.folder + "/utils.db"
        if FileManager.default.fileExists(atPath: file) { return }
        _ = try ChildProcess.run([utils, "insert", file, "city", place.options.cities, "--pk", "_id"])
        _ = try ChildProcess.run([utils, "enable-fts", file, "city", "name", "country"])
    }
}
