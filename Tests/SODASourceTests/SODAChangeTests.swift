import AggSource
import AggTesting
import Foundation
import Testing

import SODASource

/// Changes of the data set between two refreshes, and between two pages of one.
struct SODAChangeTests {
    private func state(_ portal: StubPortal) async throws -> FetchState {
        try #require(try await TestDataSet().fetch(from: portal).summary?.state)
    }

    @Test func `checks for a newer data set with only one request`() async throws {
        let portal = StubPortal(rows: 25)
        let state = try await state(portal)
        let before = portal.requests.count
        let fetched = try await TestDataSet().fetch(from: portal, since: state)
        #expect(fetched.result == .unchanged(state))
        #expect(fetched.records.isEmpty)
        #expect(portal.requests.count == before + 1)
    }

    @Test func `rereads everything if the data set changed`() async throws {
        let portal = StubPortal(rows: 25)
        let state = try await state(portal)
        portal.change {
            $0.updatedAt += 1
            $0.rows.append(StubPortal.row(26))
        }
        let fetched = try await TestDataSet().fetch(from: portal, since: state)
        #expect(fetched.keys == (1...26).map(String.init))
        #expect(fetched.summary?.state != nil)
        #expect(fetched.summary?.state != state)
    }

    @Test func `detects a change between the conditional request and the metadata`() async throws {
        let portal = StubPortal(rows: 5)
        let state = try await state(portal)
        portal.change { portal in
            portal.updatedAt += 1
            portal.before[3] = {
                $0.updatedAt += 1; $0.rows[0] = StubPortal.row(77)
            }
        }
        let fetched = try await TestDataSet().fetch(from: portal, since: state)
        #expect(fetched.keys.first == "77")
    }

    @Test func `rereads a data set without validators every time`() async throws {
        let portal = StubPortal(rows: 5)
        portal.change { $0.hasValidators = false }
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(fetched.summary != nil)
        #expect(fetched.summary?.state == nil)
    }

    @Test func `fails with the portal's message if it sends an error with status 200`() async throws {
        let client = StubHTTPClient([
            "/api/views/abcd-1234.json": [.status(404)],
            "/resource/abcd-1234.json": [.text(#"{"error":true,"message":"Invalid SoQL query"}"#)],
        ])
        await #expect(throws: SourceError.invalidData("(the portal reports “Invalid SoQL query”)")) {
            try await TestDataSet(roles: ColumnRoles()).fetch(from: client)
        }
    }

    @Test func `rereads once if the data set changed between two pages`() async throws {
        let portal = StubPortal(rows: 25)
        portal.change { portal in
            portal.before[2] = {
                $0.updatedAt += 1
                $0.rows.insert(StubPortal.row(100), at: 0)
                $0.rows.removeAll { $0["number"] == "3" }
            }
        }
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(portal.offsets == [0, 10, 20, 0, 10, 20])
        #expect(fetched.keys == ["100", "1", "2"] + (4...25).map(String.init), "what was read first is gone")
        #expect(fetched.summary?.notes == [])
        #expect(fetched.summary?.state?.validators?.entityTag == "\"1001-0\"", "the second reading is whole")
    }

    @Test func `reports a data set that changes all the time`() async throws {
        let portal = StubPortal(rows: 25)
        portal.change { portal in
            for request in 1...6 { portal.before[request] = { $0.updatedAt += 1 } }
        }
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(portal.offsets == [0, 10, 20, 0, 10, 20])
        #expect(
            fetched.summary?.notes == ["the data set changed twice during the refresh; some rows may be missing"])
        #expect(fetched.summary?.state == nil, "the next refresh must not find that nothing has changed")
    }

    @Test func `requests the metadata of a one-page data set only once`() async throws {
        let portal = StubPortal(rows: 5)
        _ = try await TestDataSet().fetch(from: portal)
        #expect(portal.requests.map(\.url.path) == ["/api/views/abcd-1234.json", "/resource/abcd-1234.json"])
    }

    @Test(arguments: [(404, "{}"), (403, ""), (500, ""), (200, "<html>"), (200, "[]")])
    func `needs no metadata if everything is configured`(status: Int, body: String) async throws {
        let portal = StubPortal(rows: 25)
        portal.change { $0.viewAnswer = (status, body) }
        #expect(try await TestDataSet().fetch(from: portal).records.count == 25)
    }

    @Test func `stops when the portal limits requests for metadata`() async throws {
        let portal = StubPortal(rows: 25)
        portal.change { $0.viewAnswer = (429, "") }
        await #expect(throws: SourceError.rateLimited(until: nil)) { try await TestDataSet().fetch(from: portal) }
        #expect(portal.offsets.isEmpty)
    }

    @Test func `keeps the rows if the final metadata check fails`() async throws {
        let portal = StubPortal(rows: 25)
        portal.change { portal in portal.before[3] = { $0.viewAnswer = (429, "") } }
        let fetched = try await TestDataSet().fetch(from: portal)
        #expect(fetched.records.count == 25)
        #expect(
            fetched.summary?.notes
                == ["cannot tell whether the data set changed during the refresh: rate limited"])
    }
}
