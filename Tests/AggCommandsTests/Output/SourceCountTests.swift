import AggCore
import AggSource
import AggStorage
import Testing

@testable import AggCommands

@Suite struct SourceCountTests {
    @Test func `sources of one kind are counted by its name`() {
        let all = (1...4).map { Self.status($0, "feeds") } + [Self.status(5, "data sets")]
        #expect(SourceCount.text(Array(all.prefix(3)), of: all) == "3 of 4 feeds")
        #expect(SourceCount.text(Array(all.prefix(4)), of: all) == "4 feeds")
        #expect(SourceCount.text(Array(all.suffix(2)), of: all) == "2 of 5 sources")
        #expect(SourceCount.text(all, of: all) == "5 sources")
    }

    @Test func `a long table of sources ends with a count`() {
        var statuses = (1...423).map { Self.status($0, "feeds") }
        for index in 0..<20 { statuses[index].isStale = true }
        for index in 20..<27 { statuses[index].isServed = false }
        let text = Answers.text(CommandOutput(SourcesReport(statuses)), .table, width: 80)
        #expect(text.hasSuffix("\n423 feeds: 396 up to date, 20 stale, 7 without rows\n"))
        #expect(!Answers.text(CommandOutput(SourcesReport(Array(statuses.prefix(20)))), .table).contains("feeds:"))
    }

    @Test func `a long refresh ends with a count of its outcomes`() {
        let error: [SourceError?] = [.offline("no network"), .offline("no such host"), .http(status: 503), nil]
        let outcomes = (0..<40).map { number in
            var outcome = RefreshOutcome(source: .stub, loaded: .failure(.cancelled), elapsed: .zero)
            outcome.error = number < 8 ? error[number % 4] : nil
            outcome.result = outcome.error != nil ? .failed : number < 20 ? .updated : .unchanged
            return outcome
        }
        let count = "40 sources: 14 updated, 20 unchanged, 6 not refreshed (4 offline, 2 HTTP 503)"
        #expect(OutcomeCount.text(outcomes) == count)
        #expect(Answers.text(CommandOutput(RefreshReport(outcomes, [])), .table).hasSuffix("\n\(count)\n"))
    }

    private static func status(_ number: Int, _ plural: String) -> SourceStatus {
        var status = Answers.status("s-\(number)")
        status.plural = plural
        return status
    }
}
