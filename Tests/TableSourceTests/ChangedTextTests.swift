import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

/// What a refresh does with a table that is no longer written as it was when it was added.
struct ChangedTextTests {
    private static let values = [
        "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "columns": "code, name",
        "key": "code", "title": "name",
    ]

    private static func refresh(
        _ bytes: [UInt8], encoding: String = "utf-8"
    ) async throws -> (titles: [String], notes: [String]) {
        let url = URL(filePath: "/table")
        let client = StubHTTPClient(.bytes(bytes))
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings(values.merging(["encoding": encoding]) { $1 }),
            services: SourceServices(http: client), id: SourceID("enc"))
        let log = BatchLog()
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: log) else { return ([], []) }
        return (await log.records.map(\.title), summary.notes)
    }

    @Test(arguments: [Array("A1,Plain\nB2,Caf".utf8) + [0xE9, 10], Array("A1,Plain\nB2,x".utf8) + [0xC3]])
    func `a text that is no longer UTF-8 fails with the line and the remedy`(rows: [UInt8]) async {
        let error = await #expect(throws: SourceError.self) { try await Self.refresh(Array("code,name\n".utf8) + rows) }
        let reason = error?.reason() ?? ""
        #expect(reason.contains("at line 3: the text is not UTF-8"), "\(reason)")
        #expect(reason.contains("run “source edit enc” and set “encoding: windows-1252”"), "\(reason)")
    }

    @Test(arguments: ["windows-1252", "iso-8859-15"])
    func `a text that has become UTF-8 fails with the remedy`(encoding: String) async throws {
        let text = Array("code,name\nA1,Müller\n".utf8)
        let error = await #expect(throws: SourceError.self) { try await Self.refresh(text, encoding: encoding) }
        let reason = error?.reason() ?? ""
        #expect(reason.contains("the text is UTF-8 instead of "), "\(reason)")
        #expect(reason.contains("run “source edit enc” and set “encoding: utf-8”"), "\(reason)")
        let (titles, notes) = try await Self.refresh(Array("code,name\nB2,Caf".utf8) + [0xE9, 10], encoding: encoding)
        #expect(titles == ["Café"] && notes.isEmpty)
    }

    @Test func `a few bytes that are not UTF-8 among others are reported`() async throws {
        let text = Array("code,name\nA1,Zürich Genève Málaga São Łódź\nB2,Caf".utf8) + [0xE9, 10]
        let (titles, notes) = try await Self.refresh(text)
        #expect(titles.last == "Caf\u{FFFD}" && notes == ["1 byte is not UTF-8; it is shown as “\u{FFFD}”"])
    }

    @Test func `nothing is detected in a table without rows`() async throws {
        let notes = try await fetched("id,name,date\n").summary.notes
        #expect(notes == [TableFindings.noRows])
    }
}
