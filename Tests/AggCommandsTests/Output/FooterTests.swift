import AggCore
import Testing

@testable import AggCommands

@Suite struct FooterTests {
    @Test(arguments: [
        (Answers.status(), "towns: 12 s old"),
        (Answers.status(age: 10_800, isStale: true, reason: "HTTP 503"), "towns: stale, 3 h old: HTTP 503"),
        (Answers.status(age: 200_000, isStale: true, reason: "past 24 h"), "towns: stale, 2 d old: past 24 h"),
        (
            Answers.status(origin: .starter, records: 1_000, age: nil),
            "towns: starter sample of 1000 records; refresh towns fetches all"
        ),
        (
            Answers.status(origin: .starter, records: 1_000, age: nil, reason: "offline (no network)"),
            "towns: starter sample of 1000 records: offline (no network); refresh towns fetches all"
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
    func `says how fresh a source is and why`(status: SourceStatus, line: String) {
        #expect(lines(Answers.output(statuses: [status])).dropFirst() == [line])
    }

    @Test func `several samples are one line, and the others keep theirs`() {
        let sample = Answers.status("peaks", origin: .starter, records: 5, age: nil, reason: "offline")
        let other = Answers.status("lakes", origin: .starter, records: 7, age: nil, reason: "offline")
        let none = Answers.status("none", origin: nil, age: nil, reason: "HTTP 503", isServed: false)
        #expect(
            lines(Answers.output(statuses: [sample, Answers.status(), other, none])).dropFirst() == [
                "towns: 12 s old", "none: no rows: HTTP 503",
                "Sample data only from peaks, lakes: refresh fetches them, sources says why.",
            ])
    }

    @Test(arguments: [
        (false, "search lon --limit 100", "1 record (0.41 ms)"),
        (true, "search lon --limit 100", "1 of 312 records, and there are more: search lon --limit 100 (0.41 ms)"),
        (true, nil, "1 of 312 records, and there are more (0.41 ms)"),
    ])
    func `says how to see more`(isTruncated: Bool, more: String?, line: String) {
        let output = Answers.output([Answers.london], isTruncated: isTruncated, more: more)
        #expect(lines(output).first == line)
    }

    @Test func `says no total that is not known`() {
        let output = Answers.output([Answers.london], matched: nil, isTruncated: true, more: "search lon --limit 2")
        #expect(lines(output).first == "1 record, and there are more: search lon --limit 2 (0.41 ms)")
    }

    @Test(arguments: [
        (Duration.microseconds(4), "0.00"), (.microseconds(412), "0.41"), (.milliseconds(12), "12.00"),
        (.seconds(3), "3000.00"),
    ])
    func `says how long it took`(elapsed: Duration, text: String) {
        var output = Answers.output()
        output.elapsed = elapsed
        #expect(lines(output).first == "2 records (\(text) ms)")
    }

    @Test func `speaks of sources in the answer and of those in trouble, not of the others`() {
        let output = Answers.output(
            [Answers.london],
            statuses: [
                Answers.status(), Answers.status("peaks"), Answers.status("lakes", isStale: true, reason: "HTTP 503"),
                Answers.status("roads", notes: ["cut"]),
            ])
        #expect(lines(output).dropFirst().map { $0.prefix(5) } == ["towns", "lakes", "roads"])
    }

    private func lines(_ output: CommandOutput) -> [String] {
        guard case .records(let answer, _, let more) = output.body else { return [] }
        return Footer(output: output, style: Style(usesColor: false)).lines(answer, more: more)
    }
}
