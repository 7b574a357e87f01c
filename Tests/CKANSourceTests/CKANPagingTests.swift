import AggSource
import AggTesting
import Foundation
import Testing

@testable import CKANSource

struct CKANPagingTests {
    private let all = (1...25).map { "C\($0)" }

    @Test func `continues after the received rows, in order of row number`() async throws {
        let portal = Portal()
        #expect(try await fetch(portal, ["key": "code"]).keys == all)
        #expect(portal.log.values(of: "offset") == ["0", "10", "20"])
        #expect(Set(portal.log.values(of: "sort")) == ["_id asc"])
        #expect(portal.log.values(of: "limit") == ["0", "10000", "10000", "10000"])
    }

    @Test(arguments: [(false, false, false), (false, false, true), (true, true, true), (false, true, false)])
    func `finds the end whatever the portal reports`(total: Bool, estimated: Bool, limit: Bool) async throws {
        var portal = Portal()
        (portal.saysTotal, portal.isEstimated, portal.saysLimit) = (total, estimated, limit)
        #expect(try await fetch(portal, ["key": "code"]).keys == all)
    }

    @Test(arguments: [(0, true), (11, true), (20, true), (0, false), (11, false)])
    func `reads all rows of a table that has more than the portal first reports`(
        total: Int, saysTotal: Bool
    ) async throws {
        var portal = Portal()
        portal.firstTotal = total
        let client: any HTTPClient = saysTotal ? portal : FirstTotalPortal(portal: portal)
        let fetched = try await fetch(client, ["key": "code"])
        #expect(fetched.keys == all)
        #expect(!fetched.summary.notes.contains { $0.contains("could be read") })
        #expect(portal.log.values(of: "offset") == ["0", "10", "20"])
    }

    @Test func `reads all rows by row number if the table has grown`() async throws {
        var portal = Portal()
        portal.rows = (1...30).map { #"{"_id":\#($0),"code":"C\#($0)"}"# }
        let url = try #require(URL(string: "https://data.example.org"))
        var fetcher = CKANFetcher(
            endpoint: CKANEndpoint(portal: url, resource: "r1"), roles: ColumnRoles(key: "code"), columns: [],
            maxRecords: nil, services: SourceServices(http: GrowingPortal(portal: portal)))
        fetcher.farAhead = 10
        let log = BatchLog()
        let summary = try await fetcher.fetch(since: nil, into: log).summary()
        #expect(await log.records.map(\.key) == (1...30).map { "C\($0)" })
        #expect(portal.log.values(of: "filters").count == 2)
        #expect(!summary.notes.contains { $0.contains("could be read") })
    }

    @Test(arguments: [Portal.Filters.work, .fail, .areIgnored])
    func `requests distant rows by row number if the portal supports it`(filters: Portal.Filters) async throws {
        var portal = Portal()
        portal.filters = filters
        let services = SourceServices(http: portal)
        let url = try #require(URL(string: "https://data.example.org"))
        var fetcher = CKANFetcher(
            endpoint: CKANEndpoint(portal: url, resource: "r1"), roles: ColumnRoles(key: "code"), columns: [],
            maxRecords: nil, services: services)
        fetcher.farAhead = 10
        let log = BatchLog()
        _ = try await fetcher.fetch(since: nil, into: log)
        #expect(await log.records.map(\.key) == all)
        let offsets = portal.log.values(of: "offset")
        #expect(offsets == (filters == .work ? ["0"] : ["0", "10", "20"]))
        #expect(portal.log.values(of: "filters").first == #"{"_id":{"gt":10}}"#)
        #expect(portal.log.values(of: "filters").count == (filters == .work ? 2 : 1))
    }

    @Test func `fails if the portal repeats the same rows`() async throws {
        var portal = Portal()
        portal.ignoresOffset = true
        await #expect(
            throws: SourceError.invalidData("after 10 rows: the portal sent the same rows again")
        ) { try await fetch(portal) }
        portal.rows = (1...9).map { #"{"code":"C\#($0)"}"# }
        (portal.saysTotal, portal.saysLimit) = (false, false)
        await #expect(
            throws: SourceError.invalidData("after 9 rows: the portal sent the same rows again")
        ) { try await fetch(portal) }
    }

    @Test func `reads rows without numbers even if two pages begin with equal rows`() async throws {
        var portal = Portal()
        portal.most = 3
        portal.rows = ["A", "B", "C", "A", "D", "E"].map { #"{"code":"\#($0)","City Name":"n","size":"1"}"# }
        #expect(try await fetch(portal, ["key": "code"]).keys == ["A", "B", "C", "A", "D", "E"])
    }

    @Test func `reports missing rows, and removes no stored ones`() async throws {
        let portal = Portal()
        let short = ShortPortal(portal: portal, rows: 20)
        let summary = try await fetch(short, ["key": "code"]).summary
        #expect(summary.notes.last == "the portal reports 25 rows, but only 20 could be read")
        #expect(summary.isIncomplete)
        #expect(try await !fetch(portal, ["key": "code"]).summary.isIncomplete)
    }

    @Test func `notes configured columns that the table does not have`() async throws {
        let notes = try await fetch(Portal(), ["key": "code", "title": "cod", "columns": "code, sise"]).summary.notes
        #expect(
            notes.prefix(2) == [
                "the table has no column “cod” (title); did you mean “code”?",
                "the table has no column “sise” (columns); did you mean “size”?",
            ])
    }

    @Test func `says that the table has a new column that is not listed, and uses it for nothing`() async throws {
        var portal = Portal()
        portal.rows = (1...5).map { #"{"_id":\#($0),"code":"C\#($0)","City Name":"n","size":"1"}"# }
        let values = ["key": "code", "title": "code", "columns": "code, size:decimal"]
        let first = try await fetch(portal, values)
        #expect(first.summary.notes == [])
        portal.moreFields = #"{"id":"Owner","type":"text"},"#
        portal.rows = portal.rows.map { $0.replacing("}", with: #","Owner":"city"}"#) }
        let note = "the rows have a new column “owner” that is not listed in “columns”, so it is not kept"
        let second = try await fetch(portal, values, since: first.summary.state)
        #expect(second.records == first.records && second.summary.notes == [note])
        let third = try await fetch(portal, values, since: second.summary.state)
        #expect(third.summary.notes == [note])
        #expect(try await fetch(portal, values).summary.notes == [])
    }

    @Test func `fails if the table no longer has the configured key`() async throws {
        await #expect(
            throws: SourceError.invalidData("(the table has no column “cod”, which is the key; did you mean “code”?)")
        ) { try await fetch(Portal(), ["key": "cod"]) }
        #expect(try await fetch(Portal(), ["key": ":content"]).keys.count == 25)
    }

    @Test func `fails if different rows have the same configured key, but not if a row repeats`() async throws {
        var portal = Portal()
        portal.rows[20] = #"{"_id":21,"code":"C3","City Name":"Other","size":"1"}"#
        await #expect(
            throws: SourceError.invalidData(
                "(the key “code” is not unique: “C3” appears more than once; choose another column)")
        ) { try await fetch(portal, ["key": "code"]) }
        portal.rows[20] = portal.rows[2].replacing(#""_id":3"#, with: #""_id":21"#)
        #expect(try await fetch(portal, ["key": "code"]).keys.count == 25)
    }

    @Test func `stops at the configured number of rows`() async throws {
        let portal = Portal()
        #expect(try await fetch(portal, ["key": "code", "max_records": "12"]).keys == Array(all.prefix(12)))
        #expect(portal.log.values(of: "limit") == ["0", "12", "2"])
    }

    @Test func `stops at the configured number of rows even if the portal ignores it`() async throws {
        var portal = Portal()
        portal.ignoresLimit = true
        #expect(try await fetch(portal, ["key": "code", "max_records": "12"]).keys == Array(all.prefix(12)))
    }

    @Test func `reads a table without rows`() async throws {
        var portal = Portal()
        portal.rows = []
        #expect(try await fetch(portal).keys == [])
    }
}

/// A portal whose table has more rows once they are requested by row number.
private struct GrowingPortal: HTTPClient {
    let portal: Portal

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        var inner = portal
        if Portal.query(request)["filters"] == nil { inner.rows = Array(portal.rows.prefix(11)) }
        return try await inner.send(request, progress: progress)
    }
}

/// A portal that reports a total only in the description of the table.
private struct FirstTotalPortal: HTTPClient {
    let portal: Portal

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        var inner = portal
        inner.saysTotal = Portal.query(request)["limit"] == "0"
        return try await inner.send(request, progress: progress)
    }
}

/// A portal that counts more rows than it returns.
private struct ShortPortal: HTTPClient {
    let portal: Portal
    let rows: Int

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        var inner = portal
        if Portal.query(request)["limit"] != "0" { inner.rows = Array(portal.rows.prefix(rows)) }
        inner.saysTotal = Portal.query(request)["limit"] == "0"
        return try await inner.send(request, progress: progress)
    }
}
