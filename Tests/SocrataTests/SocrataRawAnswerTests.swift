import AggSource
import AggTesting
import Foundation
import Socrata
import TestSupport
import Testing

/// Raw responses from 2012 and 2013.
@Suite(.enabled(if: RealData.has("soda")))
struct SocrataRawAnswerTests {
    private func answer(_ name: String) throws -> HTTPResponse {
        try RecordedExchange.raw(try RealData.text("soda/soda-ruby-responses/\(name).response"))
    }

    @Test(arguments: [
        ("earthquakes_50", 50), ("earthquakes_source_pr_where_gt_4", 1), ("earthquakes_uw", 0),
        ("earthquakes_where_gt_5", 0),
    ])
    func `reads rows with the old location format`(name: String, atLeast: Int) async throws {
        let answer = try answer(name)
        let rows = try await readRows(of: [answer])
        #expect(rows.count >= max(1, atLeast))
        let columns = SocrataColumn.columns(of: answer.headers)
        #expect(columns.first { $0.name == "occurred_at" }?.type == .date)
        for row in rows {
            #expect(row["geolocation"]?.objectValue.flatMap(SocrataPlace.init)?.coordinate != nil)
            for column in columns where column.type != .location {
                #expect(row[column.name].map { FieldValue($0, as: column.type) != nil } ?? true)
            }
        }
    }

    @Test(arguments: [
        ("404", 404, "dataset.missing: Not found"), ("500_error", 500, "Internal error"),
    ])
    func `reports the portal's error message`(name: String, status: Int, detail: String) throws {
        let answer = try answer(name)
        let portal = SocrataPortal(endpoint: answer.url)
        #expect(throws: SourceError.http(status: status, detail: detail)) {
            try answer.requireSocrataSuccess(of: portal, now: Date())
        }
    }

    @Test(arguments: ["empty_body", "earthquakes_scan", "earthquakes_create_one_row", "fakeuser", "earthquakes.csv"])
    func `rejects a response that is not a list of rows`(name: String) async throws {
        let answer = try answer(name)
        var stream = JSONRecordStream(of: "rows", into: BatchLog())
        do {
            try await stream.read(answer.body) { _ throws(MappingFault) in throw MappingFault("has no key") }
            Issue.record("\(name) passes for rows")
        } catch {
            #expect(error.code == "invalid_data")
        }
    }

    @Test(arguments: ["earthquakes.csv", "earthquakes_create_one_row.json"])
    func `rejects a document that was sent to the portal`(name: String) async throws {
        let body = HTTPBody(try RealData.bytes("soda/soda-ruby-responses/\(name)"))
        await #expect(throws: SourceError.self) {
            var stream = JSONRecordStream(of: "rows", into: BatchLog())
            try await stream.read(body) { _ throws(MappingFault) in throw MappingFault("has no key") }
        }
    }
}
