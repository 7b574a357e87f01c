import Foundation
import Glibc

/// A run of a program, with its duration and peak memory.
struct Run {
    var seconds: Double
    var peakMegabytes: Double
    var output: String
}

enum ChildProcess {
    /// Runs a program to its end and keeps its output; its input is a text or a file.
    static func run(
        _ command: [String], input: String? = nil, inputFile: String? = nil, environment: [String: String] = [:]
    ) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.path
        let (out, script) = (folder + "/bench-out-\(getpid())", inputFile ?? folder + "/bench-in-\(getpid())")
        if inputFile == nil { try (input ?? "").write(toFile: script, atomically: false, encoding: .utf8) }
        let start = ContinuousClock.now
        let process = try spawn(command, input: script, output: out, environment: environment)
        let usage = try end(of: process, command)
        let elapsed = ContinuousClock.now - start
        let output = try String(decoding: Data(contentsOf: URL(filePath: out)), as: UTF8.self)
        return Run(seconds: elapsed / .seconds(1), peakMegabytes: Double(usage.ru_maxrss) / 1024, output: output)
    }

    /// Runs a script of searches and returns the time in seconds that each answer reports; the answers, which can be
    /// gigabytes, are read as they arrive.
    static func times(_ command: [String], input: String, environment: [String: String]) throws -> [Double] {
        let script = FileManager.default.temporaryDirectory.path + "/bench-in-\(getpid())"
        try input.write(toFile: script, atomically: false, encoding: .utf8)
        let pipe = script + "-pipe"
        unlink(pipe)
        guard mkfifo(pipe, 0o600) == 0 else { throw Failure(text: "no pipe") }
        defer { unlink(pipe) }
        let process = try spawn(command, input: script, output: pipe, environment: environment)
        guard let answers = fopen(pipe, "r") else { throw Failure(text: "no pipe") }
        defer { fclose(answers) }
        var (line, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        var times: [Double] = []
        while getline(&line, &size, answers) > 0, let line {
            guard let start = strstr(line, "\"elapsed_ms\":") else { continue }
            times.append(strtod(start + 13, nil) / 1_000)
        }
        _ = try end(of: process, command)
        return times
    }

    private static func end(of process: pid_t, _ command: [String]) throws -> rusage {
        var (status, usage): (Int32, rusage) = (0, rusage())
        wait4(process, &status, 0, &usage)
        guard status == 0 else { throw Failure(text: "\(command.joined(separator: " ")) ended with \(status >> 8)") }
        return usage
    }

    /// Starts a program with its streams redirected to files.
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
