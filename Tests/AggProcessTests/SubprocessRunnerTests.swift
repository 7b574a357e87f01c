import AggProcess
import AggSource
import Foundation
import TestSupport
import Testing

/// How programs are started, how they end, and how they are stopped.
struct SubprocessRunnerTests {
    @Test func `returns the output of a program with its status and its last errors`() async {
        let outcome = await Programs.shell("echo one; echo two; echo noise >&2; printf three; exit 3")
        #expect(outcome.output == "one\ntwo\nthree")
        #expect(outcome.end == ProgramEnd(.exited(3), lastErrors: "noise\n"))
    }

    @Test func `loses nothing when a long output is read slowly`() async {
        let program = Program("sh", ["-c", "head -c 3000000 /dev/zero"], environment: ["PATH": "/usr/bin:/bin"])
        let outcome = await Programs.run(program) { _ in try? await Task.sleep(for: .milliseconds(5)) }
        #expect(outcome.output.utf8.count == 3_000_000)
        #expect(outcome.end?.cause == .exited(0))
    }

    @Test func `runs a program without input or terminal, in its own group, with only its environment`() async throws {
        let outcome = await Programs.shell(
            "cat; ps -o pid=,pgid=,sid=,tty= -p $$; env; ls /proc/self/fd | tr '\\n' ' '",
            environment: ["PATH": "/usr/bin:/bin", "NAME": "value"])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let words = try #require(lines.first).split(separator: " ")
        #expect(words.count == 4 && Set(words.prefix(3)).count == 1 && words.last == "?")
        #expect(
            Set(
                lines[1...].dropLast().filter {
                    !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") && !$0.hasPrefix("SHLVL=") && !$0.hasPrefix("OLDPWD=")
                }) == ["NAME=value", "PATH=/usr/bin:/bin"])
        #expect(lines.last == "0 1 2 3 ")
    }

    @Test func `passes an unnamed file as an argument`() async {
        let program = Program(
            "sh", ["-c", "test -f \"$1\" && cat \"$1\" \"$1\"; readlink \"$1\"", "sh", .file(Array("secret\n".utf8))],
            environment: ["PATH": "/usr/bin:/bin"])
        let outcome = await Programs.run(program)
        #expect(outcome.output.hasPrefix("secret\nsecret\n"))
        #expect(outcome.output.hasSuffix("(deleted)\n"))
    }

    @Test(arguments: ["no-such-program", "/no/such/program", ""])
    func `reports a missing program`(path: String) async {
        let outcome = await Programs.run(Program(path, environment: ["PATH": "/usr/bin:/bin"]))
        #expect(outcome.error?.code == "program")
        #expect(outcome.error?.reason().contains("no such program “\(path)”") == true)
    }

    @Test func `reports a folder in place of a program`() async {
        let outcome = await Programs.run(Program("/tmp"))
        #expect(outcome.error == .program("cannot run “/tmp”: it is a folder, not a program"))
    }

    @Test func `reports a file that is not executable`() async {
        let outcome = await Programs.run(Program("/etc/passwd"))
        #expect(
            outcome.error
                == .program("passwd is not executable; run: chmod +x /etc/passwd"))
    }

    @Test(arguments: [
        (
            "#! /no/such/interpreter -x\n",
            "the interpreter “/no/such/interpreter” in its first line does not exist or is not executable"
        ),
        (
            "#!/tmp\n",
            "the interpreter “/tmp” in its first line does not exist or is not executable"
        ),
        ("#!/bin/sh\r\n", "its first line ends with a carriage return; save the file with Unix line breaks"),
        ("echo one\n", "it is not a binary, and its first line does not name an interpreter (e.g. #!/bin/sh)"),
    ])
    func `reports why an executable file cannot be started`(text: String, reason: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("p.py")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let outcome = await Programs.run(Program(path, environment: ["PATH": "/usr/bin:/bin"]))
        #expect(outcome.error == .program("cannot start p.py: \(reason)"))
    }

    @Test func `stops a program that prints nothing`() async {
        let outcome = await Programs.shell("echo a; sleep 1000", idle: .milliseconds(300))
        #expect(outcome.output == "a\n")
        #expect(outcome.error == .timedOut("sh printed nothing for 0 s"))
    }

    @Test func `stops a program that runs too long even though it prints`() async {
        let outcome = await Programs.shell("while true; do echo a; sleep 0.05; done", limit: .milliseconds(400))
        #expect(outcome.error?.code == "timed_out")
    }

    /// If error output did not count, no run would end well, however often it is tried on a busy machine.
    @Test func `counts error output as activity`() async throws {
        let isDone = try await eventually {
            let outcome = await Programs.shell(
                "for i in 1 2 3 4 5 6 7 8; do echo $i >&2; sleep 0.2; done", idle: .seconds(1))
            return outcome.end?.cause == .exited(0)
        }
        #expect(isDone)
    }

    /// If that time counted, no run would end well, however often it is tried on a busy machine.
    @Test func `does not count the time of a slow reader`() async throws {
        let program = Program(
            "sh", ["-c", "echo a; echo b"], environment: ["PATH": "/usr/bin:/bin"], idleTimeout: .seconds(1))
        let isDone = try await eventually {
            let outcome = await Programs.run(program) { _ in try? await Task.sleep(for: .seconds(3)) }
            return outcome.end?.cause == .exited(0)
        }
        #expect(isDone)
    }

    @Test func `kills a program that ignores SIGTERM, and everything it started`() async throws {
        let outcome = await Programs.shell(
            "trap '' TERM; sleep 1000 & echo $! $$; while true; do sleep 1; done", idle: .milliseconds(300))
        #expect(outcome.error?.code == "timed_out")
        let ids = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(ids.count == 2)
        for id in ids { #expect(try await isGone(id)) }
    }

    @Test func `reads what a program's children print after it has ended`() async {
        let outcome = await Programs.shell(
            "echo one; (for i in 1 2 3; do sleep 0.1; echo $i; done) & exit 0", grace: .seconds(20))
        #expect(outcome.end == ProgramEnd(.exited(0)))
        #expect(outcome.output == "one\n1\n2\n3\n")
    }

    @Test func `does not wait for a child that has closed the output`() async throws {
        let outcome = await Programs.shell("sleep 1000 >&- 2>&- & echo $!", grace: .seconds(1_000))
        #expect(outcome.end == ProgramEnd(.exited(0)))
        #expect(try await isGone(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func `stops waiting for a child that has left the process group but keeps the output open`() async throws {
        let outcome = await Programs.shell("setsid sleep 1000 & echo $!", grace: .milliseconds(300))
        let id = try #require(pid_t(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(id, SIGKILL)
        #expect(outcome.end == ProgramEnd(.exited(0), hadLeftovers: true))
    }

    @Test func `a limit on the running time holds for the children of a program, too`() async {
        let outcome = await Programs.shell("yes & exit 0", limit: .milliseconds(500))
        #expect(outcome.error?.code == "timed_out")
    }

    @Test func `ends silent processes that a program leaves behind, and reports them`() async throws {
        let outcome = await Programs.shell("sleep 1000 & echo $!")
        #expect(outcome.end == ProgramEnd(.exited(0), hadLeftovers: true))
        #expect(try await isGone(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func `gives a canceled program time to end on its own`() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let folder = FileManager.default.temporaryDirectory.path + "/ended-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = Program(
            "sh",
            [
                "-c",
                .text("trap 'sleep 0.2; echo ended > \(folder); exit 0' TERM; echo a; while true; do sleep 0.05; done"),
            ],
            environment: ["PATH": "/usr/bin:/bin"])
        let task = Task { await Programs.run(program, .seconds(20)) { _ in continuation.finish() } }
        for await _ in started {}
        task.cancel()
        #expect(await task.value.error == .cancelled)
        #expect(try String(contentsOfFile: folder, encoding: .utf8) == "ended\n")
    }

    @Test(arguments: [true, false])
    func `gives running programs time to end when agg ends, and terminates them only once`(isCanceled: Bool)
        async throws
    {
        let file = FileManager.default.temporaryDirectory.path + "/ended-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let runner = SubprocessRunner(grace: .seconds(20))
        func run(_ script: String) -> Task<Void, Never> {
            let program = Program("sh", ["-c", .text(script)], environment: ["PATH": "/usr/bin:/bin"])
            return Task { _ = try? await runner.run(program) { _ in continuation.finish() } }
        }
        let task = run("trap 'echo end >> \(file); sleep 0.3; n=1' TERM; echo a; until [ $n ]; do sleep 0.05; done")
        for await _ in started {}
        if isCanceled { task.cancel() }
        await runner.endAll()
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "end\n")
        await task.value
    }

    @Test func `kills programs that ignore the end of agg`() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let runner = SubprocessRunner(grace: .milliseconds(200))
        let program = Program(
            "sh", ["-c", "trap '' TERM; echo a; while true; do sleep 0.05; done"],
            environment: ["PATH": "/usr/bin:/bin"])
        let task = Task { try? await runner.run(program) { _ in continuation.finish() } }
        for await _ in started {}
        await runner.endAll()
        #expect(await task.value?.cause == .killed(9))
    }

    @Test func `stops a program whose reader fails`() async {
        let program = Program(
            "sh", ["-c", "trap '' TERM; while true; do echo a; done"], environment: ["PATH": "/usr/bin:/bin"])
        let outcome = await Programs.run(program) { _ throws(SourceError) in throw .invalidData("enough") }
        #expect(outcome.error == .invalidData("enough"))
    }

    @Test func `stops a program that has closed its output and prints no errors`() async {
        let outcome = await Programs.shell("echo a; exec >&-; sleep 1000", idle: .milliseconds(300))
        #expect(outcome.output == "a\n")
        #expect(outcome.error == .timedOut("sh printed nothing for 0 s"))
    }

    @Test func `waits for a program that has closed its output`() async {
        let outcome = await Programs.shell("exec >&-; sleep 0.3; exit 5")
        #expect(outcome.end?.cause == .exited(5))
    }
}
