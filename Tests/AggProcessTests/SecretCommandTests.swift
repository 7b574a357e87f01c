import AggProcess
import AggSource
import Foundation
import Testing

/// Commands that print a secret, and those that fail to.
struct SecretCommandTests {
    private func run(_ text: String, timeout: Duration = .seconds(60)) async -> Result<String, SourceError> {
        var command = SecretCommand(shell: text)
        command.timeout = timeout
        let environment = ["PATH": "/usr/bin:/bin", "FROM": "here"]
        do throws(SourceError) {
            return .success(try await command.run(by: SubprocessRunner(), environment: environment))
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: [
        ("echo secret", "secret"), ("printf 'a\\nb\\n'", "a"), ("printf '  t0ken \\t\\r\\n'", "t0ken"),
        ("printf secret", "secret"), ("echo $FROM", "here"), ("echo noise >&2; echo secret", "secret"),
        ("true", ""), ("printf '\\nb'", ""), ("cat; echo no input", "no input"),
        ("echo secret; head -c 1000000 /dev/zero", "secret"), ("echo secret; yes | head -n 100000", "secret"),
    ])
    func `takes the first line of what a command prints`(command: String, token: String) async {
        #expect(await run(command) == .success(token))
    }

    @Test(arguments: [
        ("exit 3", "exited with status 3"), ("no-such-program", "exited with status 127"),
        ("kill -9 $$", "was killed by signal 9"), ("echo secret; exit 1", "exited with status 1"),
        ("head -c 100000 /dev/zero", "printed a first line longer than 65536 bytes"),
    ])
    func `explains how a command failed`(command: String, reason: String) async {
        #expect(await run(command) == .failure(.unauthorized(reason)))
    }

    @Test(arguments: ["sleep 1000", "sleep 1000 & sleep 1000", "yes"])
    func `ends a command and everything it started at the timeout`(command: String) async {
        #expect(await run(command, timeout: .seconds(1)) == .failure(.unauthorized("did not finish within 1 s")))
    }

    @Test func `ends a command when its task is cancelled`() async {
        let task = Task { await run("sleep 1000") }
        try? await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
    }
}
