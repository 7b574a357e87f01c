import AggSource
import AggTesting
import Foundation
import Socrata
import TestSupport
import Testing

@testable import SODASource

/// Chicago's food inspections as real portals returned them.
@Suite(.enabled(if: RealData.has("soda")))
struct SODAPublicDataTests {
    private func records(_ name: String) async throws -> (records: [Record], skipped: Int) {
        let mapper = SODAMapper(
            roles: ColumnRoles(title: "dba_name", subtitle: "address", date: "inspection_date", key: "inspection_id"),
            declared: ChicagoInspections.columns, types: [], lists: ChicagoInspections.lists)
        let sink = BatchLog()
        var stream = JSONRecordStream(of: "rows", into: sink)
        try await stream.read(HTTPBody(try RealData.bytes("soda/\(name)")), mapping: mapper.record)
        let summary = try await stream.finish(state: nil)
        return (await sink.records, summary.skipped.count)
    }

    @Test func `reads a page from 2013 in its older format`() async throws {
        let (records, skipped) = try await records("4ijn-s7e5.2013-03.default-1000.json")
        #expect(records.count == 1_000)
        #expect(skipped == 0)
        #expect(Set(records.map(\.key)).count == 1_000)
        #expect(records.count { $0.coordinate != nil } == 994)
        #expect(records.count { $0["violations"] != nil } == 824)
        #expect(records.allSatisfy { $0.date?.isDay == true && $0.subtitle != nil })
        #expect(records.allSatisfy { $0.title == $0.title.trimmingCharacters(in: .whitespacesAndNewlines) })
        for case .text(let text)? in records.map({ $0["violations"] }) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("|") })
        }
    }

    @Test func `reads a row from 2018 with a point`() async throws {
        let bytes = try RealData.bytes("soda/one-record.2018-10.geojson-point.json")
        let isList = bytes.first { $0 > 32 } == UInt8(ascii: "[")
        #expect(isList || bytes.first { $0 > 32 } == UInt8(ascii: "{"))
        let item = try JSONValue(parsing: bytes)
        let mapper = SODAMapper(
            roles: ColumnRoles(title: "dba_name", subtitle: "address", date: "inspection_date", key: "inspection_id"),
            declared: ChicagoInspections.columns, types: [], lists: ChicagoInspections.lists)
        let record = try mapper.record(item.arrayValue?.first ?? item)
        #expect(record.title == "THE WARBLER CHICAGO")
        #expect(record.coordinate == Coordinate(latitude: 41.96412222254, longitude: -87.685445881528))
        #expect(record["violations"]?.text.split(separator: "\n").count == 2)
    }

    @Test func `reads rows without a coordinate`() async throws {
        let (records, skipped) = try await records("two-records.no-location.json")
        #expect(records.map(\.title) == ["SUBWAY", "PLATES UP CATERING"])
        #expect(records.allSatisfy { $0.coordinate == nil })
        #expect(skipped == 0)
    }

    /// Texts that must parse, must not, or may: none may crash the program.
    @Test func `handles every text of the JSON test suite`() async throws {
        let folder = RealData.url("hostile/JSONTestSuite")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" } ?? []
        var refused = 0
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            let client = Fixed(bytes: bytes)
            do {
                let fetched = try await TestDataSet(roles: ColumnRoles()).fetch(from: client)
                #expect(!file.lastPathComponent.hasPrefix("n_") || fetched.records.isEmpty, "\(file.lastPathComponent)")
            } catch let error as SourceError {
                #expect(error.code == "invalid_data", "\(file.lastPathComponent)")
                refused += 1
            }
        }
        #expect(files.count >= 318)
        #expect(refused > 150)
    }

    private struct Fixed: HTTPClient {
        let bytes: [UInt8]
        func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
            HTTPResponse(url: request.url, status: 200, body: HTTPBody(bytes))
        }
    }
}
