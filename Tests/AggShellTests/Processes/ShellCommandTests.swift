import AggCommands
import TestSupport
import Foundation
import Testing

@testable import AggShell

@Suite struct ShellCommandTests {
    private let environment = ["PATH": "/usr/bin:/bin"]

    @Test(arguments: [
        ("cat", nil), ("  cat -n", nil), ("/bin/cat", nil), ("nosuchprogram -x", "nosuchprogram"),
        ("/dev/null/cat", "/dev/null/cat"), ("/tmp", "/tmp"), ("", nil),
        ("while read x; do :; done", nil), ("{ cat; }", nil), ("X=1 cat", nil), ("'my program'", nil), ("$PAGER", nil),
        ("exit 3", nil),
    ])
    func `detects a missing program`(command: String, missing: String?) {
        #expect(ShellCommand(text: command).missingProgram(in: environment) == missing)
    }

    @Test(arguments: [
        ("less -FRSX", true), ("  cat -n", true), ("/usr/bin/less --prompt='a b' -x4,8", true),
        ("sh script", true), ("less; true", false), ("less | cat", false), ("less && true", false),
        ("less\ntrue", false), ("X=1 cat", false), ("exit 3", false), ("echo \"$HOME\"", false), ("'less'", false),
        ("", false),
    ])
    func `a single program replaces the shell, so that signals reach it`(command: String, isReplaced: Bool) {
        #expect(ShellCommand(text: command).script == (isReplaced ? "exec " : "") + command)
    }
}

@Suite struct ChildProcessTests {
    private func run(_ script: String, feeding input: String? = nil) async -> ChildProcess.Ending {
        await ChildProcess(
            arguments: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin", "GREETING": "hello there"]
        ).run(feeding: input.map { AnswerText($0) }, interrupts: nil)
    }

    @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("nosuchprogram 2>/dev/null", 127), ("exit 255", 255)])
    func `returns the exit status`(script: String, status: Int32) async {
        #expect(await run(script) == .exited(status))
    }

    @Test func `reports the signal that ended it`() async {
        #expect(await run("kill -TERM $$") == .killed(SIGTERM))
    }

    @Test func `keeps its process id until its status is collected`() throws {
        var pid: pid_t = 0
        let program = SpawnedProgram(arguments: ["/bin/sh", "-c", "exit 7"], environment: [:], input: .nowhere)
        try #require(program.start(&pid) == 0)
        SpawnedProgram.waitForEnd(of: pid)
        #expect(kill(pid, 0) == 0)
        #expect(SpawnedProgram.wait(for: pid) == .exited(7))
    }

    @Test func `reads all of its input`() async {
        #expect(
            await run("test \"$(wc -c)\" = 1000000", feeding: String(repeating: "x", count: 1_000_000)) == .exited(0))
    }

    @Test func `may exit before it has read all input`() async {
        #expect(await run("head -c 1 > /dev/null", feeding: String(repeating: "x", count: 1_000_000)) == .exited(0))
        #expect(await run("exec 0<&-; exit 3", feeding: String(repeating: "x", count: 1_000_000)) == .exited(3))
    }

    @Test func `has the given environment, and empty standard input if there is no input`() async {
        #expect(await run("test \"$GREETING\" = 'hello there' && test -z \"$HOME\"") == .exited(0))
        #expect(await run("test -z \"$(cat)\"") == .exited(0))
    }

    @Test func `starts with the default action for SIGPIPE`() async {
        #expect(
            await run("yes | head -1 > /dev/null; (sleep 0; yes; echo $? >&2) 2>&1 | head -1 > /dev/null") == .exited(0)
        )
        #expect(await run("kill -PIPE $$; exit 0") == .killed(SIGPIPE))
    }

    @Test func `reports a program that cannot be started`() async throws {
        let folder = try TemporaryFolder()
        let child = ChildProcess(arguments: [folder.path("program")], environment: [:])
        #expect(await child.run(feeding: nil, interrupts: nil) == .refused(ENOENT))
        #expect(await child.run(feeding: AnswerText("A"), interrupts: nil) == .refused(ENOENT))
    }
}
