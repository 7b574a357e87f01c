import AggSource
import AggTesting
import CommandSource
import Foundation
import TestSupport
import Testing

/// Programs that misbehave, none of whose rows count.
struct CommandProcessTests {
    private static let ten =
        "for i in 1 2 3 4 5 6 7 8 9 10; do echo \"{\\\"id\\\": $i, \\\"name\\\": \\\"Tree $i\\\"}\"; done\n"

    @Test func `fails if a program exits with status 1 after ten records`() async throws {
        let outcome = try await Running().fetch(Self.ten + "echo 'disk is gone' >&2; exit 1")
        #expect(outcome.error == .program("sh exited with status 1: disk is gone"))
    }

    @Test func `fails if a signal kills a program`() async throws {
        #expect(
            try await Running().fetch(Self.ten + "kill -9 $$").error == .program("sh was killed by signal 9"))
    }

    /// Neither child ends before the test does.
    @Test(arguments: ["sleep 1000 &", "setsid sh -c 'while [ -d \"$0\" ]; do sleep 0.1; done' \"${0%/*}\" &"])
    func `notes that rows may be missing if a child of the program keeps the output open`(child: String) async throws {
        let running = try Running()
        let outcome = try await running.fetch(Self.ten + child)
        #expect(outcome.records.count == 10)
        #expect(
            outcome.summary?.notes.last
                == "sh ended, but a process that it started kept the output open, so agg stopped waiting; rows may be missing"
        )
    }

    @Test func `fails if a program falls silent, ignores SIGTERM, and has forked`() async throws {
        var running = try Running()
        running.values["idle_timeout"] = .duration(.milliseconds(400))
        let ids = running.folder.path("ids")
        let outcome = try await running.fetch(
            Self.ten + "trap '' TERM; sleep 1000 & echo $! $$ > \(ids); while true; do sleep 1; done")
        #expect(outcome.error?.code == "timed_out")
        for id in try String(contentsOfFile: ids, encoding: .utf8).split(whereSeparator: \.isWhitespace) {
            #expect(try await isGone(id), "process \(id) still runs")
        }
    }

    @Test func `fails at a line of 3 MB and stops the program`() async throws {
        let outcome = try await Running().fetch(
            Self.ten
                + "printf '{\"id\": 11, \"name\": \"'; head -c 3000000 /dev/zero | tr '\\0' x; echo '\"}'; sleep 1000")
        #expect(outcome.error == .invalidData("at line 11: the line is longer than 1 MB"))
    }

    @Test(arguments: ["printf '{\"id\": 11, \"na'", "printf '{\"id\": 11, \"name\": \"x\"'", "echo '{\"id\": 11,'"])
    func `fails at a truncated line`(last: String) async throws {
        let outcome = try await Running().fetch(Self.ten + last)
        #expect(outcome.error?.code == "invalid_data")
        #expect(outcome.error?.reason().contains("at line 11") == true)
    }

    @Test(arguments: [
        ("not json at all", "not json at all"), (#"\033[1mtoken=$TOKEN\tok"#, #"\u{1B}[1mtoken=***\tok"#),
        ("https://me:pass@a.example/ is down", "https://***@a.example/ is down"),
    ])
    func `shows the start of a line that is not JSON, without secrets and control characters`(
        line: String, shown: String
    ) async throws {
        var running = try Running()
        running.environment["OTHER"] = "s3cret-of-the-test"
        running.values["secrets"] = .mapping(["TOKEN": .object(["env": .string("OTHER")])])
        let outcome = try await running.fetch(Self.ten + "printf \"\(line)\\n\"")
        let reason = outcome.error?.reason() ?? ""
        #expect(reason.hasPrefix("invalid data at line 11: expected one JSON object per line, but "), "\(reason)")
        #expect(reason.hasSuffix(": “\(shown)”"), "\(reason)")
    }

    @Test func `shows no part of a secret at the end of what it shows of a line`() async throws {
        var running = try Running()
        running.environment["OTHER"] = "s3cret-of-the-test"
        running.values["secrets"] = .mapping(["TOKEN": .object(["env": .string("OTHER")])])
        let outcome = try await running.fetch("printf '%055d%s-and-more\\n' 7 $TOKEN")
        let zeros = String(repeating: "0", count: 54)
        let reason = outcome.error?.reason() ?? ""
        #expect(reason.hasSuffix(": “\(zeros)7***-a…”"), "\(reason)")
    }

    @Test func `accepts a last line without a line break if the object is whole`() async throws {
        #expect(try await Running().fetch(Self.ten + "printf '{\"id\": 11, \"name\": \"x\"}'").records.count == 11)
    }

    @Test func `keeps an escaped U+0000 and rejects a bare one`() async throws {
        let escaped = try await Running().fetch("echo '{\"id\": 1, \"name\": \"a\\u0000b\"}'")
        #expect(escaped.records.map(\.title) == ["a\0b"])
        let bare = try await Running().fetch("printf '{\"id\": 1, \"name\": \"a\\000b\"}\\n'")
        #expect(bare.error?.code == "invalid_data")
    }

    @Test func `starts nothing if no program may be run`() async throws {
        let running = try Running()
        let mark = running.folder.path("mark")
        let id = try #require(SourceID("trees"))
        let source = try CommandSource(
            SourceConfiguration(
                id: id, kind: CommandSource.kind,
                values: [
                    "command": .list(["touch", mark]),
                    "secrets": .mapping(["TOKEN": .object(["command": .string("touch \(mark); echo s3cret")])]),
                ]))
        let services = SourceServices(http: StubHTTPClient(), programs: NoPrograms(.offline("--offline is set")))
        await #expect(throws: SourceError.offline("--offline is set")) {
            _ = try await source.fetcher(services).fetch(since: nil, into: BatchLog())
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `passes secrets only in the environment and masks them in errors`() async throws {
        var running = try Running()
        let secret = "s3cret-of-the-test"
        running.environment["OTHER"] = "other-\(secret)"
        running.environment["PRIVATE"] = "not passed"
        running.environment["REGION"] = "EU"
        running.values["env"] = .list(["REGION"])
        running.values["secrets"] = .mapping([
            "TOKEN": .object(["command": .string("echo \(secret)")]),
            "LISTED": .object(["command": .array([.string("echo"), .string("two words")])]),
            "COPY": .object(["env": .string("OTHER")]),
        ])
        let outcome = try await running.fetch(
            """
            printf '{"id": 1, "name": "%s %s %s %s %s"}\\n' "$TOKEN" "$LISTED" "$COPY" "$REGION" "${PRIVATE:-none}"
            tr '\\0' ' ' < /proc/$$/cmdline >&2
            """)
        #expect(outcome.records.map(\.title) == ["\(secret) two words other-\(secret) EU none"])
        let failed = try await running.fetch("echo \"wrong token $TOKEN $COPY\" >&2; exit 2")
        #expect(failed.error == .program("sh exited with status 2: wrong token *** ***"))
        let encoded = try await running.fetch("echo \"at /x?a=two%20words\" >&2; exit 2")
        #expect(encoded.error == .program("sh exited with status 2: at /x?a=***"))
        running.values["key"] = .text("id")
        let repeated = try await running.fetch(
            #"echo "{\"id\": \"$TOKEN\", \"n\": 1}"; echo "{\"id\": \"$TOKEN\", \"n\": 2}""#)
        #expect(repeated.error?.reason().contains("is not unique: “***” appears") == true)
    }

    @Test(arguments: [
        ("exit 1", "the command for the secret TOKEN of trees exited with status 1"),
        ("true", "the command for the secret TOKEN of trees printed nothing"),
    ])
    func `reports which secret is unavailable`(command: String, reason: String) async throws {
        var running = try Running()
        running.values["secrets"] = .mapping(["TOKEN": .object(["command": .string(command)])])
        #expect(try await running.fetch("echo '{}'").error == .unauthorized(reason))
    }
}
