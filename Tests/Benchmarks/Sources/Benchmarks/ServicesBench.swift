import Foundation
import Glibc

/// Measures the five sources in parallel, one very long data set, and the largest feeds.
struct ServicesBench {
    let agg: String
    let cities: String
    let peers: String
    /// The Python with the packages that `make peers` installs.
    let python: String
    /// The folder of recorded responses: `nyc-schools`, `feed`.
    let data: String
    let folder: String
    private var rows: [[String]] = []

    init(agg: String, cities: String, peers: String, python: String, data: String, folder: String) {
        (self.agg, self.cities, self.peers, self.python) = (agg, cities, peers, python)
        (self.data, self.folder) = (data, folder)
    }

    var table: String {
        (["| what | agg | against | ratio |", "| --- | --- | --- | --- |"]
            + rows.map { "| " + $0.joined(separator: " | ") + " |" }).joined(separator: "\n")
    }

    mutating func run() throws {
        try sideBySide("at full speed", speed: 0)
        try sideBySide("at 4 MB/s each", speed: 4)
        try longDataSet()
        try largestFeeds()
    }

    private var environment: [String: String] {
        ["AGG_CONFIG": folder + "/config.yml", "AGG_STORE": folder + "/store", "XDG_STATE_HOME": folder + "/state"]
    }

    /// Runs work while the services are running.
    private func withServices(rows: Int, speed: Int = 0, _ work: (_ firstPort: Int) throws -> Void) throws {
        let port = 20_000 + Int(getpid()) % 20_000
        let feed = data + "/feed/real-world/DaringFireball.rss"
        let schools = ["s3k6-pzi2", "f9bf-2cp4"].map { data + "/nyc-schools/\($0).json" }
        let server = try ChildProcess.spawn(
            [python, peers + "/services.py", "\(port)", cities] + schools + [feed, "\(rows)", "\(speed)"],
            input: "/dev/null", output: "/dev/null", environment: [:])
        defer {
            kill(server, SIGKILL)
            waitpid(server, nil, 0)
        }
        sleep(3)  // until it listens
        try work(port)
    }

    private func configure(_ sources: [String: String]) throws {
        let lines =
            sources.map { "  - {id: \($0.key), \($0.value)}" }.sorted()
            + Workplace.disabled(except: Set(sources.keys))
        try (["sources:"] + lines).joined(separator: "\n")
            .write(toFile: folder + "/config.yml", atomically: true, encoding: .utf8)
    }

    private func refresh(_ ids: String...) throws -> Run {
        try? FileManager.default.removeItem(atPath: folder + "/store")
        return try ChildProcess.run([agg, "refresh"] + ids, environment: environment)
    }

    private mutating func sideBySide(_ servers: String, speed: Int) throws {
        try withServices(rows: 10_000, speed: speed) { port in
            func address(_ offset: Int) -> String { "http://127.0.0.1:\(port + offset)" }
            try configure([
                "cities": "url: \"\(address(0))/cities.json\"", "chicago-inspections": "endpoint: \"\(address(1))\"",
                "feed": "url: \"\(address(2))/feed\"", "github": "endpoint: \"\(address(3))\"",
                "nyc-schools": "endpoint: \"\(address(4))\"",
            ])
            let all = try paired(3, { try refresh().seconds }, { try refresh("cities").seconds })
            rows.append([
                "five sources in parallel, servers \(servers)", "\(text(all.first)) s",
                "slowest source alone (cities): \(text(all.second)) s", "\(text(all.ratio)) x",
            ])
        }
    }

    private mutating func longDataSet() throws {
        try withServices(rows: 300_000) { port in
            try configure(["chicago-inspections": "endpoint: \"http://127.0.0.1:\(port + 1)\", max_records: all"])
            let run = try refresh()
            rows.append([
                "300,000 inspections of 1.5 KB: peak memory",
                "\(text(run.peakMegabytes, 1)) MB, \(text(run.seconds, 1)) s",
                "", "",
            ])
        }
    }

    private mutating func largestFeeds() throws {
        let documents = try Self.largestFeeds(in: data + "/feed/real-world")
        var sources: [String: String] = [:]
        for (number, path) in documents.enumerated() {
            sources["feed-\(number)"] = "kind: feed, url: \"\(URL(filePath: path).absoluteString)\""
        }
        try configure(sources)
        let peer = { try ChildProcess.run([python, peers + "/feeds.py"] + documents).seconds }
        let first = try paired(9, { try refresh().seconds }, peer)
        let again = try paired(
            9, { try ChildProcess.run([agg, "refresh", "--force"], environment: environment).seconds }, peer)
        for (what, result) in [("read and stored", first), ("read and unchanged", again)] {
            rows.append([
                "ten largest feeds, \(what), whole process", "\(text(result.first)) s",
                "feedparser, read only: \(text(result.second)) s", "\(text(result.ratio)) x",
            ])
        }
    }

    /// Returns the ten largest XML documents; feedparser reads only XML.
    private static func largestFeeds(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { name in [".xml", ".rss", ".atom", ".rdf"].contains { name.hasSuffix($0) } }
            .map { folder + "/" + $0 }
            .map { ($0, (try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int) ?? 0) }
            .sorted { $0.1 > $1.1 }.prefix(10).map(\.0)
    }
}
