import Foundation

/// A folder with a configuration and a store, and the program run in it.
struct Workplace {
    let options: Options
    let folder: String
    let peers: Peers
    /// The URL of the store if it is on a server.
    var server: String?

    var store: String { folder + "/store" }
    var mirror: String { store + "/mirror.sqlite" }

    var environment: [String: String] {
        [
            "AGG_CONFIG": folder + "/config.yml", "AGG_STORE": server ?? store, "XDG_STATE_HOME": folder + "/state",
            "HOME": folder, "LANG": "C.UTF-8",
        ]
    }

    /// The same place with a store on a server.
    func with(server: String) -> Workplace {
        var place = self
        place.server = server
        return place
    }

    func seconds(_ arguments: String...) throws -> Double { try run(arguments).seconds }

    func run(_ arguments: [String], input: String? = nil) throws -> Run {
        try ChildProcess.run([options.agg] + arguments, input: input, environment: environment)
    }

    /// Removes the store and refreshes into a new one.
    func refresh() throws -> Run {
        try emptyStore()
        return try run(["refresh"])
    }

    func emptyStore() throws { remove("store") }

    func remove(_ name: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder + "/" + name + suffix) }
    }

    /// Configures only the cities, from a URL.
    func configureCities(_ address: String, more: String = "") throws {
        try configure(["  - {id: cities, url: \"\(address)\"}"] + Self.disabled(except: ["cities"]), more)
    }

    /// Configures only feeds, from these URLs.
    func configureFeeds(_ addresses: [String]) throws {
        try configure(
            addresses.enumerated().map { "  - {id: feed-\($0.offset), kind: feed, url: \"\($0.element)\"}" }
                + Self.disabled(except: []))
    }

    /// The entries that disable the built-in sources, with exceptions.
    static func disabled(except ids: Set<String>) -> [String] {
        ["chicago-inspections", "cities", "feed", "github", "nyc-schools"].filter { !ids.contains($0) }
            .map { "  - {id: \($0), enabled: false}" }
    }

    func configure(_ sources: [String], _ more: String = "") throws {
        let text = (["sources:"] + sources).joined(separator: "\n") + "\n" + more
        try text.write(toFile: folder + "/config.yml", atomically: true, encoding: .utf8)
    }

    /// Loads a list into a database of DuckDB and returns the time.
    func loadWithDuckDB(_ program: String, _ list: String, into name: String) throws -> Double {
        try ChildProcess.run([script("duckdb.sh"), program, peers.duckExtensions, list, folder + "/" + name]).seconds
    }

    /// Loads a list from a URL into a database with Python and returns the time.
    func loadWithPython(_ program: String, _ address: String) throws -> Double {
        remove("peer.db")
        return try ChildProcess.run([program, script("refresh.py"), address, folder + "/peer.db"]).seconds
    }

    /// Returns the time in which SQLite alone does one part of the work for the stored mirror.
    func limit(_ part: String, _ sqlite: String) throws -> Double {
        try ChildProcess.run([script("limits.sh"), part, sqlite, mirror, folder]).seconds
    }

    func script(_ name: String) -> String { options.scripts + "/" + name }

    /// Measures agg and a peer in turn and adds the row; a missing peer is noted.
    func compare(
        _ report: inout Report, _ what: String, times: Int, with name: String, _ description: String,
        atMost limit: Double,
        _ first: () throws -> Double, _ second: (String) throws -> Double
    ) throws {
        guard let program = peers[name] else { return report.note(absent: name) }
        let result = try paired(times, first, { try second(program) })
        report.add(
            what, duration(result.first), "\(description): \(duration(result.second))", ratio: result.ratio,
            atMost: limit)
    }
}

/// Returns a duration in its most readable unit.
func duration(_ seconds: Double) -> String {
    seconds < 1 ? "\(text(seconds * 1_000)) ms" : "\(text(seconds)) s"
}

func progress(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
