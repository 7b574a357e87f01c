import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

/// What a refresh keeps from the earlier ones if the configuration leaves it open.
struct KeptColumnsTests {
    private static func fetch(
        _ text: String, since state: FetchState?, _ values: [String: String] = [:]
    ) async throws -> (records: [Record], summary: FetchSummary) {
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: URL(filePath: "/table")), settings: try settings(values),
            services: SourceServices(http: StubHTTPClient(.text(text))), id: SourceID("towns"))
        let log = BatchLog()
        guard case .complete(let summary) = try await fetcher.fetch(since: state, into: log) else {
            throw SourceError.refused("unchanged")
        }
        return (await log.records, summary)
    }

    private static let towns = "code,city,v\nX1,Oslo,5\nX2,Rome,6\nX3,Bern,7\n"

    @Test func `a detected key that is no longer unique fails instead of changing`() async throws {
        let first = try await Self.fetch(Self.towns, since: nil)
        #expect(first.records.map(\.key) == ["X1", "X2", "X3"])
        let error = await #expect(throws: SourceError.self) {
            try await Self.fetch(Self.towns + "X3,Bonn,8\n", since: first.summary.state)
        }
        #expect(
            error?.reason()
                == "invalid data at line 5: the row repeats the key “X3” of line 4; “code” has repeated values in 1 row; "
                + "set “key: city” for this source, or refresh it with --force to detect another key")
        let fixed = try await Self.fetch(Self.towns + "X4,Bonn,8\n", since: first.summary.state)
        #expect(fixed.records.map(\.key) == ["X1", "X2", "X3", "X4"])
        #expect(fixed.summary.notes == ["detected: key code, title city"])
    }

    @Test(arguments: [
        (towns, "city,v\nOslo,5\nRome,6\nBern,7\n", "the column “code”, which is their key"),
        (towns, "code,city,v\n,Oslo,5\n,Rome,6\n,Bern,7\n", "values in the column “code”, which is their key"),
        (towns, "city,v\n", "the column “code”, which is their key"),
        (
            "date,station,visitors\n2024-01-01,A,17\n2024-01-01,B,9\n2024-01-02,A,9\n2024-01-02,B,8\n",
            "date,visitors\n2024-01-01,17\n2024-01-02,9\n", "the column “station”, which is part of their key"
        ),
    ])
    func `a detected key that the table no longer has fails instead of changing`(
        text: String, later: String, lost: String
    ) async throws {
        let first = try await Self.fetch(text, since: nil)
        let error = await #expect(throws: SourceError.self) {
            try await Self.fetch(later, since: first.summary.state)
        }
        #expect(
            error?.reason()
                == "invalid data (the rows no longer have \(lost); set “key: COLUMN” for this source, or refresh it with "
                + "--force to detect another key)")
    }

    @Test func `a table without rows keeps its detected key`() async throws {
        let first = try await Self.fetch(Self.towns, since: nil)
        let empty = try await Self.fetch("code,city,v\n", since: first.summary.state)
        #expect(empty.records.isEmpty && empty.summary.state?.values["key"] == "code")
    }

    @Test func `a configured key counts, and a single row shows no key`() async throws {
        let first = try await Self.fetch(Self.towns, since: nil)
        #expect(first.summary.state?.values["key"] == "code")
        let configured = try await Self.fetch(Self.towns, since: first.summary.state, ["key": "city"])
        #expect(configured.records.map(\.key) == ["Oslo", "Rome", "Bern"])
        #expect(configured.summary.state?.values["key"] == nil)
        #expect(try await Self.fetch("code,city\nX1,Oslo\n", since: nil).summary.state?.values["key"] == nil)
    }

    @Test func `an unchanged response keeps the key and the columns`() async throws {
        let url = try #require(URL(string: "https://example.org/towns"))
        let client = StubHTTPClient(.text(Self.towns, headers: ["ETag": "\"x\""]), .status(304))
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings([:]), services: SourceServices(http: client))
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: BatchLog()),
            case .unchanged(let state, _) = try await fetcher.fetch(since: summary.state, into: BatchLog())
        else { throw SourceError.refused("the result") }
        #expect(state?.values["key"] == "code" && state?.values["columns"] == "code,city,v")
    }

    @Test func `columns in another order do not change a row`() async throws {
        let first = try await Self.fetch(Self.towns, since: nil)
        let moved = "v,extra,code,city\n5,a,X1,Oslo\n6,b,X2,Rome\n7,c,X3,Bern\n"
        let second = try await Self.fetch(moved, since: first.summary.state)
        #expect(second.records.first?.fields.map(\.name) == ["code", "city", "v", "extra"])
        let members = #"[{"v": 5, "city": "Oslo", "code": "X1"}, {"v": 6, "city": "Rome", "code": "X2"}]"#
        let json = try await Self.fetch(members, since: first.summary.state)
        #expect(json.records.first?.fields.map(\.name) == ["code", "city", "v"])
    }
}
