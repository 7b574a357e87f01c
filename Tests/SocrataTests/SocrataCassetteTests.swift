import AggSource
import Foundation
import Socrata
import TestSupport
import Testing

/// Recorded exchanges with real portals.
@Suite(.enabled(if: RealData.has("soda")))
struct SocrataCassetteTests {
    private func cassette(_ name: String) throws -> [RecordedExchange] {
        try RecordedExchange.cassette(try RealData.text("soda/sodapy-cassettes/test_socrata/\(name).yaml"))
    }

    @Test func `reads the first page of a data set with its types`() async throws {
        let answers = try cassette("test_get").map(\.response)
        let rows = try await readRows(of: answers)
        #expect(rows.count == 1_000)
        let columns = SocrataColumn.columns(of: answers[0].headers)
        #expect(columns.map(\.name) == ["countid", "id", "date", "counts", "status"])
        for row in rows {
            #expect(columns.allSatisfy { FieldValue(row[$0.name] ?? .null, as: $0.type) != nil })
        }
        #expect(!answers[0].isSocrataDataOutOfDate)
        #expect(Validators(answers[0].headers)?.entityTag != nil)
    }

    @Test func `continues after full pages of 1,000 rows`() async throws {
        let exchanges = try cassette("test_get_all")
        var paging = SocrataPaging(pageSize: 1_000)
        var total = 0
        for exchange in exchanges where !paging.isAtEnd {
            let rows = try await readRows(of: [exchange.response])
            total += rows.count
            paging.advance(rows: rows.count)
        }
        #expect(total == 2_000)
        #expect(!paging.isAtEnd)
    }

    @Test func `reads 888 pages of one row each`() async throws {
        let exchanges = try cassette("test_get_all_hit_limit").filter { $0.url.path == "/resource/uczf-rk3c.json" }
        var paging = SocrataPaging(pageSize: 1, maxRecords: exchanges.count)
        var keys: [String] = []
        for exchange in exchanges {
            #expect(!paging.isAtEnd)
            let offset = URLComponents(url: exchange.url, resolvingAgainstBaseURL: false)?.queryItems?
                .first { $0.name == "$offset" }?.value
            #expect(offset == "\(paging.page.offset)")
            let rows = try await readRows(of: [exchange.response])
            keys += rows.compactMap { $0["countid"]?.stringValue }
            paging.advance(rows: rows.count)
        }
        #expect(paging.isAtEnd)
        #expect(keys.count == 888)
        #expect(Set(keys).count == 888)
    }

    @Test func `reads a whole data set of another kind`() async throws {
        let exchanges = try cassette("test_get_all_hit_limit").filter { $0.url.path == "/resource/xywu-7bv9.json" }
        let rows = try await readRows(of: exchanges.map(\.response))
        var paging = SocrataPaging(pageSize: 1_000)
        paging.advance(rows: rows.count)
        #expect(!rows.isEmpty)
        #expect(paging.isAtEnd)
    }

    @Test func `reads the metadata of a data set`() throws {
        let exchanges = try cassette("test_get_metadata_and_attachments")
        let view = try SocrataView(parsing: exchanges[0].response.body.collect())
        #expect(view.name == "Bicycle Counts")
        #expect(view.rowIdentifier == "countid")
        #expect(view.rowsUpdatedAt == 1_745_766_729)
        #expect(view.countedRows == 6_569_667)
        #expect(view.columns.map(\.type) == [.number, .number, .date, .number, .number])
        #expect(view.columns.filter(\.isUnique).map(\.name) == ["countid"])
    }

    @Test(arguments: [
        ("test_get_missing", "dataset.missing: Not found"),
        ("test_get_metadata_and_attachments_missing", "not_found: Not found"),
    ])
    func `reports a missing data set`(name: String, detail: String) throws {
        let exchange = try cassette(name)[0]
        let portal = SocrataPortal(endpoint: exchange.url)
        #expect(throws: SourceError.http(status: 404, detail: detail)) {
            try exchange.response.requireSocrataSuccess(of: portal, now: Date())
        }
    }

    @Test(arguments: ["test_get_csv", "test_get_xml"])
    func `rejects rows in another format`(name: String) async throws {
        let answers = try cassette(name).map(\.response)
        #expect(answers.count == 1)
        await #expect {
            try await readRows(of: answers)
        } throws: {
            ($0 as? SourceError)?.code == "invalid_data"
        }
    }

    @Test func `reads the list of a portal's data sets`() async throws {
        var found: [String] = []
        for exchange in try cassette("test_get_datasets") {
            let document = try JSONValue(parsing: exchange.response.body.collect())
            found += document["results"]?.arrayValue?.compactMap { $0["resource"]?["id"]?.stringValue } ?? []
        }
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { SocrataDataSetID($0) != nil })
    }
}
