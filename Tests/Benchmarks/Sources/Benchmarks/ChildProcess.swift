import Foundation
import Glibc

/// A run of a program: how long it took and how much memory it used at most.
struct Run {
    var seconds: Double
    var peakMegabytes: Double
    var output: String
}

enum ChildProcess {
    /// Runs a program to its end, its output kept.
    static func run(_ command: [String], input: String? = nil, environment: [String: String] = [:]) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.path
        let (out, script) = (folder + "/bench-out-\(getpid())", folder + "/bench-in-\(getpid())")
        try (input ?? "").write(toFile: script, atomically: false, encoding: .utf8)
        let start = ContinuousClock.now
        let process = try spawn(command, input: script, output: out, environment: environment)
        var status: Int32 = 0
        var usage = rusage()
        wait4(process, &status, 0, &usage)
        let elapsed = ContinuousClock.now - start
        guard status == 0 else { throw Failure(text: "\(command.joined(separator: " ")) ended with \(status >> 8)") }
        return Run(
            seconds: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18,
            peakMegabytes: Double(usage.ru_maxrss) / 1024, output: try String(contentsOfFile: out, encoding: .utf8))
    }

    /// Starts a program with its streams on files.
    static func spawn(
        _ command: [String], input: String, output: String, environment more: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, 0x80)  // a session of its own, for the terminal
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables) == 0 else {
            throw Failure(text: "cannot start \(command[0])")
        }
        return process
    }
}

struct Failure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}
