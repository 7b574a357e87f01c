import AggCommands
import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggShell

@Suite struct BannerTests {
    private func outcome(_ result: RefreshOutcome.Result, _ error: SourceError? = nil) -> RefreshOutcome {
        let id = SourceStatus.sample("towns", origin: .remote).id
        var outcome = RefreshOutcome(source: id, loaded: .failure(error ?? .cancelled), elapsed: .zero)
        outcome.result = result
        outcome.error = error
        outcome.records = 1_200
        outcome.change.added = 12
        outcome.change.changed = 3
        outcome.change.removed = 1
        return outcome
    }

    @Test func `reports the outcome of a background refresh`() {
        #expect(Banner.news(of: outcome(.updated)) == "towns: 1200 records, 12 added, 3 changed, 1 removed")
        #expect(Banner.news(of: outcome(.unchanged)) == "towns: 1200 records, unchanged")
        #expect(
            Banner.news(of: outcome(.stale, .http(status: 503)))
                == "cannot refresh towns: HTTP 503; using the stored rows")
        #expect(
            Banner.news(of: outcome(.failed, .offline("no network")))
                == "cannot refresh towns: offline (no network); there is no stored copy to fall back on")
        var sampled = outcome(.failed, .http(status: 404))
        sampled.samples = 995
        sampled.address = "https://example.org/towns"
        #expect(
            Banner.news(of: sampled)
                == "cannot refresh towns: HTTP 404 at https://example.org/towns; using the starter sample of 995 records"
        )
        #expect(Banner.news(of: sampled, usesCache: false).hasSuffix("there is no stored copy to fall back on"))
        var cut = outcome(.updated)
        cut.remarks = ["the document is cut off"]
        cut.change.skipped.add(item: 3, reason: "has no name")
        #expect(
            Banner.news(of: cut)
                == "towns: 1200 records, 12 added, 3 changed, 1 removed; the document is cut off; "
                + "1 skipped (item 3 has no name)")
    }

    @Test func `sources that are offline share a line`() {
        var sampled = outcome(.failed, .offline("no network"))
        sampled.samples = 995
        let stale = outcome(.stale, .offline("no network"))
        let empty = outcome(.failed, .offline("no network"))
        func news(_ outcomes: [RefreshOutcome], usesCache: Bool = true) -> String? {
            Banner.news(offline: outcomes, usesCache: usesCache)
        }
        #expect(news([]) == nil)
        #expect(news([stale]) == Banner.news(of: stale))
        let line = "cannot refresh towns, towns: offline (no network); "
        let each = "“sources” shows each reason"
        #expect(news([sampled, stale]) == line + "using stored rows and starter samples; " + each)
        #expect(news([sampled, empty]) == line + "using starter samples; " + each)
        #expect(news([empty, empty]) == line + each)
        #expect(news([sampled, stale], usesCache: false) == line + each)
    }

    @Test func `news cannot control the terminal`() {
        let text = Banner.news(of: outcome(.failed, .invalidData("at \u{1B}[2J\n")))
        #expect(text.hasPrefix("cannot refresh towns: invalid data at ␛[2J␊; "))
    }

    @Test func `without sources, the banner shows only the version and help`() async throws {
        let bench = try SessionBench()
        let aggregator = bench.context.aggregator
        let statuses = try await aggregator.statuses()
        let text = await Banner.text(version: "1.2.3", statuses, aggregator: aggregator, fetching: [], width: nil)
        #expect(text == "agg 1.2.3 · type help")
    }

    @Test func `a narrow banner still shows how to get help`() async throws {
        let bench = try SessionBench()
        let aggregator = bench.context.aggregator
        let statuses = ["towns", "peaks"].map { SourceStatus.sample($0, origin: .remote) }
        let text = await Banner.text(version: "1.2.3", statuses, aggregator: aggregator, fetching: [], width: 30)
        #expect(text == "agg 1.2.3 · 2 sources\ntype help")
    }

    @Test(arguments: [
        (40, "agg 1.2.3 · 27 sources (fetching 26)\ntype help\nfetching s0, s1, s2, s3, s4, and 21 more"),
        (
            80,
            "agg 1.2.3 · 27 sources (fetching 26) · type help\n"
                + "fetching s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, and 12 more"
        ),
    ])
    func `a banner for many sources names those being fetched`(width: Int, text: String) async throws {
        let bench = try SessionBench()
        let statuses = (0..<27).map { SourceStatus.sample("s\($0)", origin: .remote) }
        let banner = await Banner.text(
            version: "1.2.3", statuses, aggregator: bench.context.aggregator, fetching: statuses.dropLast().map(\.id),
            width: width)
        #expect(banner == text)
    }

    @Test func `counts one record as one`() {
        var one = outcome(.unchanged)
        one.records = 1
        #expect(Banner.news(of: one) == "towns: 1 record, unchanged")
    }
}
