import AggSearch
import AggSource
import Foundation
import SODASource
import Testing

struct SODAPagingTests {
    @Test(arguments: [
        (0, [0]), (1, [0]), (9, [0]), (10, [0, 10]), (25, [0, 10, 20]), (30, [0, 10, 20, 30]),
    ])
    func `reads every row of every page once`(count: Int, offsets: [Int]) async throws {
        let portal = StubPortal(rows: count)
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(fetched.keys == (1...max(1, count)).prefix(count).map(String.init))
        #expect(portal.offsets == offsets)
    }

    @Test(arguments: [nil, "day DESC"])
    func `requests a total order on every page`(order: String?) async throws {
        let portal = StubPortal(rows: 95)
        let fetched = try await TestDataSet(order: order).fetch(from: portal)
        #expect(Set(fetched.keys).count == 95)
        #expect(fetched.keys == (1...95).map(String.init))
    }

    @Test(arguments: [(25, 25), (10, 10), (3, 3), (1_000, 95)])
    func `stops at the maximum number of records`(maxRecords: Int, expected: Int) async throws {
        let fetched = try await TestDataSet(maxRecords: maxRecords).fetch(from: StubPortal(rows: 95))
        #expect(fetched.records.count == expected)
    }

    @Test(arguments: [(25, 25), (95, 95), (1_000, 95)])
    func `stops at the maximum number of records even if a portal ignores $limit`(
        maxRecords: Int, expected: Int
    ) async throws {
        let portal = StubPortal(rows: 95)
        let fetched = try await TestDataSet(maxRecords: maxRecords).fetch(from: Ignoring("limit", 50_000, portal))
        #expect(fetched.records.count == expected)
        #expect(portal.offsets == [0])
    }

    @Test func `writes full batches across pages`() async throws {
        let portal = StubPortal(rows: 2_345)
        let fetched = try await TestDataSet(pageSize: 400).fetch(from: portal)
        #expect(fetched.records.count == 2_345)
        #expect(fetched.summary?.skipped.count == 0)
        #expect((fetched.summary?.bytes ?? 0) > 100_000)
    }

    @Test func `skips and counts an invalid row among valid ones`() async throws {
        let portal = StubPortal(rows: 25)
        portal.change { $0.rows[12] = ["name": "no number"] }
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(fetched.records.count == 24)
        #expect(fetched.summary?.skipped.text == "1 skipped (item 13 has no number)")
    }

    @Test func `an error in the middle ends the fetch`() async throws {
        struct Breaking: HTTPClient {
            let portal: StubPortal
            func send(
                _ request: HTTPRequest, progress: ProgressReporter
            ) async throws(SourceError) -> HTTPResponse {
                if portal.offsets.contains(10) { return HTTPResponse(url: request.url, status: 500) }
                return try await portal.send(request, progress: progress)
            }
        }
        await #expect(throws: SourceError.http(status: 500)) {
            try await TestDataSet().fetch(from: Breaking(portal: StubPortal(rows: 95)))
        }
    }

    @Test func `sends the token with every request`() async throws {
        let portal = StubPortal(rows: 25)
        _ = try await TestDataSet(environment: ["SODA_APP_TOKEN": "secret"]).fetch(from: portal)
        #expect(portal.requests.count == 5)
        #expect(portal.requests.allSatisfy { $0.credential?.value == "secret" })
    }

    @Test func `notes that the portal's data is out of date`() async throws {
        let portal = StubPortal(rows: 5)
        portal.change { $0.headers["X-SODA2-Data-Out-Of-Date"] = "true" }
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(fetched.summary?.notes == ["the portal reports that its data is out of date"])
    }

    /// A portal that ignores a parameter, and uses the same number for all requests.
    private struct Ignoring: HTTPClient {
        let name: String
        let number: Int
        let portal: StubPortal

        init(_ name: String, _ number: Int, _ portal: StubPortal) {
            (self.name, self.number, self.portal) = (name, number, portal)
        }

        func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
            var request = request
            let parts = request.url.absoluteString.split(separator: "$\(name)=", maxSplits: 1)
            if parts.count == 2 {
                let rest = parts[1].drop(while: \.isNumber)
                request.url = URL(string: "\(parts[0])$\(name)=\(number)\(rest)") ?? request.url
            }
            return try await portal.send(request, progress: progress)
        }
    }

    @Test(arguments: [nil, 25, 1_000])
    func `ends when a portal repeats its first page, and says so`(maxRecords: Int?) async throws {
        for key in ["number", "name", "day"] {
            let set = TestDataSet(roles: ColumnRoles(title: "name", key: key), maxRecords: maxRecords)
            let fetched = try await set.fetch(from: Ignoring("offset", 0, StubPortal(rows: 95)))
            #expect(fetched.records.count == 10, "the rows of the repeated page are not written again")
            #expect(
                fetched.summary?.notes.last
                    == "the server repeats a page and seems to ignore $offset; rows after the first 10 are missing")
            #expect(fetched.summary?.state == nil, "the next refresh must not find that nothing has changed")
            #expect(fetched.summary?.isIncomplete == true, "a missing row must not be removed")
        }
        let inferring = TestDataSet(roles: ColumnRoles(title: "name"), maxRecords: maxRecords)
        let fetched = try await inferring.fetch(from: Ignoring("offset", 0, StubPortal(rows: 95)))
        #expect(fetched.summary?.state == FetchState(["key": ":id"]))
    }

    @Test func `continues if rows of several pages share a key`() async throws {
        let fetched = try await TestDataSet(roles: ColumnRoles(title: "name", key: "day")).fetch(
            from: StubPortal(rows: 95))
        #expect(fetched.records.count == 95)
        #expect(fetched.summary?.notes.contains { $0.contains("repeats a page") } == false)
    }
}
