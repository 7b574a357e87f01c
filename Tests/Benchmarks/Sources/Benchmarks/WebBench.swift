import Foundation
import Glibc

/// The HTTP API on all cities, compared with datasette with a text index of the same rows.
struct WebBench {
    let place: Workplace

    private static let token = "a-token-for-programs"
    /// The options of wrk: 32 connections that send requests in turn.
    private static let seconds = 8

    func run(_ report: inout Report, cities: String) throws {
        guard let wrk = place.peers["wrk"] else { return report.note(absent: "wrk") }
        let names = try Names.sample(1_000, from: cities)
        let port = 41_000 + Int(getpid()) % 20_000
        let agg = try serving(
            [place.options.agg, "serve", "--port", String(port), "--token", Self.token], port: port
        ) { process in
            let rate = try self.rate(wrk, port, "/api/search?limit=50&q=", names)
            let (memory, files) = (Self.memory(of: process), Self.openFiles(of: process))
            let again = try self.rate(wrk, port, "/api/search?limit=50&q=", names)
            report.add(
                "memory and open files of the server after \(Int(rate * Double(Self.seconds))) requests",
                "\(text(memory, 1)) MB, \(files) files; after \(Int(again * Double(Self.seconds))) more: "
                    + "\(text(Self.memory(of: process), 1)) MB, \(Self.openFiles(of: process)) files")
            return rate
        }
        guard let datasette = place.peers["datasette"], let utils = place.peers["sqlite-utils"] else {
            return report.note(absent: "datasette")
        }
        let database = place.folder + "/web.db"
        _ = try ChildProcess.run([utils, "insert", database, "cities", cities, "--pk", "_id", "--flatten"])
        _ = try ChildProcess.run([utils, "enable-fts", database, "cities", "name", "--fts5"])
        let peer = try serving([datasette, "serve", database, "--port", String(port + 1)], port: port + 1) { _ in
            try rate(wrk, port + 1, "/web/cities.json?_size=50&_search=", names)
        }
        report.add(
            "time per request on /api/search, 32 clients (\(Int(agg)) per second)", duration(1 / agg),
            "datasette (\(Int(peer)) per second): \(duration(1 / peer))", ratio: peer / agg, atMost: 0.05)
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

    /// Returns the requests per second that wrk counts, each for a different name.
    private func rate(_ wrk: String, _ port: Int, _ path: String, _ names: [String]) throws -> Double {
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
        let line = output.split(separator: "\n").first { $0.hasPrefix("Requests/sec:") }
        return line.flatMap { Double($0.dropFirst("Requests/sec:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
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
