import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

struct ShapeDetectorTests {
    private static func shape(_ text: String) async throws -> TableShape {
        try #require(try await finding(in: text).settings.shape)
    }

    @Test func `a canceled task does not scan a document for its list`() async {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(throws: SourceError.cancelled) {
                try RowReader.list(at: "data", in: HTTPBody(Array(#"{"data": [{"id": 1}]}"#.utf8)), .utf8)
            }
        }.value
    }

    @Test(
        arguments: [
            ("a,b\n1,\"x;y\"\n2,z\n", "comma"), ("a;b\n1,5;x\n2,5;y\n", "semicolon"), ("a\tb, c\n1\tx\n", "tab"),
            ("a|b\nNew York, NY|1\n", "pipe"), ("city:people\nRome:1\nOslo:2\n", "colon"), ("a^b\n1^2\n", "caret"),
        ])
    func `finds the delimiter over complete records`(text: String, name: String) async throws {
        #expect(Dialect.name(of: try await Self.shape(text).dialect.delimiter) == name)
    }

    @Test(arguments: [
        "| id | name | size |\n|----|:-----|-----:|\n| 1 | Oak | 5 |\n| 2 | Elm | 6 |\n",
        " id | name | size\n----+------+------\n  1 | Oak  |    5\n  2 | Elm  |    6\n",
    ])
    func `skips the line below the labels of a table in Markdown or of psql`(text: String) async throws {
        let found = try await finding(in: text)
        #expect(found.survey.rows == 2 && found.settings.roles.key == ["id"] && found.settings.roles.title == ["name"])
        #expect(found.settings.values["columns"]?.contains("size:integer") == true && found.assumptions.isEmpty)
        #expect(try await fetched(text).records.map(\.title) == ["Oak", "Elm"])
    }

    @Test func `detects single quotes if they are in use`() async throws {
        let text = "id,name\n1,'Daisy, the cat'\n2,'Rex'\n3,Bo\n"
        #expect(try await Self.shape(text).dialect.quote == UInt8(ascii: "'"))
        #expect(try await Self.shape("id,name\n1,it's\n2,'tis\n").dialect.quote == UInt8(ascii: "\""))
    }

    @Test(arguments: [
        (#"1,"a \"b\" c",x"#, true), (#"1,"a \"b\", c",x"#, true), (#"1,"say \"b\"",x"#, true),
        (#"1,"C:\dir\",x"#, false), (#"1,"{""a"": ""x\""y\""z""}",x"#, false),
        (#"1,"{""a"": ""x\""""}",x"#, false), (#"1,"5"" \ 6""",x"#, false),
    ])
    func `recognizes backslashes before quotes`(row: String, hasEscapes: Bool) async throws {
        for other in [#"2,"plain",y"#, "2,plain,y"] {
            #expect(try await Self.shape("id,name,z\n\(row)\n\(other)\n").dialect.hasEscapes == hasEscapes)
        }
    }

    @Test func `quotes that never close are ordinary characters in a text separated by tabs`() async throws {
        let text = "id\ttitle\tend\n1\tOne\t\\N\n2\t\"Le clown\t\\N\n3\tThree\t\\N\n4\tFour\t\\N\n"
        let values = try await finding(in: text).settings.values
        #expect(values["quote"] == "none")
        #expect(try await fetched(text, values).records.map(\.title) == ["One", "\"Le clown", "Three", "Four"])
        let cut = await #expect(throws: SourceError.self) { try await finding(in: "id\tname\n1\tOak\n2\t\"El") }
        #expect(cut?.reason().contains("at line 3: a quoted cell has no closing quote") == true)
    }

    @Test func `a mark for a missing value is not an example`() async throws {
        let services = SourceServices(http: StubHTTPClient(.text("id,name,end\n1,Oak,\\N\n2,Elm,\\N\n")))
        let found = try await TableDiscovery(services: services).find("https://example.org/trees", given: [:])
        #expect(found.columns.last?.examples == ["", ""])
    }

    @Test func `reads an export of MySQL as it was meant`() async throws {
        let text = #"1,"The \"Oak\"",\N"# + "\n" + #"2,\N,"C:\\elm""# + "\n"
        let values = try await finding(in: "id,name,note\n" + text).settings.values
        #expect(values["quote"] == "backslash")
        let records = try await fetched("id,name,note\n" + text, values).records
        #expect(records.map(\.title) == [#"The "Oak""#, "2"])
        #expect(records.map { $0["note"] } == [nil, .text(#"C:\elm"#)])
    }

    @Test(
        arguments: [
            ("id,name\n1,Oak\n", true), ("1,Oak\n2,Elm\n", false), ("name,kind\nOak,tree\nRose,flower\n", true),
            ("2024-01-01,5\n2024-01-02,6\n", false), ("name,2019,2020\nOak,5,6\nElm,7,8\n", true), ("a\n", true),
        ])
    func `distinguishes a header from a row`(text: String, hasHeader: Bool) async throws {
        #expect(try await Self.shape(text).hasHeader == hasHeader)
    }

    @Test(arguments: [
        "name,kind,,size\n,tree,old,5\noak,tree,,7\n,tree,new,8\n", "name,kind,,size\nelm,tree,old,5\noak,tree,,7\n",
        "name,,size\n,old,5\noak,new,7\n", "name,kind,,size\n,5,6,5\noak,7,8,7\nelm,8,9,8\n",
    ])
    func `keeps a first row that does not complete the labels`(text: String) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits == false && found.settings.skippedLines == 0)
    }

    @Test(
        arguments: [
            ("# by hand\nid,name,kind\n1,Oak,tree\n", 1),
            ("Trees of the park,,\n,,\nid,name,kind\n1,Oak,tree\n2,Elm,tree\n", 2),
            ("a,,,\n123,x,y,\n345,x,z,\n", 0), ("Trees of the park\n\n\nid,name,kind\n1,Oak,tree\n2,Elm,tree\n", 3),
            ("\n\nid,name,kind\n1,Oak,tree\n2,Elm,tree\n", 0),
            ("\"Trees\nof the park\"\n\nid,name,kind\n1,Oak,tree\n2,Elm,tree\n", 3),
        ])
    func `skips comments and titles before the header`(text: String, count: Int) async throws {
        #expect(try await Self.shape(text).skippedLines == count)
    }

    @Test(arguments: [
        "Trees of the park\n\n\nid,name\n1,Oak\n2,Elm\n", "\n\n\nid,name\n1,Oak\n2,Elm\n",
        "Trees\r\n\r\n7,8\r\nid,name\r\n1,Oak\r\n2,Elm\r\n", "\"a\nb\nc\",d\nid,name\n1,Oak\n2,Elm\n",
    ])
    func `skips as many lines as given, including blank ones`(text: String) async throws {
        let found = try await finding(in: text, ["skip_rows": "3"])
        #expect(found.survey.names == ["id", "name"] && found.survey.rows == 2)
        #expect(found.settings.values["skip_rows"] == "3" && found.settings.hasHeader == true)
        let values = found.settings.values.filter { $0.key != "url" }
        #expect(try await fetched(text, values).records.map(\.title) == ["Oak", "Elm"])
    }

    @Test(
        arguments: [
            (#"[{"a": 1}, {"a": 2}]"#, TableShape.Format.json, "", 2),
            (#"{"meta": {"tags": ["x"]}, "data": {"rows": [{"a": 1}, {"a": 2}, {"a": 3}]}}"#, .json, "data.rows", 3),
            ("{\"a\": 1}\n{\"a\": 2}\n", .jsonl, "", 2),
            ("\u{1E}{\"a\": 1}\n\u{1E}{\"a\": 2}\n", .jsonl, "", 2),
            (#"{"x": {"a": 1}, "y": {"a": 2}}"#, .json, "*", 2),
            (#"[["name", "people"], ["Rome", 5], ["Oslo", 6]]"#, .json, "", 2),
            (#"{"type": "FeatureCollection", "features": []}"#, .json, "features", 0), ("[]", .json, "", 0),
            (#"{"data": []}"#, .json, "data", 0), (#"{"count": 0, "results": []}"#, .json, "results", 0),
            (#"{"trees": []}"#, .json, "trees", 0), (#"{"total": 0, "trees": []}"#, .json, "trees", 0),
            (#"{"response": {"numFound": 0, "docs": []}}"#, .json, "response.docs", 0),
            (#"{"id": 5, "tags": []}"#, .jsonl, "", 1),
            (#"[{"page": 1, "total": 2}, [{"a": 1}, {"a": 2}]]"#, .json, "1", 2),
            (#"[{"a": 1, "b": [{"c": 1}]}, {"a": 2, "b": []}]"#, .json, "", 2),
        ])
    func `finds the rows of JSON`(text: String, format: TableShape.Format, items: String, rows: Int) async throws {
        guard rows > 0 else {
            await #expect(
                throws: SourceError.invalidData("(the table has no rows yet, so its columns cannot be detected)")
            ) {
                try await Self.shape(text)
            }
            return
        }
        let found = try await finding(in: text)
        #expect(found.settings.format == format && found.settings.items == items && found.survey.rows == rows)
    }

    @Test(arguments: [
        (#"[["row-1","Elm Park","Park"],["row-2","Oak Pond","Pond"],["row-3","Ash Hill","Hill"]]"#, "name, kind"),
        (#"[["row-1",5,7],["row-2",6,8],["row-3",7,9]]"#, "name:integer, kind:integer"),
    ])
    func `finds the labels of lists elsewhere in the document`(rows: String, columns: String) async throws {
        let labels = #"[{"name":"sid"},{"name":"Name"},{"name":"Kind"}]"#
        let found = try await finding(in: #"{"meta":{"view":{"columns":\#(labels)}},"data":\#(rows)}"#)
        #expect(found.survey.rows == 3 && found.settings.values["columns"] == "sid, " + columns)
        let other = try await finding(in: #"{"meta":{"columns":[{"name":"a"},{"name":"b"}]},"data":\#(rows)}"#)
        #expect(!other.survey.names.contains("a"))
    }

    @Test func `reads UTF-16, and Windows-1252 if the text is not UTF-8`() async throws {
        let utf16: [UInt8] =
            [0xFF, 0xFE] + "id,name\r\n1,Łódź 😀\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let wide = try await finding(in: utf16)
        #expect(wide.settings.encoding == .utf16LittleEndian)
        #expect(wide.survey.firstRows.first?.text(1) == "Łódź 😀")
        let single = try await finding(in: Array("id,name\n1,Caf".utf8) + [0xE9, 0x80, 10])
        #expect(single.settings.encoding == .windows1252 && single.survey.firstRows.first?.text(1) == "Café€")
        #expect(
            single.assumptions == [
                "the text is not UTF-8, so it is read as Windows-1252; use --encoding to change that"
            ])
    }

    @Test func `decides the encoding by the whole text`() async throws {
        let lines = String(repeating: "1,plain\n", count: 40_000)
        let found = try await finding(in: Array("id,name\n\(lines)2,".utf8) + [0xE9, 10])
        #expect(found.settings.encoding == .windows1252)
        let utf8 = try await finding(in: Array("\u{FEFF}id,name\n\(lines)2,é\n".utf8))
        #expect(utf8.settings.encoding == .utf8 && utf8.survey.names == ["id", "name"])
    }

    @Test(
        arguments: ["<TICKER>,<CLOSE>\nAAPL,170.12\nMSFT,402.65\n", "<5 mg,1\n5 mg,2\n", "<b>A</b>,5\n<b>B</b>,6\n"])
    func `reads a table whose first cell begins with a less-than sign`(text: String) async throws {
        #expect(try await finding(in: text).survey.names.count == 2)
    }

    @Test(
        arguments: [
            ("", "(the document is empty)"), ("PK\u{3}\u{4}", "Excel workbook"),
            ("<!DOCTYPE html><p>", "a web page"), ("<catalog>\n  <book/>\n</catalog>\n", "XML"),
            (#"{"type": "Topology", "objects": {}, "arcs": [[[0, 0], [1, 1]]]}"#, "TopoJSON; convert it to GeoJSON"),
            ("- id: 1\n  name: A\n", "YAML; convert it to JSON"), ("---\nid: 1\n", "YAML; convert it to JSON"),
            ("callback([{\"id\":1,\"n\":\"a\"}]);", "JSONP"), ("/**/ jQuery.cb_1({\"rows\":[]})", "JSONP"),
            ("/*O_o*/\ngoogle.visualization.Query.setResponse({\"rows\":[]});", "add “tqx=out:csv”"),
        ])
    func `explains why a document is not a table`(text: String, reason: String) async {
        let error = await #expect(throws: SourceError.self) { try await finding(in: text) }
        #expect(error?.reason().contains(reason) == true)
    }

    @Test(
        arguments: [
            (#"{"error": {"code": 7, "message": "bad key"}, "success": false}"#, "found an error: bad key"),
            (#"{"errors": [{"message": "quota\n exceeded"}]}"#, "found an error: quota exceeded"),
        ])
    func `shows the error that a server sent in place of a table`(text: String, reason: String) async {
        let error = await #expect(throws: SourceError.self) {
            try await finding(in: text, ["url": "https://data.example/table"])
        }
        #expect(error?.reason().contains(reason) == true)
    }

    @Test(arguments: [
        ("PK\u{3}\u{4}....[Content_Types].xml", "an Excel workbook; save the table as CSV"),
        ("PK\u{3}\u{4}....mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet; save"),
        ("PK\u{3}\u{4}....trees.csv", "a ZIP archive or an Excel workbook; unpack it"),
        ("%PDF-1.7\n", "a PDF; export the table as CSV"), ("PAR1\u{15}", "a Parquet file; convert it to CSV"),
        ("BZh91AY", "a bzip2 file; decompress it first"),
    ])
    func `recognizes a large binary file by its first bytes`(beginning: String, reason: String) async {
        // These bytes are in no supported encoding.
        let bytes = Array(beginning.utf8) + Array(repeating: [0, 0x81, 0xFF, 0x0A, 0x90], count: 60_000).joined()
        let error = await #expect(throws: SourceError.self) { try await finding(in: bytes) }
        #expect(error?.reason().contains("(expected a table, found \(reason)") == true, "\(error?.reason() ?? "")")
    }

    @Test func `reads text that begins like a binary file`() async throws {
        #expect(try await finding(in: "PAR1,BZh\n1,2\n").survey.names == ["par1", "bzh"])
    }

    @Test(
        arguments: [
            ("text/csv; charset=windows-1252", [0x43, 0xE9], "windows-1252"),
            ("text/csv; header=present; charset=\"ISO-8859-1\"", [0x43, 0x81], "windows-1252"),
            ("text/csv;charset=iso-8859-1", [0x43], "windows-1252"), ("text/csv; charset=utf-8", [0x43], "utf-8"),
            ("text/csv; charset=iso-8859-1", [0xC3, 0xA9], "utf-8"),
            ("text/csv; charset=utf-8", [0xE9], "windows-1252"),
            ("text/csv; charset=us-ascii", [0xE9], "windows-1252"), ("text/csv", [0x43], "utf-8"),
            ("application/json; charset=iso-8859-1", [0x43], "utf-8"),
            ("text/csv; charset=iso-8859-15", [0xA4], "iso-8859-15"),
            ("text/csv; charset=latin9", [0x43], "iso-8859-15"),
            ("text/csv; charset=windows-1251", [0xD0, 0xBC], "utf-8"),
            ("text/csv; charset=windows-1251", [0xE9], "windows-1251"),
            ("text/csv; charset=cp1250", [0x43], "windows-1250"), ("text/csv; charset=latin2", [0xE9], "iso-8859-2"),
            ("text/csv; charset=iso-8859-9", [0xFD], "windows-1254"), ("text/csv; charset=mac", [0x8E], "macintosh"),
            ("text/csv; charset=shift_jis", [0x81, 0x40], nil),
        ] as [(String, [UInt8], String?)])
    func `uses the declared encoding unless the bytes contradict it`(type: String, cell: [UInt8], name: String?) async {
        let body = HTTPBody(Array("id,name\n1,".utf8) + cell + Array("\n".utf8))
        let detector = TableDetector(
            given: TableSettings(), declared: DeclaredEncoding(ContentType(["Content-Type": type])))
        do throws(SourceError) {
            let found = try await detector.find(in: body)
            #expect(found.settings.encoding?.rawValue == name)
        } catch {
            #expect(name == nil && error.reason().contains("which agg does not support; convert the text"))
        }
    }

    @Test func `reads the characters in which ISO 8859-15 differs from Windows-1252`() async throws {
        let bytes = Array("id,name\n1,".utf8) + [0xBC, 0x75, 0x66, 0x20, 0x35, 0xA4, 0xE9] + Array("\n".utf8)
        let log = BatchLog()
        let url = try #require(URL(string: "https://example.org/eggs.csv"))
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: url), settings: try settings(["encoding": "iso-8859-15"]),
            services: SourceServices(http: StubHTTPClient(["/eggs.csv": [.bytes(bytes)]])))
        _ = try await fetcher.fetch(since: nil, into: log)
        #expect(await log.records.map(\.title) == ["Œuf 5€é"])
    }

    @Test(
        arguments: [
            ("windows-1250", [0xA3, 0xF3, 0x64, 0x9F], "Łódź"), ("iso-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"),
            ("windows-1251", [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0], "Москва"),
            ("windows-1253", [0xC1, 0xE8, 0xDE, 0xED, 0xE1], "Αθήνα"),
            ("windows-1254", [0xDD, 0xFE, 0xF0, 0xFD], "İşğı"),
            ("macintosh", [0x4D, 0x9F, 0x6C, 0xCA, 0x8E], "Mül\u{A0}é"),
            ("windows-1252", [0x80, 0x9F, 0xFF], "€Ÿÿ"),
        ] as [(String, [UInt8], String)])
    func `reads other encodings if they are configured`(name: String, bytes: [UInt8], text: String) throws {
        var decoder = TextDecoder(try #require(TableEncoding(rawValue: name)))
        #expect(decoder.decode(bytes) == Array(text.utf8))
    }

    @Test(arguments: [
        ("cp1250", "windows-1250"), ("CP1251", "windows-1251"), ("cp-1252", "windows-1252"),
        ("Windows_1252", "windows-1252"), ("cp1253", "windows-1253"), ("cp1254", "windows-1254"),
        ("latin1", "windows-1252"), ("Latin-2", "iso-8859-2"), ("ISO-8859-1", "windows-1252"),
        ("iso8859_2", "iso-8859-2"), ("ISO 8859-15", "iso-8859-15"), ("MacRoman", "macintosh"),
        ("utf8", "utf-8"), ("UTF-8-SIG", "utf-8"), ("utf16", "utf-16le"), ("UTF-16BE", "utf-16be"), ("ascii", "utf-8"),
    ])
    func `an encoding can be given by other names`(given: String, name: String) throws {
        #expect(try settings(["encoding": given]).encoding?.rawValue == name)
    }

    @Test func `the fault of an unknown encoding lists the known ones`() {
        let error = #expect(throws: SourceError.self) { try settings(["encoding": "klingon"]) }
        let reason = error?.reason() ?? ""
        #expect(reason.contains("“klingon” is not a valid value for encoding; use one of utf-8, utf-16le"), "\(reason)")
        #expect(TableEncoding.allCases.allSatisfy { reason.contains($0.rawValue) })
    }

    @Test(arguments: [
        ("\"mpg\" \"cyl\"\n\"Mazda RX4\" 21 6\n\"Datsun 710\" 22.8 4\n\"Hornet\" 21.4 6\n", "space"),
        ("\"mpg\"\t\"cyl\"\n\"Mazda RX4\"\t21\t6\n\"Datsun 710\"\t22.8\t4\n\"Hornet\"\t21.4\t6\n", "tab"),
        ("\"mpg\";\"cyl\"\n\"Mazda RX4\";21;6\n\"Datsun 710\";22,8;4\n\"Hornet\";21,4;6\n", "semicolon"),
    ])
    func `reads the tables that R writes, whose rows begin with their names`(text: String, name: String) async throws {
        let found = try await finding(in: text)
        #expect(Dialect.name(of: found.settings.delimiter ?? 0) == name)
        #expect(found.settings.values["columns"] == "column_1, mpg:decimal, cyl:integer")
        #expect(try await fetched(text).records.map(\.title) == ["Mazda RX4", "Datsun 710", "Hornet"])
    }

    @Test func `refuses a table of which every row is skipped`() async throws {
        let services = SourceServices(http: StubHTTPClient(.text("name\n1,2,3\n4,5,6,7\n8,9\n")))
        let error = await #expect(throws: SourceError.self) {
            try await TableDiscovery(services: services)
                .find("https://example.org/t.csv", given: ["delimiter": ",", "header": "true"])
        }
        #expect(error?.reason().contains("3 skipped") == true, "\(error?.reason() ?? "")")
    }

    @Test(
        arguments: [
            ("код;имя;город\n1;Анна;Москва\n2;Пётр;Тверь\n", "kod"),
            ("Όνομα\tΠόλη\nΆννα\tΑθήνα\nΝίκος\tΒόλος\n", "onoma"),
        ], [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `recognizes UTF-16 without a mark in other scripts`(table: (String, String), encoding: String.Encoding)
        async throws
    {
        let bytes = Array(try #require(table.0.data(using: encoding)))
        let found = try await finding(in: bytes)
        #expect(found.settings.encoding == (encoding == .utf16LittleEndian ? .utf16LittleEndian : .utf16BigEndian))
        #expect(found.survey.names.first == table.1 && found.survey.rows == 2)
    }
}
