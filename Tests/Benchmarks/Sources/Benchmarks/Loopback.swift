import Foundation
import Glibc

/// The server of the lists and feeds.
struct Loopback {
    let port: Int

    /// Serves the files of a folder.
    static func serving(_ folder: String, _ place: Workplace, _ work: (Loopback) throws -> Void) throws {
        let port = 20_000 + Int(getpid()) % 20_000
        let python = place.peers["python3"] ?? "python3"
        let server = try ChildProcess.spawn(
            [python, place.script("server.py"), "\(port)", folder], input: "/dev/null", output: "/dev/null",
            environment: [:])
        defer {
            kill(server, SIGKILL)
            waitpid(server, nil, 0)
        }
        sleep(2)  // until it listens
        try work(Loopback(port: port))
    }

    /// Returns the URL of a path on one of the loopback hosts.
    func address(_ path: String, host: Int = 1) -> String { "http://127.0.0.\(host):\(port)/\(path)" }
}
