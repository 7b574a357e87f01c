import AggCore
import AggSource
import AggStorage
import AggTesting
import Synchronization
import Testing

@testable import AggCommands

@Suite struct RefreshStatusTests {
    private static func outcome(_ result: RefreshOutcome.Result, _ error: SourceError? = nil) -> RefreshOutcome {
        var outcome = RefreshOutcome(
            source: .stub, loaded: .failure(error ?? .cancelled), elapsed: .zero)
        outcome.result = result
        outcome.error = error
        return outcome
    }

    @Test func `an address comes before advice`() {
        let error = SourceError.invalidData("at line 3: the row repeats the key “a; b”; run “source edit zips”")
        let reason = "invalid data at line 3: the row repeats the key “a; b” at file:///z.csv; run “source edit zips”"
        #expect(error.reason(at: "file:///z.csv") == reason)
        #expect(error.reason(at: nil) == error.reason())
    }

    @Test(arguments: [
        (400, "no-such-column; No such column: x", "HTTP 400: no-such-column; No such column: x at http://z.example"),
        (202, "still preparing; try again", "HTTP 202: still preparing at http://z.example; try again"),
    ])
    func `an address comes after the whole message of a server`(status: Int, detail: String, reason: String) {
        #expect(SourceError.http(status: status, detail: detail).reason(at: "http://z.example") == reason)
    }

    private static let updated = outcome(.updated)
    private static let unchanged = outcome(.unchanged)
    private static let offline = outcome(.failed, .offline("no network"))
    private static let broken = outcome(.failed, .http(status: 500))
    private static let barred = outcome(.failed, .unauthorized("HTTP 401"))
    private static let limited = outcome(.failed, .rateLimited(until: nil))
    private static let stale = outcome(.stale, .offline("no network"))
    private static let staleBarred = outcome(.stale, .unauthorized("HTTP 401"))
    private static let heldBack = outcome(.stale, .heldBack(stored: 10, offered: 1))

    @Test(
        arguments: [
            ([updated], 0), ([unchanged], 0), ([updated, unchanged], 0), ([], 0),
            ([barred], 4), ([barred, barred], 4),
            ([offline], 5), ([broken], 5), ([offline, broken], 5),
            ([limited], 7), ([limited, limited], 7),
            ([barred, limited], 5), ([limited, offline], 5), ([barred, offline], 5), ([barred, limited, offline], 5),
            ([stale], 6), ([staleBarred], 6), ([heldBack], 6), ([stale, stale], 6),
            ([updated, offline], 6), ([unchanged, barred], 6), ([limited, updated], 6), ([stale, updated], 6),
            ([stale, offline], 6), ([heldBack, limited], 6), ([barred, limited, staleBarred], 6),
        ] as [([RefreshOutcome], Int32)])
    func `the exit status sums up the outcomes of all sources`(outcomes: [RefreshOutcome], status: Int32) {
        #expect(RefreshCommand.status(outcomes).rawValue == status)
    }
}

@Suite struct RefreshCommandTests {
    private static let towns = "1|London|United Kingdom|GB\n4|Paris|France|FR\n"

    @Test func `fetches all sources and reports what changed`() async throws {
        let bench = try Bench(answers: ["/towns": [.text(Self.towns)], "/peaks": [.text("b|Mont Blanc\n")]])
        let output = try await bench.run("refresh")
        let outcomes = outcomes(output)
        #expect(outcomes.map(\.source.description) == ["towns", "peaks"])
        #expect(outcomes.map(\.result) == [.updated, .updated])
        #expect(outcomes.map(\.change.added) == [2, 1])
        #expect(output.status == .done)
        #expect(output.errors == [])
        #expect(try await bench.run("search paris").titles == ["Paris"])
    }

    @Test func `fetches only the sources named, each once`() async throws {
        let bench = try Bench(answers: ["/towns": [.text(Self.towns)]])
        let output = try await bench.run("refresh towns towns")
        #expect(outcomes(output).map(\.source.description) == ["towns"])
        #expect(output.sources.map(\.id.description) == ["towns"])
        #expect(output.status == .done)
    }

    @Test func `reports that nothing has changed`() async throws {
        let bench = try Bench(answers: ["/towns": [.text(Self.towns)]])
        _ = try await bench.run("refresh towns")
        #expect(outcomes(try await bench.run("refresh towns")).map(\.result) == [.unchanged])
    }

    @Test(arguments: [
        (SourceError.offline("no network"), Int32(5), ""),
        (.unauthorized("HTTP 401"), 4, " at https://stub.example/towns"), (.rateLimited(until: nil), 7, ""),
        (.invalidData("at item 3"), 5, " at https://stub.example/towns"),
        (.http(status: 404), 5, " at https://stub.example/towns"),
    ])
    func `a failure with nothing stored has its own exit status`(
        error: SourceError, status: Int32, place: String
    ) async throws {
        let bench = try Bench(answers: ["/towns": [.failure(error)]])
        let output = try await bench.run("refresh towns")
        #expect(output.status.rawValue == status)
        #expect(output.errors.map(\.code) == [error.code])
        #expect(
            output.errors.map(\.message) == [
                "cannot refresh towns: \(error.reason())\(place); there is no stored copy to fall back on"
            ])
        #expect(output.errors.map(\.source?.description) == ["towns"])
    }

    @Test func `any failure with stored rows exits with 6`() async throws {
        let bench = try Bench(answers: ["/towns": [.failure(.unauthorized("HTTP 401"))]])
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("refresh towns")
        #expect(output.status == .partial)
        #expect(
            output.errors.map(\.message) == [
                "cannot refresh towns: not authorized (HTTP 401) at https://stub.example/towns; using the stored rows"
            ])
        #expect(try await bench.run("search paris").titles == ["Paris"])
    }

    @Test func `stored rows that are too old to use are named as such`() async throws {
        let bench = try Bench(answers: ["/towns": [.status(404)]], values: [("keep_for", "1h")])
        try await bench.hold(.towns, in: "towns", age: 7_200)
        let output = try await bench.run("refresh towns")
        #expect(output.status.rawValue == 5)
        #expect(output.errors.first?.message.hasSuffix("the stored rows are 2 h old, which exceeds keep_for") == true)
    }

    @Test func `the rows of a starter sample are not stored rows`() async throws {
        let bench = try Bench(answers: ["/towns": [.failure(.rateLimited(until: nil))]])
        try await bench.hold(.towns, in: "towns", origin: .starter)
        let output = try await bench.run("refresh towns")
        #expect(output.status == .rateLimited)
        #expect(
            output.errors.map(\.message) == [
                "cannot refresh towns: rate limited; using the starter sample of 4 records"
            ])
        _ = try await bench.run("set cache off")
        #expect(
            try await bench.run("refresh towns").errors.first?.message
                == "cannot refresh towns: rate limited; there is no stored copy to fall back on")
    }

    @Test func `holds back a response that would remove most rows, unless forced`() async throws {
        let bench = try Bench(answers: ["/towns": [.text("1|London\n")]])
        try await bench.holdTownsAndPeaks()
        let held = try await bench.run("refresh towns")
        #expect(held.status == .partial)
        #expect(outcomes(held).map(\.result) == [.stale])
        #expect(outcomes(held).first?.error == .heldBack(stored: 4, offered: 1))
        #expect(outcomes(held).first?.notes == [])
        let forced = try await bench.run("refresh towns --force")
        #expect(forced.status == .done)
        #expect(outcomes(forced).first?.change.removed == 3)
    }

    @Test func `says that a change to the configuration may explain a response that is held back`() async throws {
        let bench = try Bench(answers: ["/towns": [.text("1|London\n")]])
        let staging = await bench.store.stage(.stub)
        _ = try await staging.write(.towns)
        _ = try await staging.commit(
            RefreshCommit(origin: .remote, fingerprint: "stub\nother", fetchedAt: bench.clock.now))
        let held = try await bench.run("refresh towns")
        #expect(outcomes(held).map(\.result) == [.stale])
        #expect(outcomes(held).first?.notes.first?.contains("a change to the configuration") == true)
    }

    @Test func `says that no source is enabled instead of showing nothing`() async throws {
        let bench = try Bench()
        for source in ["towns", "peaks"] { _ = try await bench.run("source disable \(source)") }
        let output = try await bench.run("refresh")
        #expect(
            Answers.text(output, .table) == "No source is enabled. To enable one, run “source enable ID”.\n")
        #expect(output.status == .done)
    }

    @Test func `warns about a key that is not unique`() async throws {
        let rows = (1...100).map { "\($0 % 10)|Town \($0)\n" }.joined()
        let bench = try Bench(answers: ["/towns": [.text(rows)]])
        let output = try await bench.run("refresh towns")
        let warning =
            "the key is not unique (90 repeated keys): only 10 of 100 records were kept "
            + "(the last one for each key)"
        #expect(outcomes(output).first?.notes == [warning])
        #expect(Answers.text(output, .table).contains("towns: \(warning)\n"))
        #expect(Answers.text(output, .json).contains("\"notes\":[\"\(warning)\"]"))
    }

    @Test func `does not warn about a few repeated keys`() async throws {
        let rows = (1...100).map { "\($0 % 98)|Town \($0)\n" }.joined()
        let bench = try Bench(answers: ["/towns": [.text(rows)]])
        #expect(
            outcomes(try await bench.run("refresh towns")).first?.notes == [
                "2 repeated keys; only the last record for each key was kept"
            ])
    }

    @Test func `results after a refresh for --max-age include the remarks of the refresh`() async throws {
        var bench = try Bench(answers: [
            "/towns": [.text((1...40).map { "\($0 % 39)|Town \($0)\n" }.joined())], "/peaks": [.text("a|A\n")],
        ])
        bench.policy.maxAge = .seconds(60)
        let output = try await bench.run("list towns")
        #expect(output.remarks == ["towns: 1 repeated key; only the last record for each key was kept"])
        #expect(try await bench.run("list towns").remarks == [])
    }

    @Test(arguments: ["refresh volcanoes", "refresh towns volcanoes", "refresh --all"])
    func `an unknown source is a usage error, and nothing is fetched`(line: String) async throws {
        let bench = try Bench(answers: ["/towns": [.text(Self.towns)]])
        #expect(await bench.error(of: line)?.status == .usage)
        #expect(await bench.store.states().isEmpty)
    }

    @Test func `offers to retry a source with nothing to show, and retries it`() async throws {
        let prompter = StubPrompter(["retry"])
        let bench = try Bench(
            answers: ["/towns": [.failure(.offline("no network")), .text(Self.towns)]], prompter: prompter)
        let output = try await bench.run("refresh towns")
        #expect(prompter.questions == ["towns: offline (no network). Retry or cancel?"])
        #expect(output.status == .done)
        #expect(outcomes(output).map(\.result) == [.updated])
    }

    @Test func `does not offer to retry with --offline`() async throws {
        let prompter = StubPrompter(["retry"])
        let bench = try Bench(answers: ["/towns": [.failure(.offlineByChoice)]], prompter: prompter)
        #expect(try await bench.run("refresh towns").status == .sourceFailed)
        #expect(prompter.questions == [])
    }

    @Test func `does not prompt if another source responded`() async throws {
        let prompter = StubPrompter([])
        let bench = try Bench(
            answers: ["/towns": [.failure(.offline("no network"))], "/peaks": [.text("b|Mont Blanc\n")]],
            prompter: prompter)
        let output = try await bench.run("refresh")
        #expect(output.status == .partial)
        #expect(outcomes(output).map(\.result) == [.failed, .updated])
        #expect(prompter.questions == [])
    }

    @Test func `a first response without rows is an update, which says so`() async throws {
        let bench = try Bench(answers: ["/towns": [.text("")]])
        try await bench.hold(.towns, in: "towns", origin: .starter)
        let first = try await bench.run("refresh towns")
        #expect(outcomes(first).map(\.result) == [.updated])
        #expect(outcomes(first).first?.notes == ["the source has no rows; its starter sample was removed"])
        let second = try await bench.run("refresh towns")
        #expect(outcomes(second).map(\.result) == [.unchanged])
        #expect(outcomes(second).first?.notes == [])
    }

    @Test(arguments: [
        (SourceError.unauthorized("HTTP 401"), Int32(4)), (.http(status: 500), 5), (.rateLimited(until: nil), 7),
    ])
    func `a stored copy without rows is nothing to fall back on`(error: SourceError, status: Int32) async throws {
        let prompter = StubPrompter(["cancel"])
        let bench = try Bench(answers: ["/towns": [.text(""), .failure(error)]], prompter: prompter)
        _ = try await bench.run("refresh towns")
        let output = try await bench.run("refresh towns")
        #expect(output.status.rawValue == status)
        #expect(outcomes(output).map(\.result) == [.failed])
        #expect(output.errors.first?.message.hasSuffix("; there is no stored copy to fall back on") == true)
        #expect(prompter.questions.count == 1)
    }

    @Test func `a failed refresh reports the bytes received`() async throws {
        let bench = try Bench(answers: ["/towns": [.text("1|London\n")], "/peaks": [.status(503)]])
        try await bench.holdTownsAndPeaks()
        #expect(outcomes(try await bench.run("refresh")).map(\.change.bytes) == [9, 0])
    }

    @Test func `asks about several sources with the reason of each`() async throws {
        let prompter = StubPrompter(["cancel"])
        let bench = try Bench(
            answers: ["/towns": [.failure(.offline("no network"))], "/peaks": [.failure(.http(status: 404))]],
            prompter: prompter)
        _ = try await bench.run("refresh")
        #expect(prompter.questions == ["towns: offline (no network); peaks: HTTP 404. Retry or cancel?"])
    }

    @Test(arguments: ["cancel", nil])
    func `gives up if the user cancels`(answer: String?) async throws {
        let prompter = StubPrompter([answer])
        let bench = try Bench(
            answers: ["/towns": [.failure(.offline("no network")), .text(Self.towns)]], prompter: prompter)
        let output = try await bench.run("refresh towns")
        #expect(output.status == .sourceFailed)
        #expect(prompter.questions.count == 1)
    }

    @Test func `does not prompt if there are stored rows to use`() async throws {
        let prompter = StubPrompter([])
        let bench = try Bench(answers: [:], prompter: prompter)
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run("refresh").status == .partial)
        #expect(prompter.questions == [])
    }

    @Test func `prompts despite stored rows if the cache is off`() async throws {
        let prompter = StubPrompter(["cancel"])
        let bench = try Bench(answers: [:], prompter: prompter)
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("set cache off")
        _ = try await bench.run("refresh towns")
        #expect(prompter.questions.count == 1)
    }

    @Test func `reports every step as it happens`() async throws {
        let steps = Mutex<[RefreshEvent]>([])
        var bench = try Bench(answers: ["/towns": [.text(Self.towns)]])
        bench.context.progress = { event in steps.withLock { $0.append(event) } }
        _ = try await bench.run("refresh towns")
        let told = steps.withLock { $0 }
        let id = try #require(SourceID("towns"))
        let begun = RefreshEvent.changed(id, SourceTransition(input: .refresh, state: .loading))
        #expect(told.contains(begun))
        #expect(told.contains(.progressed(id, .committing)))
        guard case .finished(let outcome) = told.last else {
            Issue.record("another answer was expected")
            return
        }
        #expect(outcome.result == .updated)
    }

    @Test func `a cancelled refresh is interrupted`() async throws {
        let bench = try Bench(answers: ["/towns": [.text(Self.towns)]])
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await bench.error(of: "refresh towns")
        }
        task.cancel()
        #expect(await task.value?.status == .interrupted)
    }

    private func outcomes(_ output: CommandOutput) -> [RefreshOutcome] {
        guard let outcomes = (output.body as? RefreshReport)?.outcomes else { return [] }
        return outcomes
    }
}
