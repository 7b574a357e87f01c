import AggSource
import Foundation
import TestSupport
import Testing

/// The built program with its own store and configuration.
final class Agg: Sendable {
    /// The result of one run of the program.
    struct Result {
        var status: Int32
        var output: String
        var errors: String
        /// Whether a signal ended the program, as in a crash; `status` is then the signal's number.
        var wasKilled = false

        /// The output as one JSON document.
        var json: JSONValue {
            get throws { try JSONValue(parsing: output.trimmingCharacters(in: .newlines)) }
        }

        /// The titles of the records of the JSON document.
        var titles: [String] {
            get throws { (try json["records"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue } }
        }

        /// The lines on standard error.
        var errorLines: [Substring] { errors.split(separator: "\n") }

        /// The notes on the first source in the JSON document.
        var notes: [String] {
            get throws { (try source("notes")?.arrayValue ?? []).compactMap(\.stringValue) }
        }

        /// A member of the first source in the JSON document.
        func source(_ name: String) throws -> JSONValue? { try json["sources"]?.arrayValue?.first?[name] }

        /// A member of the first outcome in the JSON document.
        func outcome(_ name: String) throws -> JSONValue? { try json["outcomes"]?.arrayValue?.first?[name] }
    }

    /// The built-in sources, present without a configuration.
    static let builtIns = ["chicago-inspections", "cities", "feed", "github", "nyc-schools"]

    let folder: TemporaryFolder
    /// The URL of a store on a server; nil for a folder.
    let server: String?

    /// Creates a home; without a configuration, it has only the built-in sources.
    init(configuration: String? = nil, server: String? = nil) throws {
        folder = try TemporaryFolder()
        self.server = server
        if let configuration { try configure(configuration) }
    }

    /// Creates a home whose cities come from a URL, with short network limits.
    convenience init(cities url: URL, _ more: String = "") throws {
        try self.init()
        try configure(cities: url, more)
    }

    /// The default network limits of the tests: no timeout ends first on a busy machine.
    static let network = "{connect_timeout: 60s, idle_timeout: 60s, deadline: 120s, max_wait: 1s, max_body: 1MB}"

    func configure(cities url: URL, _ more: String = "", network: String = Agg.network) throws {
        try configure(["cities": "url: \"\(url.absoluteString)\""], more, network: network)
    }

    /// Configures some sources, each with its values, and turns off the other built-in sources.
    func configure(_ sources: [String: String], _ more: String = "", network: String = Agg.network) throws {
        let others = Self.builtIns.filter { sources[$0] == nil }
        try configure(
            """
            sources:
            \(sources.map { "  - {id: \($0.key), \($0.value)}" }.sorted().joined(separator: "\n"))
            \(others.map { "  - {id: \($0), enabled: false}" }.joined(separator: "\n"))
            network: \(network)
            \(more)
            """)
    }

    func configure(_ text: String) throws {
        try text.write(toFile: folder.path("config.yml"), atomically: true, encoding: .utf8)
    }

    var environment: [String: String] {
        var environment = [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "AGG_STORE": server ?? folder.path("store"), "TZ": "UTC",
        ]
        environment["XDG_STATE_HOME"] = folder.path("state")
        // Coverage also counts the program's own code, and a sanitizer checks the program with the same options.
        for name in ["LLVM_PROFILE_FILE", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        if FileManager.default.fileExists(atPath: folder.path("config.yml")) {
            environment["AGG_CONFIG"] = folder.path("config.yml")
        }
        return environment
    }

    /// Runs the program until it exits.
    func run(
        _ arguments: String..., input: String = "", environment more: [String: String] = [:]
    ) async throws -> Result {
        try await run(arguments: arguments, input: input, environment: more)
    }

    /// Runs the program as a user who owns nothing.
    func run(as stranger: Stranger, _ arguments: String...) async throws -> Result {
        try await run(arguments: arguments, as: stranger)
    }

    func run(
        arguments: [String], input: String = "", inputPath: String? = nil, environment more: [String: String] = [:],
        as stranger: Stranger? = nil, in directory: String? = nil, program: String? = nil,
        killedAfter delay: Duration? = nil
    ) async throws -> Result {
        let files = ["in", "out", "err"].map { folder.path($0 + UUID().uuidString) }
        try input.write(toFile: files[0], atomically: false, encoding: .utf8)
        let process = Process()
        let program = program ?? builtProgram("agg")
        let command = stranger?.command(program, arguments) ?? (program: program, arguments: arguments)
        process.executableURL = URL(filePath: command.program)
        if let directory { process.currentDirectoryURL = URL(filePath: directory) }
        process.arguments = command.arguments
        process.environment = environment.merging(more) { $1 }
        // Without permission to write, the coverage runtime would complain on standard error.
        if stranger != nil { process.environment?["LLVM_PROFILE_FILE"] = "/dev/null" }
        for file in files[1...] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        let handles =
            try [FileHandle(forReadingFrom: URL(filePath: inputPath ?? files[0]))]
            + files[1...].map { try FileHandle(forWritingTo: URL(filePath: $0)) }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { return continuation.resume(throwing: error) }
            if let delay { Self.kill(process, after: delay) }
        }
        // Foundation may keep the process, and with it the files. With about 1,350 open files, it reads beyond the end of
        // the list of them when it starts the next process, and can crash.
        for handle in handles { try? handle.close() }
        let texts = try files[1...].map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
        for file in files { try? FileManager.default.removeItem(atPath: file) }
        return Result(
            status: process.terminationStatus, output: texts[0], errors: texts[1],
            wasKilled: process.terminationReason == .uncaughtSignal)
    }

    /// Kills a program without warning, as a power cut would.
    private static func kill(_ process: Process, after delay: Duration) {
        let end = ContinuousClock.now + delay
        Thread.detachNewThread {
            usleep(UInt32(clamping: max(0, (end - .now) / .microseconds(1))))
            if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        }
    }

    /// Runs a shell script until it exits.
    func shell(_ script: String, shell: String = "/bin/sh") async throws -> Result {
        try await run(arguments: ["-c", script], program: shell)
    }

    /// Starts a session on a pseudo-terminal.
    func session(
        _ arguments: String..., columns: Int = 100, rows: Int = 30, environment more: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try session(arguments: arguments, columns: columns, rows: rows, environment: more)
    }

    func session(
        arguments: [String], columns: Int = 100, rows: Int = 30, environment more: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let variables = environment.merging(more) { $1 }
        return try PseudoTerminal(
            [builtProgram("agg")] + arguments, columns: columns, rows: rows, environment: variables, in: folder)
    }

    /// Writes a file and returns its URL.
    func file(_ name: String, _ text: String) throws -> URL {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
        return URL(filePath: folder.path(name))
    }
}
