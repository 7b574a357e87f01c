import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// Watched searches and their new matches.
@Suite struct AlertCommandTests {
    private static func town(_ key: String, _ title: String, _ country: String) -> Record {
        Record(key: key, title: title, fields: [.init("country", .text(country))])
    }

    private static let before = [town("1", "London", "GB"), town("2", "Paris", "FR"), town("3", "Nice", "IT")]

    /// Towns that are about to change, and a search that watches for French ones.
    private static func bench(_ options: String = "--watch", programs: any ProgramRunner = NoPrograms()) async throws
        -> Bench
    {
        let bench = try Bench(programs: programs)
        try await bench.hold(before, in: "towns", age: 0)
        _ = try await bench.run("save french search country:FR \(options)")
        bench.clock.advance(by: 60)
        return bench
    }

    private func change(_ bench: Bench, _ records: [Record] = []) async throws {
        try await bench.hold(
            [
                Self.town("1", "London town", "GB"), Self.town("2", "Paris", "FR"), Self.town("3", "Nice", "FR"),
                Self.town("4", "Lyon", "FR"), Self.town("5", "Bath", "GB"),
            ] + records, in: "towns", age: 0)
        bench.clock.advance(by: 60)
    }

    /// Runs a command, and then what follows the delivery of its output.
    private func deliver(_ bench: Bench, _ line: String = "alerts") async throws -> CommandOutput {
        let output = try await bench.run(line)
        _ = await output.whenDelivered?()
        return output
    }

    @Test func `reports each new match once, whether the record was added or changed`() async throws {
        let bench = try await Self.bench()
        #expect(try await deliver(bench).status == .done)
        try await change(bench)
        let output = try await deliver(bench)
        #expect(output.status == .alerts)
        #expect(Set(output.titles) == ["Nice", "Lyon"])
        let kinds = output.answer?.rows.map {
            "\($0.record.title) \($0.news?.search ?? "") \($0.news?.kind.rawValue ?? "")"
        }
        #expect(Set(kinds ?? []) == ["Nice french changed", "Lyon french added"])
        #expect(try await deliver(bench).status == .done)
        #expect(try await deliver(bench, "alerts --all").titles.count == 2)
    }

    @Test func `an alert comes back if it was not delivered`() async throws {
        let bench = try await Self.bench()
        try await change(bench)
        #expect(try await bench.run("alerts").titles.count == 2)
        #expect(try await bench.run("alerts").status == .alerts)
        let one = try await deliver(bench, "alerts --limit 1")
        #expect(one.titles.count == 1)
        #expect(try await deliver(bench).titles.count == 1)
    }

    @Test func `a limited list counts all matches, and its hint keeps --all`() async throws {
        let bench = try await Self.bench()
        try await change(bench)
        _ = try await deliver(bench)
        let output = try await bench.run("alerts --all --limit 1")
        let document = try JSONValue(parsing: Answers.text(output, .json))
        #expect(document["count"] == 1 && document["matched"] == 2 && document["truncated"] == true)
        #expect(Answers.text(output, .table).contains("1 of 2 records; for more: alerts --all --limit 2"))
        let named = try await deliver(bench, "alerts --all --columns '*'")
        let heading = try #require(Answers.text(named, .csv).split(whereSeparator: \.isNewline).first)
        #expect(heading.split(separator: ",").contains("search"))
    }

    @Test func `after --notify, the hint leads to the matches that were sent`() async throws {
        let bench = try await Self.bench(programs: RecordingRunner())
        try await change(bench)
        let output = try await bench.run("alerts --notify 'mail me' --limit 1")
        #expect(Answers.text(output, .table).contains("1 of 2 records; for more: alerts --all --limit 2"))
    }

    @Test func `an interrupted delivery is one interruption, and the other searches are not tried`() async throws {
        let runner = RecordingRunner(error: .cancelled)
        let bench = try await Self.bench("--notify 'mail me'", programs: runner)
        _ = try await bench.run("save others search country:GB --notify 'mail me'")
        try await change(bench)
        #expect(try await bench.run("alerts").errors == [.interrupted])
        #expect(runner.runs.count == 1)
    }

    @Test(arguments: [90, 7_200])
    func `finds the matches of a response that is older than the watch or than the last one examined`(
        age: TimeInterval
    ) async throws {
        let bench = try await Self.bench()
        let lyon = Self.town("4", "Lyon", "FR")
        try await bench.hold(Self.before + [lyon], in: "towns", age: age)
        #expect(try await deliver(bench).titles == ["Lyon"])
        try await bench.hold(Self.before + [lyon, Self.town("5", "Metz", "FR")], in: "towns", age: age + 60)
        #expect(try await deliver(bench).titles == ["Metz"])
        #expect(try await deliver(bench).status == .done)
    }

    @Test(arguments: [false, true])
    func `finds the matches in a source that is first stored, or stored again, after the clock was set back`(
        isStoredAgain: Bool
    ) async throws {
        let bench = try Bench()
        if isStoredAgain { try await bench.hold(Self.before, in: "towns", age: 0) }
        _ = try await bench.run("save french search country:FR --watch")
        await bench.store.remove(try #require(SourceID("towns")))
        try await bench.hold(Self.before, in: "towns", age: 7_200)
        #expect(try await deliver(bench).status == .done)
        try await bench.hold(Self.before + [Self.town("4", "Lyon", "FR")], in: "towns", age: 3_600)
        #expect(try await deliver(bench).titles == ["Lyon"])
        #expect(try await deliver(bench).status == .done)
    }

    @Test func `says if matches may be missing because not all changes were kept`() async throws {
        let bench = try await Self.bench()
        let many = (100..<10_200).map { Self.town("\($0)", "Town \($0)", "GB") }
        try await bench.hold(Self.before + many, in: "towns", age: 0)
        bench.clock.advance(by: 60)
        let output = try await deliver(bench)
        #expect(output.remarks.map { $0.hasPrefix("! french: new matches may be missing because towns") } == [true])
        #expect(try await deliver(bench).remarks.isEmpty)
        // A small refresh after a large one is complete.
        try await change(bench, many)
        let next = try await deliver(bench)
        #expect(next.remarks.isEmpty && Set(next.titles) == ["Nice", "Lyon"])
    }

    @Test(arguments: [true, false])
    func `after a change of configuration, finds new items of a feed, or says that matches may be missing in a list`(
        accumulates: Bool
    ) async throws {
        let bench = try await Self.bench()
        let staging = await bench.store.stage(try #require(SourceID("towns")))
        _ = try await staging.write(Self.before + [Self.town("4", "Lyon", "FR")])
        _ = try await staging.commit(
            RefreshCommit(
                origin: .remote, mode: accumulates ? .accumulate(keep: .seconds(86_400)) : .replace,
                fingerprint: "other", fetchedAt: bench.clock.now))
        bench.clock.advance(by: 60)
        let output = try await deliver(bench)
        #expect(output.titles == (accumulates ? ["Lyon"] : []))
        let prefix = "! french: new matches may be missing because towns"
        #expect(output.remarks.map { $0.hasPrefix(prefix) } == (accumulates ? [] : [true]))
        #expect(try await bench.run("news --since 1h").titles == (accumulates ? ["Lyon"] : []))
        #expect(try await deliver(bench).remarks.isEmpty)
    }

    @Test func `a due refresh reports new matches and nothing else`() async throws {
        let list = "1|London|UK|GB\n2|Paris|France|FR\n3|Nice|Italy|FR\n4|Lyon|France|FR"
        let bench = try Bench(answers: ["/towns": [.text(list)]])
        try await bench.hold(.peaks, in: "peaks", age: 0)
        try await bench.hold(Self.before, in: "towns", age: 2 * 86_400)
        _ = try await bench.run("save french search country:FR --watch")
        bench.clock.advance(by: 60)
        let due = try await deliver(bench, "refresh --due")
        #expect(due.status == .done && due.errors.isEmpty && due.remarks.isEmpty)
        #expect(Set(due.titles) == ["Nice", "Lyon"])
        let again = try await deliver(bench, "refresh --due")
        #expect(again.body == nil && again.errors.isEmpty && again.status == .done)
        #expect(try await deliver(bench).status == .done)
    }

    @Test func `a due refresh that fails reports the reason`() async throws {
        let bench = try Bench(answers: ["/towns": [.failure(.offline("no network"))]])
        try await bench.hold(.peaks, in: "peaks", age: 0)
        try await bench.hold(Self.before, in: "towns", age: 2 * 86_400)
        let output = try await bench.run("refresh --due")
        #expect(output.status == .partial && output.body == nil)
        #expect(output.errors.map(\.source?.description) == ["towns"])
        #expect(try await bench.run("refresh --due peaks").errors.isEmpty)
    }

    @Test func `a command gets the new matches on its standard input`() async throws {
        let runner = RecordingRunner()
        let bench = try await Self.bench("--watch --notify 'mail -s new me'", programs: runner)
        try await change(bench)
        #expect(try await deliver(bench).status == .done)
        let run = try #require(runner.runs.first)
        #expect(run.command == "mail -s new me")
        let document = try JSONValue(parsing: run.input)
        #expect(document["search"] == "french" && document["count"] == 2)
        let records = document["records"]?.arrayValue ?? []
        #expect(Set(records.compactMap { $0["title"]?.stringValue }) == ["Nice", "Lyon"])
        #expect(records.allSatisfy { $0["attempt"] == 1 })
        #expect(try await deliver(bench).status == .done)
        #expect(runner.runs.count == 1)
    }

    @Test func `alerts can run a command with the new matches`() async throws {
        let runner = RecordingRunner(failures: 1)
        let bench = try await Self.bench(programs: runner)
        try await change(bench)
        let failed = try await deliver(bench, "alerts --notify 'mail me'")
        #expect(failed.status == .failed)
        #expect(Answers.text(failed, .table).hasPrefix("2 new matches have not been sent yet."))
        #expect(failed.errors.map { $0.message.hasSuffix("; “alerts” shows them") } == [true])
        #expect(try await deliver(bench, "alerts --notify 'mail me'").status == .alerts)
        #expect(runner.runs.map(\.command) == ["mail me", "mail me"])
        #expect(try await deliver(bench).status == .done)
    }

    @Test func `a command that fails gets the new matches again`() async throws {
        let runner = RecordingRunner(failures: 1)
        let bench = try await Self.bench("--watch --notify=false", programs: runner)
        try await change(bench)
        let failed = try await deliver(bench)
        #expect(failed.status == .failed)
        #expect(failed.errors.first?.message.contains("french") == true)
        #expect(failed.errors.first?.message.hasSuffix("; agg will try again at the next refresh") == true)
        #expect(try await deliver(bench).status == .done)
        #expect(runner.runs.count == 2)
        #expect(runner.runs.last?.input.contains("\"attempt\":2") == true)
    }

    @Test func `a refresh says that a match could not be sent, and how to see it`() async throws {
        let list = "1|London|UK|GB\n2|Paris|France|FR\n3|Nice|Italy|IT\n4|Lyon|France|FR"
        let bench = try Bench(answers: ["/towns": [.text(list)]], programs: RecordingRunner(failures: 1))
        try await bench.hold(Self.before, in: "towns", age: 60)
        _ = try await bench.run("save french search country:FR --notify false")
        bench.clock.advance(by: 60)
        let refresh = try await bench.run("refresh towns")
        #expect(refresh.remarks.contains("! french: 1 new match: Lyon; not sent yet; “alerts --all” shows it"))
        #expect(try await bench.run("alerts --all").titles == ["Lyon"])
    }

    @Test func `a watch that cannot be checked is named`() async throws {
        let bench = try await Self.bench()
        _ = await bench.users.saveSearch(SavedSearch(name: "french", line: "search source:nowhere"))
        let errors = try await bench.run("alerts").errors
        #expect(errors.map { $0.message.hasPrefix("cannot check french: ") } == [true])
        #expect(errors.map { $0.message.hasSuffix("; to remove it, run “unsave french”") } == [true])
    }

    @Test func `a watch saved again keeps its matches unless its search changes`() async throws {
        let bench = try await Self.bench()
        try await change(bench)
        #expect(try await bench.run("alerts").titles.count == 2)
        _ = try await bench.run("save french search country:FR --notify 'mail me'")
        #expect(await bench.alerts.watches().map(\.command) == ["mail me"])
        _ = try await bench.run("save french search country:FR --watch")
        #expect(await bench.alerts.watches().map(\.command) == [nil])
        #expect(try await bench.run("alerts").titles.count == 2)
        _ = try await bench.run("save french search country:GB --watch")
        #expect(try await bench.run("alerts").titles.isEmpty)
    }

    @Test(arguments: ["alerts --all", "alerts --all --notify 'mail me'"])
    func `showing all matches does not discard those that are still to be sent`(line: String) async throws {
        let runner = RecordingRunner(failures: 2)
        let bench = try await Self.bench("--watch --notify=false", programs: runner)
        try await change(bench)
        #expect(try await deliver(bench).status == .failed)
        #expect(try await deliver(bench, line).titles.count == 2)
        #expect(try await deliver(bench).status == .done)
        #expect(runner.runs.last?.input.contains("\"attempt\":3") == true)
    }

    @Test func `watch options are checked, shown, and removed with the watch`() async throws {
        let bench = try await Self.bench("--watch")
        #expect(Renderer.render(try await bench.run("saved"), Presentation()).contains("alerts"))
        #expect(await bench.error(of: "save x search a --watch --notify")?.status == .usage)
        for line in ["save x search a --notify ''", "save x search a --notify=' '", "alerts --notify ''"] {
            #expect(await bench.error(of: line)?.message.hasPrefix("--notify takes a shell command, not “") == true)
        }
        #expect(await bench.error(of: "save x search a --webhook ftp://example.org")?.status == .usage)
        #expect(await bench.error(of: "save x search a --notify b --webhook https://example.org/")?.status == .usage)
        #expect(await bench.error(of: "save x show towns:1 --watch")?.status == .usage)
        #expect(await bench.error(of: "save x --watch")?.status == .usage)
        _ = try await bench.run("save dash search -- --watch")
        #expect(await bench.alerts.watches().map(\.name) == ["french"])
        _ = try await bench.run("save french search country:FR")
        #expect(await bench.alerts.watches().isEmpty)
        _ = try await bench.run("save french search country:FR --watch")
        _ = try await bench.run("unsave french")
        #expect(await bench.alerts.watches().isEmpty)
    }
}
