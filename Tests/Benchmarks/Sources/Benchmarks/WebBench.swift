import Foundation
import Glibc

/// The web page on all cities in a browser, and the HTTP API, compared with datasette with a text index of the same rows.
struct WebBench {
    let place: Workplace

    private static let token = "a-token-for-programs"
    /// The options of wrk: 32 connections that send requests in turn.
    private static let seconds = 8

    func run(_ report: inout Report, cities: String) throws {
        try measurePage(&report, cities)
        guard let wrk = place.peers["wrk"] else { return report.note(absent: "wrk") }
        let names = try Names.sample(1_000, from: cities)
        let port = 41_000 + Int(getpid()) % 20_000
        let path = "/api/search?limit=50&q="
        let agg = try serving(
            [place.options.agg, "serve", "--port", String(port), "--token", Self.token], port: port
        ) { process in
            let rate = try self.rate(wrk, port, path, names).rate
            try self.measureGrowth(&report, of: process) { try self.rate(wrk, port, path, names).requests }
            return rate
        }
        guard let datasette = place.peers["datasette"], let utils = place.peers["sqlite-utils"] else {
            return report.note(absent: "datasette")
        }
        let database = place.folder + "/web.db"
        _ = try ChildProcess.run([utils, "insert", database, "cities", cities, "--pk", "_id", "--flatten"])
        _ = try ChildProcess.run([utils, "enable-fts", database, "cities", "name", "--fts5"])
        let peer = try serving([datasette, "serve", database, "--port", String(port + 1)], port: port + 1) { _ in
            try rate(wrk, port + 1, "/web/cities.json?_size=50&_search=", names).rate
        }
        report.add(
            "time per request on /api/search, 32 clients (\(Int(agg)) per second)", duration(1 / agg),
            "datasette (\(Int(peer)) per second): \(duration(1 / peer))", ratio: peer / agg, atMost: 0.05)
    }

    /// Measures the page in a browser, with the script that also checks it; each line that it prints is a row.
    private func measurePage(_ report: inout Report, _ cities: String) throws {
        let root = place.options.scripts + "/../../.."
        let python = root + "/.build/web/bin/python3"
        guard access(python, X_OK) == 0 else { return report.note(absent: "the browser (make check-web)") }
        let command = [python, root + "/Docs/Tools/web/measure.py", place.options.agg, cities]
        for line in try ChildProcess.run(command).output.split(separator: "\n") {
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 4 else { throw Failure(text: "measure.py printed “\(line)”") }
            report.add(cells[0], cells[1], wanted: cells[2], isReached: cells[3] == "yes")
        }
    }

    /// Measures the memory and the open files of a server before and after 100,000 requests.
    private func measureGrowth(_ report: inout Report, of process: pid_t, _ requests: () throws -> Int) throws {
        let (memory, files) = (Self.memory(of: process), Self.openFiles(of: process))
        var count = 0
        while count < 100_000 { count += try requests() }
        let (later, more) = (Self.memory(of: process), Self.openFiles(of: process))
        report.add(
            "memory and open files of the server, and after \(count) more requests",
            "\(text(memory, 1)) MB, \(files) files; \(text(later, 1)) MB, \(more) files",
            wanted: "5 %, no files", isReached: later <= memory * 1.05 && more <= files)
    }

    /// Runs work while a server is running.
    private func serving<Value>(_ command: [String], port: Int, _ work: (pid_t) throws -> Value) throws -> Value {
        let process = try ChildProcess.spawn(
            command, input: "/dev/null", output: place.folder + "/server.txt", environment: place.environment)
        defer {
            kill(process, SIGINT)
            waitpid(process, nil, 0)
        }
        for _ in 0..<400 where !Self.isListening(port) { usleep(50_000) }
        return try work(process)
    }

    private static func isListening(_ port: Int) -> Bool {
        (try? ChildProcess.run(["curl", "-s", "-o", "/dev/null", "http://127.0.0.1:\(port)/"])) != nil
    }

    /// Returns the requests that wrk counts, in total and per second, for the names in turn.
    private func rate(
        _ wrk: String, _ port: Int, _ path: String, _ names: [String]
    ) throws -> (requests: Int, rate: Double) {
        let script = place.folder + "/wrk.lua"
        let list = names.map { name in
            let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return "\"\(path)\(encoded)\""
        }
        try """
        local paths = {\(list.joined(separator: ","))}
        local place = 0
        wrk.headers["Authorization"] = "Bearer \(Self.token)"
        function request()
            place = place % #paths + 1
            return wrk.format("GET", paths[place])
        end
        """.write(toFile: script, atomically: true, encoding: .utf8)
        let command = [
            wrk, "-t2", "-c32", "-d\(Self.seconds)s", "-s", script, "http://127.0.0.1:\(port)",
        ]
        let output = try ChildProcess.run(command).output
        if let line = output.split(separator: "\n").first(where: { $0.contains("Non-2xx") }) {
            throw Failure(text: "wrk: \(line)")
        }
        let lines = output.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("Requests/sec:") }
        let rate = line.flatMap { Double($0.dropFirst("Requests/sec:".count).trimmingCharacters(in: .whitespaces)) }
        let total = lines.first { $0.contains(" requests in ") }?.split(separator: " ").first.flatMap { Int($0) }
        guard let rate, let total, total > 0 else { throw Failure(text: "wrk: no requests") }
        return (total, rate)
    }

    /// Returns the memory of a process in megabytes after its connections have closed.
    private static func memory(of process: pid_t) -> Double {
        sleep(1)
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1_024
    }

    private static func openFiles(of process: pid_t) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
    }
}
