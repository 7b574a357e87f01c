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
        _ bytes: [UInt8], encoding: String = "utf-8", _ others: [String: String] = [:]
    ) async throws -> (titles: [String], notes: [String]) {
        let url = URL(filePath: "/table")
        let client = StubHTTPClient(.bytes(bytes))
        let given = values.merging(["encoding": encoding]) { $1 }.merging(others) { $1 }
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings(given),
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

    @Test(
        arguments: ["windows-1252", "iso-8859-15", "utf-8", "utf-16le"],
        [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
        ] as [([UInt8], String.Encoding)])
    func `a byte order mark decides the encoding, whatever is configured`(
        encoding: String, saved: ([UInt8], String.Encoding)
    ) async throws {
        for text in ["code,name\nA1,Müller\n", "code,name\nA1,Miller\n"] {
            let bytes = saved.0 + Array(try #require(text.data(using: saved.1)))
            let (titles, notes) = try await Self.refresh(bytes, encoding: encoding)
            #expect(titles == [text.contains("ü") ? "Müller" : "Miller"] && notes.isEmpty, "\(notes)")
            let found = try await finding(in: bytes, ["encoding": encoding])
            #expect(found.survey.names == ["code", "name"] && found.settings.roles.key == ["code"])
            #expect(found.settings.encoding == TableEncoding(markOf: bytes))
        }
    }

    @Test func `damaged bytes after a byte order mark are reported`() async throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("code,name\nA1,Caf".utf8) + [0xE9, 10]
        let (titles, notes) = try await Self.refresh(bytes)
        #expect(titles == ["Caf\u{FFFD}"] && notes == ["1 byte is not UTF-8; it is shown as “\u{FFFD}”"])
    }

    @Test(arguments: [
        (
            "code_no,name\nA1,Oak\n",
            "no key column “code”; did you mean “code_no”? The columns are now code_no, name; if the key was renamed, "
                + "run “source edit enc” and replace “code” with the new name"
        ),
        (
            "ident,name\nA1,Oak\n",
            "no key column “code”; the columns are now ident, name; if the key was renamed, run “source edit enc” and "
                + "replace “code” with the new name"
        ),
        (
            "Tree code,name\nA1,Oak\n",
            "no key column “code”; did you mean “tree_code”? The columns are now tree_code, name; if the key was renamed, "
                + "run “source edit enc” and replace “code” with the new name"
        ),
        (
            "code;name;size\nA1;Oak;1,5\n",
            "the delimiter may have changed from comma to semicolon, since the first label is “code;name;size”; run "
                + "“source edit enc” and set “delimiter: semicolon”"
        ),
        (
            "code\tname\nA1\tOak\n",
            "the delimiter may have changed from comma to tab, since the first label is “code name”; run "
                + "“source edit enc” and set “delimiter: tab”"
        ),
    ])
    func `says what to do if the header no longer has the key`(text: String, reason: String) async {
        let error = await #expect(throws: SourceError.self) { try await Self.refresh(Array(text.utf8)) }
        #expect(error?.reason() == "invalid data in the header: \(reason)")
    }

    @Test(arguments: [
        (#"[{"code":"A1","name":"Ann"}]"#, "json"), ("{\n  \"rows\": [{\"code\": \"A1\"}]\n}\n", "json"),
        ("{\"code\": \"A1\"}\n{\"code\": \"B2\"}\n", "jsonl"),
    ])
    func `says that delimited text has become JSON`(text: String, format: String) async {
        let error = await #expect(throws: SourceError.self) { try await Self.refresh(Array(text.utf8)) }
        #expect(
            error?.reason()
                == "invalid data (expected delimited text, found JSON; if this is the right table, run “source edit enc” "
                + "and set “format: \(format)”)")
    }

    @Test func `a cell can be JSON`() async throws {
        let text = Array("{\"a\": 1}\tOak\n{\"a\": 2}\tElm\n".utf8)
        let (titles, _) = try await Self.refresh(
            text,
            [
                "delimiter": "tab", "quote": "none", "header": "false", "columns": "column_1, column_2",
                "key": "column_1",
                "title": "column_2",
            ])
        #expect(titles == ["Oak", "Elm"])
    }

    @Test func `says that the delimiter may have changed if a digest is the key`() async {
        let error = await #expect(throws: SourceError.self) {
            try await Self.refresh(Array("code,name\nA1,Oak\n".utf8), ["delimiter": "semicolon", "key": ":content"])
        }
        let reason = error?.reason() ?? ""
        #expect(reason.contains("may have changed from semicolon to comma"), "\(reason)")
    }

    @Test func `says which columns a table has if it lacks a title, a date, or others`() async throws {
        let text = Array("code,label,size,opened_on\nA1,Oak,5,2024-01-05\n".utf8)
        let (titles, notes) = try await Self.refresh(
            text, ["date": "opened", "columns": "code, name, sizes:integer, opened:date"])
        #expect(titles == ["A1"])
        #expect(
            notes == [
                "the table has no column “name” (title)",
                "the table has no column “opened” (date); did you mean “opened_on”?",
                "the table has no column “sizes” (columns); did you mean “size”?",
                "the columns are now code, label, size, opened_on; run “source edit enc” to change the configured ones",
            ])
    }

    @Test func `a JSON document of which no row has the key fails with similar names`() async {
        let error = await #expect(throws: SourceError.self) {
            try await Self.refresh(
                Array(#"[{"code_no": "A1", "name": "Oak"}]"#.utf8), ["format": "json", "header": "false"])
        }
        let reason = error?.reason() ?? ""
        #expect(reason.hasPrefix("invalid data (no key column “code”; did you mean “code_no”?"), "\(reason)")
    }

    @Test func `a few bytes that are not UTF-8 among others are reported`() async throws {
        let text = Array("code,name\nA1,Zürich Genève Málaga São Łódź\nB2,Caf".utf8) + [0xE9, 10]
        let (titles, notes) = try await Self.refresh(text)
        #expect(titles.last == "Caf\u{FFFD}" && notes == ["1 byte is not UTF-8; it is shown as “\u{FFFD}”"])
    }

    @Test func `nothing is detected in a table without rows`() async throws {
        let notes = try await fetched("id,name,date\n").summary.notes
        #expect(
            notes == [
                "the table has no rows yet; once it has some, a refresh chooses the key and the title; to filter by "
                    + "its columns, you must then remove the source and add it again"
            ])
    }

    @Test(
        arguments: [
            (["columns": "id, name", "key": "id"], []),
            (["columns": "id, name", "key": "id", "title": "name"], []),
            (
                ["columns": "id, name"],
                ["the table has no rows yet; once it has some, a refresh chooses the key and the title"]
            ),
            (
                ["key": "id"],
                [
                    "the table has no rows yet; once it has some, a refresh chooses the title; to filter by its columns, "
                        + "you must then remove the source and add it again"
                ]
            ),
            (
                ["key": "id", "title": "name"],
                [
                    "the table has no rows yet; to filter by its columns, you must remove the source and add it again once "
                        + "the table has rows"
                ]
            ),
        ] as [([String: String], [String])])
    func `a table without rows leaves open only what is not configured`(
        values: [String: String], notes: [String]
    ) async throws {
        #expect(try await fetched("id,name\n", values).summary.notes == notes)
    }
}
