import Foundation
import Glibc
import TestSupport
import Testing

extension AcceptanceTests {
    /// An idle program at the other end of a pipe does not keep agg from ending.
    struct StalledOutputTests {
        private let agg: Agg

        init() async throws {
            agg = try Agg()
            let list = (1...1_000).map { number in
                #"{"_id":\#(number),"country":"GB","name":"Place \#(number)","coord":{"lon":1,"lat":1}}"#
            }
            let url = try agg.file("cities.json", "[\(list.joined(separator: ","))]")
            try agg.configure(["cities": "url: \"\(url.absoluteString)\""])
            #expect(try await agg.run("refresh", "cities").status == 0)
        }

        @Test(.timeLimit(.minutes(5)), arguments: [SIGTERM, SIGINT], ["csv", "json", "table"])
        func `a signal ends a command whose output nobody reads`(signal: Int32, format: String) async throws {
            let said = try await errorsOfStalled(["--format", format], endedBy: signal)
            #expect(said.contains("interrupted"), "\(said)")
        }

        @Test(.timeLimit(.minutes(5)), arguments: [SIGTERM, SIGINT])
        func `a signal ends a command whose output and errors nobody reads`(signal: Int32) async throws {
            _ = try await errorsOfStalled([], endedBy: signal, inOnePipe: true)
        }

        /// Ends the program with a signal once the pipe for its output is full, and returns its errors.
        private func errorsOfStalled(
            _ options: [String], endedBy signal: Int32, inOnePipe: Bool = false
        ) async throws -> String {
            let unread = UnreadPipe()
            let errors = agg.folder.path("errors")
            #expect(FileManager.default.createFile(atPath: errors, contents: nil))
            let process = Process()
            process.executableURL = URL(filePath: builtProgram("agg"))
            process.arguments = ["--offline", "list", "cities", "--limit", "1000"] + options
            process.environment = agg.environment
            process.standardOutput = unread.output
            process.standardError = inOnePipe ? unread.output : try FileHandle(forWritingTo: URL(filePath: errors))
            let ended = AsyncStream<Void>.makeStream()
            process.terminationHandler = { _ in ended.continuation.finish() }
            try process.run()
            try await unread.waitUntilFull()
            kill(process.processIdentifier, signal)
            for await _ in ended.stream {}
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            return try String(contentsOfFile: errors, encoding: .utf8)
        }

        @Test(.timeLimit(.minutes(5)), arguments: ["read", "search place >"])
        func `Ctrl-C ends a command that waits on a named pipe`(command: String) async throws {
            #expect(mkfifo(agg.folder.path("pipe"), 0o600) == 0)
            let terminal = try agg.session("--offline")
            try await terminal.waitForPrompt()
            // Repeated, since Ctrl-C may come at any moment between the line and the command.
            for _ in 0..<20 {
                try terminal.type("\(command) \(agg.folder.path("pipe"))\r")
                // Lines are read in raw mode; commands run in the terminal's own mode, in which Ctrl-C is a signal.
                try await terminal.wait(for: "command") { _ in terminal.isCooked }
                try terminal.type("\u{3}")
                try await terminal.waitForPrompt()
            }
            try terminal.type("set limit\r")
            try await terminal.wait(for: "50")
        }

        @Test func `rejects a configuration in a pipe that nobody writes to`() async throws {
            let pipe = agg.folder.path("pipe.yml")
            #expect(mkfifo(pipe, 0o600) == 0)
            let run = try await agg.run("--config", pipe, "sources")
            #expect(run.status == 2)
            #expect(run.errors.contains("is a pipe that no program is writing to"))
        }
    }
}
