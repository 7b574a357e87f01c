import AggSource
import AggTesting
import ArcGISSource
import Foundation
import Testing

/// Every way to read a layer to its end.
struct ArcGISPagingTests {
    private let all = (1...25).map(String.init)

    @Test func `pages by offset in the order of object ids, with the layer's own page size`() async throws {
        let server = LayerServer()
        let fetched = try await fetch(server)
        #expect(fetched.keys == all)
        #expect(!fetched.summary.isIncomplete)
        #expect(server.log.values(of: "resultOffset") == ["0", "10", "20"])
        #expect(Set(server.log.values(of: "orderByFields")) == ["OBJECTID"])
        #expect(server.log.values(of: "outSR") == ["4326", "4326", "4326"])
        #expect(server.log.values(of: "f").count == server.log.requests.count)
        #expect(fetched.summary.notes == [])
    }

    @Test func `continues after a short page if there are more rows`() async throws {
        var server = LayerServer()
        server.maxRecordCount = 1_000
        server.saysMaximum = true
        let short = ShortPages(server, rows: 7)
        #expect(try await fetch(short).keys == all)
    }

    @Test func `uses the count if a server does not report whether there are more rows`() async throws {
        var server = LayerServer()
        server.saysMore = false
        #expect(try await fetch(server).keys == all)
        server.givesCount = false
        #expect(try await fetch(server).keys == all)
    }

    @Test(arguments: [LayerServer.Paging.fails, .isIgnored])
    func `reads by ranges of object ids if a server's paging is broken`(paging: LayerServer.Paging) async throws {
        var server = LayerServer()
        server.paging = paging
        server.ids = (1...25).map { $0 * 3 }
        let fetched = try await fetch(server)
        #expect(fetched.keys == server.ids.map(String.init))
        #expect(
            server.log.values(of: "where").suffix(3) == [
                "OBJECTID >= 3 AND OBJECTID <= 30", "OBJECTID >= 33 AND OBJECTID <= 60",
                "OBJECTID >= 63 AND OBJECTID <= 75",
            ])
    }

    @Test func `reads by ranges if other requests fail with an error without a code`() async throws {
        var server = LayerServer()
        (server.paging, server.givesStatistics, server.errorCode) = (.fails, false, "")
        #expect(try await fetch(server).keys == all)
        server.givesIDs = false
        #expect(try await fetch(server).keys == all)
    }

    @Test func `reads by the smallest and the largest object id if the list of ids is too long`() async throws {
        var server = LayerServer()
        server.paging = .isUnknown
        #expect(try await fetch(LongIDList(server: server)).keys == all)
    }

    @Test func `does not read the same page forever`() async throws {
        var server = LayerServer()
        server.paging = .isIgnored
        server.maxRecordCount = 1
        #expect(try await fetch(server).keys == all)
        server.namesIDs = false
        (server.givesIDs, server.givesStatistics, server.givesCount) = (false, false, false)
        server.more = #""editingInfo":{"lastEditDate":1600000000000},"#
        let fetched = try await fetch(server, ["key": "name"])
        #expect(fetched.keys == ["Row-1"])
        #expect(fetched.summary.notes == ["some rows are missing: the server sent no OBJECTID for them"])
        #expect(fetched.summary.state == nil, "the next refresh must not find that nothing has changed")
        #expect(fetched.summary.isIncomplete, "a missing row must not be removed")
    }

    @Test func `reads by the smallest and the largest object id if a server gives no ids`() async throws {
        var server = LayerServer()
        (server.paging, server.givesIDs) = (.isUnknown, false)
        server.ids = Array(101...125)
        #expect(try await fetch(server).keys == server.ids.map(String.init))
    }

    @Test func `reads the largest possible object id, and pages of any size`() async throws {
        var server = LayerServer()
        (server.paging, server.maxRecordCount) = (.isUnknown, .max)
        server.ids = [.max - 2, .max - 1, .max]
        let all = server.ids.map(String.init)
        #expect(try await fetch(server).keys == all)
        (server.givesIDs, server.maxRecordCount) = (false, 2)
        #expect(try await fetch(server).keys == all)
    }

    @Test func `reads onward by object id if a server gives neither ids nor statistics`() async throws {
        var server = LayerServer()
        (server.paging, server.givesIDs, server.givesStatistics) = (.isUnknown, false, false)
        (server.saysMaximum, server.saysMore, server.givesCount) = (false, false, false)
        #expect(try await fetch(server).keys == all)
    }

    @Test func `reads onward by object id if the list of object ids is null, which also means that there are no rows`()
        async throws
    {
        var server = LayerServer()
        (server.paging, server.hasNullIDs, server.givesStatistics) = (.isUnknown, true, false)
        #expect(try await fetch(server).keys == all)
        server.ids = []
        #expect(try await fetch(server).keys == [])
    }

    @Test func `fails if the configured key is missing or not unique`() async throws {
        var server = LayerServer()
        await #expect(
            throws: SourceError.invalidData("(the layer has no column “nam”, which is the key; did you mean “name”?)")
        ) { try await fetch(server, ["key": "nam"]) }
        server.rowName = { "Row \($0 % 20)" }
        await #expect(
            throws: SourceError.invalidData(
                "(the key “name” is not unique: “Row-1” appears more than once; choose another column)")
        ) { try await fetch(server, ["key": "name"]) }
    }

    @Test(arguments: ["", #""editingInfo":{"lastEditDate":1600000000000},"#])
    func `says that a layer has a new field that is not listed, and uses it for nothing`(more: String) async throws {
        var server = LayerServer()
        server.more = more
        let values = ["columns": "objectid:integer"]
        let first = try await fetch(server, values)
        #expect(first.summary.notes == [] && first.records.first?.title == "Row 1")
        server.more = more.replacing("0},", with: "1},")
        server.moreFields = #",{"name":"OWNER","type":"esriFieldTypeString","alias":"Owner"}"#
        server.moreValues = #","OWNER":"city""#
        let note = "the rows have a new column “owner” that is not listed in “columns”, so it is not kept"
        let second = try await fetch(server, values, since: first.summary.state)
        #expect(second.records == first.records && second.summary.notes == [note])
        server.more = more
        #expect(try await fetch(server, values, since: second.summary.state).summary.notes == [note])
        #expect(try await fetch(server, values).summary.notes == [])
        #expect(try await fetch(server).records.first?.subtitle == "city")
    }

    @Test func `fails if a server does not sort rows as requested`() async throws {
        var server = LayerServer()
        (server.paging, server.givesIDs, server.givesStatistics, server.ordersRows) = (.isUnknown, false, false, false)
        server.ids = [9, 3, 7] + Array(20...60)
        await #expect { try await fetch(server) } throws: { ($0 as? SourceError)?.code == "invalid_data" }
    }

    @Test func `pages by offset in the server's order if a layer has no object ids`() async throws {
        var server = LayerServer()
        (server.hasObjectIDs, server.namesIDs) = (false, false)
        let fetched = try await fetch(server)
        #expect(fetched.records.map(\.title) == (1...25).map { "Row \($0)" })
        #expect(server.log.values(of: "resultOffset") == ["0", "10", "20"])
        #expect(server.log.values(of: "orderByFields").isEmpty)
        server.paging = .isIgnored
        let first = try await fetch(server)
        #expect(first.summary.notes.contains { $0.contains("only its first rows could be read") })
    }

    @Test func `stops at the configured number of rows`() async throws {
        var server = LayerServer()
        #expect(try await fetch(server, ["max_records": "12"]).keys == Array(all.prefix(12)))
        #expect(server.log.values(of: "resultRecordCount") == ["10", "2"])
        server.paging = .isUnknown
        #expect(try await fetch(server, ["max_records": "12"]).keys == Array(all.prefix(12)))
        server.givesIDs = false
        #expect(try await fetch(server, ["max_records": "12"]).keys == Array(all.prefix(12)))
    }

    @Test(arguments: [LayerServer.Paging.isIgnored, .isUnknown])
    func `stops at the configured number of rows even if a server ignores it`(
        paging: LayerServer.Paging
    ) async throws {
        var server = LayerServer()
        server.paging = paging
        #expect(try await fetch(server, ["max_records": "4"]).keys == Array(all.prefix(4)))
        (server.hasObjectIDs, server.namesIDs) = (false, false)
        let fetched = try await fetch(server, ["max_records": "4"])
        #expect(fetched.records.map(\.title) == (1...4).map { "Row \($0)" })
        #expect(fetched.summary.notes.contains { $0.contains("only its first rows") } == false)
        let more = try await fetch(server, ["max_records": "12"])
        #expect(more.summary.notes.contains { $0.contains("only its first rows") }, "repeated rows do not count")
    }

    @Test func `reads pages that start with equal rows`() async throws {
        var server = LayerServer()
        (server.hasObjectIDs, server.namesIDs, server.maxRecordCount) = (false, false, 3)
        let names = ["A", "B", "C", "A", "D", "E", "A", "B"]
        server.ids = Array(1...8)
        server.rowName = { names[Int($0) - 1] }
        let fetched = try await fetch(server)
        #expect(fetched.records.map(\.title) == names)
        #expect(server.log.values(of: "resultOffset") == ["0", "3", "6"])
    }

    @Test func `reads a layer without rows`() async throws {
        var server = LayerServer()
        server.ids = []
        #expect(try await fetch(server).keys == [])
        server.paging = .isUnknown
        #expect(try await fetch(server).keys == [])
    }

    @Test func `requests only rows that match the condition`() async throws {
        var server = LayerServer()
        server.paging = .isUnknown
        _ = try await fetch(server, ["where": "KIND = 'Oak'"])
        let conditions = server.log.values(of: "where")
        #expect(conditions.prefix(2) == ["KIND = 'Oak'", "KIND = 'Oak'"])
        #expect(conditions.last == "(KIND = 'Oak') AND OBJECTID >= 21 AND OBJECTID <= 25")
    }

    @Test func `rereads a layer only if it was edited`() async throws {
        var server = LayerServer()
        server.more = #""editingInfo":{"lastEditDate":1600000000000,"dataLastEditDate":1500000000000},"#
        let summary = try await fetch(server).summary
        let before = server.log.requests.count
        let fetcher = try source().fetcher(SourceServices(http: server))
        guard case .unchanged = try await fetcher.fetch(since: summary.state, into: BatchLog()) else {
            Issue.record("a layer that was not edited was read again")
            return
        }
        #expect(server.log.requests.count == before + 1)
        server.more = #""editingInfo":{"lastEditDate":1600000000001},"#
        let again = try source().fetcher(SourceServices(http: server))
        guard case .complete = try await again.fetch(since: summary.state, into: BatchLog()) else {
            Issue.record("an edited layer was not read")
            return
        }
    }
}

/// A server with a list of object ids that is too long to read at once.
private struct LongIDList: HTTPClient {
    let server: LayerServer

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        var answer = try await server.send(request, progress: progress)
        if LayerServer.query(request)["returnIdsOnly"] == "true" {
            answer.body = HTTPBody(count: 1 << 30) { _, _ in [] }
        }
        return answer
    }
}

/// A server that returns fewer rows at once than its layer claims.
private struct ShortPages: HTTPClient {
    let server: LayerServer
    let rows: Int

    init(_ server: LayerServer, rows: Int) { (self.server, self.rows) = (server, rows) }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        var inner = server
        if request.url.lastPathComponent == "query" { inner.maxRecordCount = rows }
        return try await inner.send(request, progress: progress)
    }
}
