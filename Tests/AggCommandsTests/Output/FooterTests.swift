import AggCore
import AggSource
import AggStorage
import Foundation
import Testing

@testable import AggCommands

@Suite struct FooterTests {
    @Test(arguments: [
        (Answers.status(), "towns: 12 s old"),
        (Answers.status(age: 10_800, isStale: true, reason: "HTTP 503"), "towns: stale, 3 h old: HTTP 503"),
        (Answers.status(age: 200_000, isStale: true, reason: "past 24 h"), "towns: stale, 2 d old: past 24 h"),
        (
            Answers.status(origin: .starter, records: 1_000, age: nil),
            "towns: starter sample of 1000 records; run “refresh towns” for the full list"
        ),
        (
            Answers.status(origin: .starter, records: 1_000, age: nil, reason: "offline (no network)"),
            "towns: starter sample of 1000 records: offline (no network); run “refresh towns” for the full list"
        ),
        (
            Answers.status(origin: nil, age: nil, reason: "nothing is stored", isServed: false),
            "towns: no rows: nothing is stored"
        ),
        (Answers.status(age: 99, isStale: true, reason: "HTTP 503", isServed: false), "towns: no rows: HTTP 503"),
        (
            Answers.status(notes: ["cut at 10000 rows", "3 without a name"]),
            "towns: 12 s old; cut at 10000 rows; 3 without a name"
        ),
    ])
    func `shows how fresh a source is and why`(status: SourceStatus, line: String) {
        #expect(lines(Answers.output(statuses: [status])).dropFirst() == [line])
    }

    @Test(arguments: [
        (["towns"], "towns: starter sample of 5 records; start agg without --offline for the full list"),
        (["towns", "peaks"], "towns, peaks: sample data only; start agg without --offline to fetch the full data"),
    ])
    func `advises no refresh with --offline`(sources: [String], line: String) {
        var presentation = Presentation()
        presentation.isOffline = true
        let samples = sources.map { Answers.status($0, origin: .starter, records: 5, age: nil) }
        #expect(Freshness(samples, presentation).sentences.flatMap { $0.lines(presentation) } == [line])
    }

    @Test func `statuses without their own line share the last one`() {
        let sample = Answers.status("peaks", origin: .starter, records: 5, age: nil, reason: "offline")
        let other = Answers.status("lakes", origin: .starter, records: 7, age: nil, reason: "offline")
        let stale = Answers.status("roads", age: 7_200, isStale: true, reason: "HTTP 503")
        #expect(
            lines(Self.output(of: [sample, Answers.status(), other, stale])).dropFirst() == [
                "roads: stale, 2 h old: HTTP 503",
                "peaks, lakes: sample data only; run “refresh” to fetch the full data; "
                    + "“sources” shows why it is missing · towns: 12 s old",
            ])
    }

    @Test func `shows the ages of sources with notes`() {
        let noted = ["towns", "peaks"].map { Answers.status($0, notes: ["without a key"]) }
        #expect(lines(Self.output(of: noted)).last == "towns, peaks: 12 s old; without a key")
        let other = Answers.status("lakes", notes: ["cut off"])
        #expect(
            lines(Self.output(of: noted + [other])).last
                == "towns, peaks, lakes: 12 s old, with notes; run “sources” to see them")
    }

    @Test func `says how far a replica is behind, whatever else there is to say about the sources`() {
        let (few, many) = (ReplicaNote.text("is 3 s behind"), ReplicaNote.text("is 12 s behind"))
        let statuses = [
            Answers.status(notes: [few, "cut off"]), Answers.status("peaks", notes: [many]),
            Answers.status("lakes", age: 7_200, isStale: true, reason: "HTTP 503", notes: [few]),
        ]
        #expect(
            lines(Self.output(of: statuses)).dropFirst() == [
                "towns, peaks, lakes: read from a replica that is 12 s behind",
                "lakes: stale, 2 h old: HTTP 503 · towns: 12 s old; cut off · peaks: 12 s old",
            ])
        #expect(
            lines(Self.output(of: [statuses[0]])).last
                == "towns: 12 s old; read from a replica that is 3 s behind; cut off")
    }

    @Test func `counts sources with the same problem, and gives the reason once`() {
        let feeds = (1...22).map { number in
            Self.feed(number, isStale: number > 1, cause: number > 1 ? "offline" : nil, failedAt: Double(number))
        }
        #expect(
            lines(Self.output(of: feeds)).dropFirst() == [
                "21 of 22 feeds are stale: offline since 09:05; run “sources” for details", "feed-1: 12 s old",
            ])
    }

    @Test func `counts different reasons, most frequent first`() {
        let causes = Array(repeating: "offline", count: 12) + Array(repeating: "HTTP 503", count: 3) + ["not found"]
        let feeds = (causes + ["a", "b"]).enumerated().map { Self.feed($0, isStale: true, cause: $1) }
        let other = Answers.status("towns", age: 90_000, isStale: true, reason: "past 24 h")
        #expect(
            lines(Self.output(of: feeds + [other])).dropFirst() == [
                "19 sources are stale: 12 offline, 3 HTTP 503, 1 a, 3 for other reasons; run “sources” for details"
            ])
    }

    @Test func `names fresh sources if there are only a few`() {
        let old = Answers.status("peaks", age: 7_200)
        #expect(lines(Self.output(of: [Answers.status(), old])).last == "towns: 12 s old, peaks: 2 h old")
        #expect(lines(Self.output(of: [Answers.status(), Answers.status("peaks")])).last == "towns, peaks: 12 s old")
        #expect(
            lines(Self.output(of: [old] + (1...3).map { Self.feed($0) })).last == "4 sources: 12 s to 2 h old")
    }

    @Test(arguments: [1, 3, 22, 420])
    func `has at most three lines`(count: Int) {
        let statuses = (0..<count).map { number in
            var status = Self.feed(number, isStale: number % 4 == 1, cause: "cause \(number)", failedAt: Double(number))
            status.isServed = number % 7 != 3
            status.origin = number % 5 == 2 ? .starter : .remote
            status.notes = number % 3 == 0 ? ["note \(number)"] : []
            return status
        }
        for rows in [[], Self.rows(of: statuses)] {
            for notes in [[], ["one"], (1...420).map { "note \($0)" }] {
                var output = Self.output(of: statuses, rows: rows)
                guard var report = output.body as? RecordsReport else { return }
                report.answer.notes = notes
                report.answer.suggestions = rows.isEmpty ? ["towns"] : []
                output.body = report
                #expect(lines(output).count <= 3)
                #expect(lines(output).joined().count < 1_000)
            }
        }
    }

    @Test(arguments: [
        (false, "search lon --limit 100", "1 record (0.41 ms)"),
        (true, "search lon --limit 100", "1 of 312 records; for more: search lon --limit 100 (0.41 ms)"),
        (true, nil, "1 of 312 records, more available (0.41 ms)"),
    ])
    func `shows how to see more`(isTruncated: Bool, more: String?, line: String) {
        let output = Answers.output([Answers.london], isTruncated: isTruncated, more: more)
        #expect(lines(output).first == line)
    }

    @Test func `omits an unknown total`() {
        let output = Answers.output([Answers.london], matched: nil, isTruncated: true, more: "search lon --limit 2")
        #expect(lines(output).first == "1 record; for more: search lon --limit 2 (0.41 ms)")
    }

    @Test(arguments: [
        (Duration.microseconds(412), "0.41 ms"), (.milliseconds(12), "12 ms"), (.microseconds(43_628_570), "44 s"),
    ])
    func `shows how long it took`(elapsed: Duration, text: String) {
        var output = Answers.output()
        output.elapsed = elapsed
        #expect(lines(output).first == "2 records (\(text))")
    }

    @Test func `covers only the sources in the results`() {
        let statuses = [
            Answers.status(), Answers.status("peaks"), Answers.status("lakes", isStale: true, reason: "HTTP 503"),
            Answers.status("roads", notes: ["cut"]),
        ]
        #expect(lines(Answers.output([Answers.london], statuses: statuses)).dropFirst() == ["towns: 12 s old"])
    }

    @Test func `for empty results, shows which sources may be incomplete`() {
        let statuses = [
            Answers.status(), Answers.status("lakes", age: 7_200, isStale: true, reason: "HTTP 503"),
            Answers.status("none", origin: nil, age: nil, reason: "nothing is stored", isServed: false),
        ]
        #expect(
            lines(Answers.output([], statuses: statuses)).dropFirst() == [
                "none: no rows: nothing is stored", "lakes: stale, 2 h old: HTTP 503",
            ])
    }

    @Test(arguments: [true, false])
    func `counts sources without rows among all that were asked`(hasRows: Bool) {
        let statuses = (1...11).map { number in
            var status = Self.feed(number)
            guard number > 7 else { return status }
            (status.isServed, status.reason, status.cause) = (false, "offline (x)", "offline")
            return status
        }
        let rows = hasRows ? Array(Self.rows(of: statuses).prefix(1)) : []
        let line = "4 of 11 feeds have no rows: offline; run “sources” for details"
        #expect(lines(Self.output(of: statuses, rows: rows)).dropFirst().first == line)
    }

    @Test func `wraps at spaces to the width of a terminal, each line in its color`() {
        let status = Answers.status(origin: .starter, records: 1_000, age: nil)
        let output = Answers.output([Answers.london], statuses: [status])
        guard let report = output.body as? RecordsReport else { return }
        let lines = Footer(output, Presentation(width: 40, usesColor: true)).lines(report)
        #expect(
            lines.dropFirst() == [
                "\u{1B}[2mtowns: starter sample of 1000 records;\u{1B}[0m",
                "\u{1B}[2mrun “refresh towns” for the full list\u{1B}[0m",
            ])
    }

    @Test func `shows explanations of a query plainly, and problems as a warning`() {
        var output = Answers.output([Answers.london])
        guard var report = output.body as? RecordsReport else { return }
        (report.answer.notes, report.answer.explanations) = (
            ["within 1 km of London", "no source has the column x"], 1
        )
        output.body = report
        let lines = Footer(output, Presentation(usesColor: true)).lines(report)
        #expect(lines[1] == "within 1 km of London")
        #expect(lines[2] == "\u{1B}[33mno source has the column x · towns: 12 s old\u{1B}[0m")
        report.explainsQuery = true
        output.body = report
        #expect(self.lines(output).first == "within 1 km of London")
    }

    private static func feed(
        _ number: Int, isStale: Bool = false, cause: String? = nil, failedAt seconds: Double? = nil
    ) -> SourceStatus {
        var status = Answers.status("feed-\(number)", isStale: isStale, reason: cause.map { "\($0) (\(number))" })
        status.plural = "feeds"
        status.cause = cause
        status.failedAt = seconds.map { Answers.now.addingTimeInterval($0 - 3_300) }
        status.failureAge = seconds.map { .seconds(clamping: 3_300 - $0) }
        return status
    }

    private static func rows(of statuses: [SourceStatus]) -> [RecordsAnswer.Row] {
        statuses.map { Answers.row("\($0.id):1", Record(key: "1", title: "London")) }
    }

    /// Results with a row from each source.
    private static func output(of statuses: [SourceStatus], rows: [RecordsAnswer.Row]? = nil) -> CommandOutput {
        Answers.output(rows ?? Self.rows(of: statuses), statuses: statuses)
    }

    private func lines(_ output: CommandOutput) -> [String] {
        guard let report = output.body as? RecordsReport else { return [] }
        var presentation = Presentation()
        presentation.chosenZone = .gmt
        return Footer(output, presentation).lines(report)
    }
}
