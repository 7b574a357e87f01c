import Foundation
import Glibc

/// The measurements, one after the other.
struct Bench {
    let agg: String
    let list: String
    let peers: String
    let folder: String
    private var rows: [(what: String, figure: String, against: String, ratio: String)] = []

    init(agg: String, list: String, peers: String, folder: String) {
        (self.agg, self.list, self.peers, self.folder) = (agg, list, peers, folder)
    }

    var table: String {
        (["| what | agg | against | ratio |", "| --- | --- | --- | --- |"]
            + rows.map { "| \($0.what) | \($0.figure) | \($0.against) | \($0.ratio) |" }).joined(separator: "\n")
    }

    mutating func run() throws {
        try FileManager.default.createDirectory(atPath: folder + "/www", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/www/cities.json", withDestinationPath: list)
        let port = 20_000 + Int(getpid()) % 20_000
        let server = try ChildProcess.spawn(
            ["python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", folder + "/www"],
            input: "/dev/null", output: "/dev/null", environment: [:])
        defer {
            kill(server, SIGKILL)
            waitpid(server, nil, 0)
        }
        sleep(3)  // until it listens
        let address = "http://127.0.0.1:\(port)/cities.json"
        try configure(address)
        try refresh(address)
        try unchanged()
        try oneShot()
        try session()
        try prompt()
        try memory()
    }

    private var environment: [String: String] {
        ["AGG_CONFIG": folder + "/config.yml", "AGG_STORE": folder + "/store", "XDG_STATE_HOME": folder + "/state"]
    }

    private func configure(_ address: String) throws {
        let others = ["chicago-inspections", "feed", "github", "nyc-schools"].map { "  - {id: \($0), enabled: false}" }
        let text = (["sources:", "  - {id: cities, url: \"\(address)\"}"] + others).joined(separator: "\n")
        try text.write(toFile: folder + "/config.yml", atomically: true, encoding: .utf8)
    }

    private func aggSeconds(_ arguments: String..., input: String? = nil) throws -> Double {
        try ChildProcess.run([agg] + arguments, input: input, environment: environment).seconds
    }

    private mutating func refresh(_ address: String) throws {
        let result = try paired(
            5,
            {
                try? FileManager.default.removeItem(atPath: folder + "/store")
                return try aggSeconds("refresh")
            },
            {
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: folder + "/peer.sqlite" + suffix)
                }
                return try ChildProcess.run(["python3", peers + "/refresh.py", address, folder + "/peer.sqlite"])
                    .seconds
            })
        add("first refresh", "\(text(result.first)) s", "Python: \(text(result.second)) s", result.ratio)
    }

    private mutating func unchanged() throws {
        let result = try paired(15, { try aggSeconds("refresh") }, { try aggSeconds("-c", "sources") })
        add(
            "a refresh answered 304", "\(text(result.first * 1_000)) ms",
            "agg -c sources: \(text(result.second * 1_000)) ms",
            result.ratio)
    }

    private mutating func oneShot() throws {
        let query = """
            SELECT title FROM record
            WHERE class = (SELECT class FROM record WHERE spelling IS NULL ORDER BY class DESC LIMIT 1)
                AND spelling IS NULL AND folded >= 'san' AND folded < 'sao' LIMIT 50
            """
        let result = try paired(
            31, { try aggSeconds("search", "san", "--json") },
            { try ChildProcess.run(["sqlite3", folder + "/store/mirror.sqlite", query]).seconds })
        add(
            "search san, a whole process", "\(text(result.first * 1_000)) ms",
            "sqlite3, indexed prefix: \(text(result.second * 1_000)) ms", result.ratio)
    }

    private mutating func session() throws {
        let names = try Names.sample(1_000, from: list)
        let prefixes = names.flatMap { name in (1...6).compactMap { name.count >= $0 ? String(name.prefix($0)) : nil } }
        let pairs = names.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.filter { $0.contains(" ") }
        for (what, queries) in [("prefixes of 1 to 6 letters", prefixes), ("two words", pairs)] {
            let script = queries.map { "search -- " + $0.replacing("\\", with: "") }.joined(separator: "\n")
            let output = try ChildProcess.run([agg, "--json"], input: script, environment: environment).output
            let times = output.split(separator: "\n").compactMap { line -> Double? in
                guard let start = line.range(of: "\"elapsed_ms\":") else { return nil }
                return Double(line[start.upperBound...].prefix { $0.isNumber || $0 == "." })
            }
            let figure =
                "p50 \(text(times.median)) ms, p99 \(text(times.percentile(0.99))) ms, max \(text(times.max() ?? 0)) ms"
            rows.append(("search in a session, \(what) (\(times.count))", figure, "", ""))
        }
    }

    private mutating func prompt() throws {
        let result = try paired(
            15, { try Terminal.secondsToPrompt([agg, "--offline"], "agg> ", environment: environment) },
            {
                try Terminal.secondsToPrompt(
                    ["sqlite3", folder + "/store/mirror.sqlite"], "sqlite> ", environment: [:])
            })
        add(
            "start to prompt", "\(text(result.first * 1_000)) ms", "sqlite3: \(text(result.second * 1_000)) ms",
            result.ratio)
    }

    private mutating func memory() throws {
        try? FileManager.default.removeItem(atPath: folder + "/store")
        let once = try ChildProcess.run([agg, "refresh"], environment: environment)
        let long = folder + "/long.json"
        try Names.repeatList(list, times: 5, to: long)
        try configure(URL(filePath: long).absoluteString)
        try? FileManager.default.removeItem(atPath: folder + "/store")
        let five = try ChildProcess.run([agg, "refresh"], environment: environment)
        add(
            "peak memory of a first refresh, a list 5 times as long", "\(text(five.peakMegabytes, 1)) MB",
            "the list itself: \(text(once.peakMegabytes, 1)) MB", five.peakMegabytes / once.peakMegabytes)
    }

    private mutating func add(_ what: String, _ figure: String, _ against: String, _ ratio: Double) {
        rows.append((what, figure, against, "\(text(ratio)) x"))
    }
}
