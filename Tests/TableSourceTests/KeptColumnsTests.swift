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
                + "run “source edit towns” and set “key: city”, which has no repeated values")
        let fixed = try await Self.fetch(Self.towns + "X4,Bonn,8\n", since: first.summary.state)
        #expect(fixed.records.map(\.key) == ["X1", "X2", "X3", "X4"])
        #expect(fixed.summary.notes == ["detected: key code, title city"])
    }

    @Test func `another key is detected if the former one is no longer a column, with a note`() async throws {
        let renamedTowns = Self.towns.replacing("code", with: "town_code")
        let first = try await Self.fetch(Self.towns, since: nil)
        let renamed = try await Self.fetch(renamedTowns, since: first.summary.state)
        #expect(renamed.records.map(\.key) == ["X1", "X2", "X3"])
        #expect(
            renamed.summary.notes.last == "the table no longer has the former key “code”, so all records have new keys")
        let next = try await Self.fetch(renamedTowns, since: renamed.summary.state)
        #expect(next.summary.notes.count == 1, "\(next.summary.notes)")
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
