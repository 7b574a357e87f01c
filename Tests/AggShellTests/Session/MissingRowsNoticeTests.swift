import AggCommands
import AggSource
import AggStorage
import Testing

@testable import AggShell

@Suite struct MissingRowsNoticeTests {
    @Test func `reports once each source that has only its starter sample`() throws {
        let bench = try SessionBench()
        let notice = MissingRowsNotice()
        let sample = SourceStatus.sample("towns", origin: .starter, records: 1_000)
        notice.tell(of: [sample, .sample("peaks", origin: .remote), .sample("none", origin: nil)], bench.streams)
        notice.tell(of: [sample], bench.streams)
        #expect(
            bench.complaints
                == "agg: towns has only a starter sample of 1000 records; for the full data, run: agg refresh towns\n")
        notice.tell(of: [sample, .sample("lakes", origin: .starter, records: 7)], bench.streams)
        #expect(bench.complaints.split(separator: "\n").count == 2)
        #expect(bench.complaints.hasSuffix("agg refresh lakes\n"))
    }

    @Test func `reports once a source without rows, if no other source has any`() throws {
        let bench = try SessionBench()
        let notice = MissingRowsNotice()
        let empty = SourceStatus.sample("towns", origin: nil, reason: "HTTP 500")
        notice.tell(of: [empty, .sample("peaks", origin: .remote)], bench.streams)
        #expect(bench.complaints.isEmpty)
        notice.tell(of: [empty], bench.streams)
        notice.tell(of: [empty], bench.streams)
        #expect(
            bench.complaints == "agg: towns has no rows yet (HTTP 500); to fetch them, run: agg refresh towns\n")
    }

    @Test func `counts many sources in one line`() throws {
        let bench = try SessionBench()
        let notice = MissingRowsNotice()
        let feeds = (1...420).map { number in
            var status = SourceStatus.sample("feed-\(number)", origin: nil, reason: "offline (\(number))")
            (status.cause, status.plural) = ("offline", "feeds")
            return status
        }
        notice.tell(of: feeds, bench.streams)
        #expect(bench.complaints == "agg: 420 feeds have no rows yet (offline); to fetch them, run: agg refresh\n")
        notice.tell(of: feeds, bench.streams)
        #expect(bench.complaints.split(separator: "\n").count == 1)
    }

    @Test func `leaves out a source whose sample could not be stored`() throws {
        let bench = try SessionBench()
        var status = SourceStatus.sample("towns", origin: nil, reason: "the disk is full")
        status.lacksSample = true
        MissingRowsNotice().tell(of: [status], bench.streams)
        #expect(bench.complaints.isEmpty)
    }

    @Test func `leaves out a sample that may not be shown, until it may`() throws {
        let bench = try SessionBench()
        let notice = MissingRowsNotice()
        var status = SourceStatus.sample("towns", origin: .starter, reason: "the cache is off")
        status.isServed = false
        notice.tell(of: [status], bench.streams)
        #expect(bench.complaints.isEmpty)
        status.isServed = true
        notice.tell(of: [status], bench.streams)
        #expect(bench.complaints.hasPrefix("agg: towns has only a starter sample"))
    }

    @Test func `prints nothing if sources have their rows`() throws {
        let bench = try SessionBench()
        MissingRowsNotice().tell(of: [.sample("peaks", origin: .remote, isStale: true)], bench.streams)
        #expect(bench.complaints.isEmpty)
    }

    @Test func `suggests no refresh with --offline, which cannot fetch anything`() throws {
        let bench = try SessionBench()
        let notice = MissingRowsNotice()
        var environment = TerminalEnvironment(environment: [:], isOffline: true)
        environment.hasTerminalErrors = false
        let presentation = environment.errorPresentation(Settings())
        notice.tell(of: [.sample("towns", origin: .starter, records: 1_000)], bench.streams, presentation)
        notice.tell(of: [.sample("peaks", origin: nil)], bench.streams, presentation)
        notice.tell(
            of: [.sample("lakes", origin: .starter), .sample("seas", origin: .starter)], bench.streams, presentation)
        #expect(
            bench.complaints == """
                agg: towns has only a starter sample of 1000 records; for the full data, start agg without --offline
                agg: peaks has no rows yet; to fetch them, start agg without --offline
                agg: lakes, seas have only starter samples; for the full data, start agg without --offline

                """)
    }

    @Test func `leaves out a disabled source, whose favorites are still shown`() throws {
        let bench = try SessionBench()
        var status = SourceStatus.sample("towns", origin: .starter)
        status.phase = .disabled
        MissingRowsNotice().tell(of: [status], bench.streams)
        #expect(bench.complaints.isEmpty)
    }

    @Test func `suggests a refresh of the same store`() throws {
        let bench = try SessionBench()
        MissingRowsNotice(program: "agg --store data").tell(of: [.sample("towns", origin: nil)], bench.streams)
        #expect(bench.complaints == "agg: towns has no rows yet; to fetch them, run: agg --store data refresh towns\n")
    }
}
