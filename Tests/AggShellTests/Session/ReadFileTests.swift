import AggCommands
import Foundation
import TestSupport
import Testing

@testable import AggShell

@Suite struct ReadFileTests {
    private let folder: TemporaryFolder
    private let bench: SessionBench

    init() throws {
        folder = try TemporaryFolder()
        bench = try SessionBench()
    }

    private func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        return folder.path(name)
    }

    @Test func `runs the commands of a file, and then continues`() async throws {
        let file = try write("f", "# a file\nok; partly\n\nok")
        #expect(await bench.run("read \(file)\nfive") == 6)
        #expect(bench.written == "ok\npartly\nok\nfive\n")
    }

    @Test func `an error names the file and the line`() async throws {
        let file = try write("f", "ok\nfail\nnonsense")
        #expect(await bench.run("ok\nread \(file)") == 1)
        #expect(
            bench.complaints == """
                agg: \(file):2: it is broken
                agg: \(file):3: unknown command “nonsense”; to search for words, use “search”; “help” lists the commands

                """)
    }

    @Test func `an error as JSON has the file as a member`() async throws {
        let file = try write("f", "fail --json")
        _ = await bench.run("read \(file)")
        #expect(
            bench.complaints.hasSuffix(#""line":1,"file":"\#(file.replacing("/", with: "\\/"))"}}"# + "\n")
                || bench.complaints.hasSuffix(#""line":1,"file":"\#(file)"}}"# + "\n"))
    }

    @Test func `files may read files, but not endlessly`() async throws {
        let inner = try write("inner", "ok")
        let outer = try write("outer", "read \(inner)\npartly")
        #expect(await bench.run("read \(outer)") == 6)
        #expect(bench.written == "ok\npartly\n")
        let endless = folder.path("endless")
        _ = try write("endless", "ok\nread \(endless)")
        #expect(await bench.run("read \(endless)") == 1)
        #expect(bench.written.split(separator: "\n").count == 2 + ScriptFile.greatestDepth)
        #expect(bench.complaints.contains("scripts are nested more than 16 levels deep"))
        #expect(bench.complaints.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["exit", "quit", "\\q"])
    func `exit ends only the file`(line: String) async throws {
        let inner = try write("f", "partly\n\(line)\nfive")
        let outer = try write("g", "read \(inner)\nstale")
        #expect(await bench.run("read \(outer)\nok") == 6)
        #expect(bench.written.hasPrefix("partly\n"))
        #expect(bench.written.hasSuffix("ok\n") && !bench.written.contains("five"))
    }

    @Test func `exit with a status ends the whole script`() async throws {
        let file = try write("f", "partly\nexit 4\nok")
        #expect(await bench.run("read \(file)\nok") == 4)
        #expect(bench.written == "partly\n")
    }

    @Test func `with bail, a failure in a file ends the script`() async throws {
        let file = try write("f", "fail\nok")
        #expect(await bench.run("read \(file)\nok", bail: true) == 1)
        #expect(bench.written.isEmpty)
    }

    @Test func `reports why a file cannot be read`() async throws {
        #expect(await bench.run("read \(folder.path("missing/f"))") == 1)
        #expect(await bench.run("read \(folder.path)") == 1)
        #expect(await bench.run("read ''") == 2)
        #expect(
            bench.complaints.hasPrefix(
                "agg: line 1: cannot read “\(folder.path("missing/f"))”: No such file or directory\nagg: line 1: cannot read “/"
            ))
        #expect(bench.complaints.contains("it is a folder, not a script"))
    }

    @Test func `read has no output of its own to redirect`() async throws {
        let file = try write("f", "ok")
        #expect(await bench.run("read \(file) > \(folder.path("x"))") == 2)
        #expect(bench.written.isEmpty)
    }

    @Test func `reports a line that is not text, and runs the next one`() async throws {
        try Data([0x6F, 0x6B, 0x0A, 0x61, 0xFF, 0x0A, 0x62, 0x00, 0x0A, 0x6F, 0x6B]).write(
            to: URL(filePath: folder.path("f")))
        #expect(await bench.run("read \(folder.path("f"))") == 2)
        #expect(bench.written == "ok\nok\n")
        #expect(bench.complaints.contains("f:2: not valid UTF-8; skipped this line\n"))
        #expect(bench.complaints.contains("f:3: not text (it contains a NUL byte)"))
    }

    @Test func `a startup file shows its errors but no output`() async throws {
        let file = try write("aggrc", "ok\nset limit 3\nfail")
        _ = await bench.executor.silent.run(try ScriptFile(file))
        bench.streams.flush()
        #expect(bench.written.isEmpty)
        #expect(bench.complaints == "agg: \(file):3: it is broken\n")
        #expect(bench.session.settings.limit == 3)
    }
}
