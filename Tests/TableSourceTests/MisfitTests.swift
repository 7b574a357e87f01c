import AggSource
import AggTesting
import Testing

@testable import TableSource

/// Columns in which nearly all values have a type.
struct MisfitTests {
    /// A table of 200 rows in which one row is replaced.
    private static func text(_ row: String, at place: Int = 120) -> String {
        var rows = (0..<200).map { number -> String in
            "\(number),N\(number),2024-01-\(10 + number % 20),\(number).5,40.1\(number),-73.1\(number)\n"
        }
        rows[place] = row + "\n"
        return "id,name,opened,fee,lat,lon\n" + rows.joined()
    }

    @Test(arguments: [
        ("120,N120,TBD,1.5,40.5,-73.5", "TBD", 0), ("120,N120,2024-01-05,TBD,40.5,-73.5", "TBD", 0),
        ("120,N120,2024-01-05,1.5,40.5N?,-73.5", "40.5N?", 0), ("0,N0,2024-01-05,1.5,40.5,-73.5N?", "-73.5N?", 1),
    ])
    func `one typing error among many values does not make a column text`(row: String, value: String, place: Int)
        async throws
    {
        let text = Self.text(row, at: place == 0 ? 120 : 0)
        let settings = try await finding(in: text).settings
        #expect(
            settings.values["columns"] == "id:integer, name, opened:date, fee:decimal, lat:decimal, lon:decimal")
        #expect(settings.roles.latitude == "lat" && settings.roles.date == ["opened"])
        let (records, summary) = try await fetched(text)
        #expect(records.count == 200 && records.contains { $0.fields.contains { $0.value == .text(value) } })
        let line = place == 0 ? 122 : 2
        #expect(summary.notes.contains { $0.contains("first: “\(value)”") && $0.contains("line \(line)") })
    }

    @Test(arguments: [([:], "TBD"), (["columns": "id, name:integer"], "N0")] as [([String: String], String)])
    func `adding a table reports values that do not fit, as a refresh does`(given: [String: String], first: String)
        async throws
    {
        let text = Self.text("120,N120,TBD,1.5,40.5,-73.5")
        let services = SourceServices(http: StubHTTPClient(.text(text)))
        let found = try await TableDiscovery(services: services).find("https://example.org/trees", given: given)
        let note = try #require(try await fetched(text, given).summary.notes.first { $0.contains("not fit the type") })
        #expect(note.contains("first: “\(first)”") && found.findings.contains("Note: \(note)"))
    }

    @Test(arguments: [(200, "id:integer, d:date"), (20, "id:integer, d")])
    func `one date in the other order among many keeps a column of dates`(count: Int, columns: String) async throws {
        let dates = (1..<count).map { "\($0),\($0 % 12 + 1)/\($0 % 28 + 1)/2024\n" } + ["\(count),31/12/2024\n"]
        let text = "id,d\n" + dates.joined()
        let settings = try await finding(in: text).settings
        #expect(settings.values["columns"] == columns)
        guard count == 200 else { return }
        #expect(settings.dates == .monthFirst)
        let (records, summary) = try await fetched(text)
        #expect(records.last?["d"]?.text == "2024-12-31")
        #expect(summary.notes.contains { $0.contains("the date at line 201 does not fit “dates: month-first”") })
    }

    @Test func `a repeated header is skipped and does not change the types of columns`() async throws {
        let text = "id,name,fee\n1,Oak,2\n2,Elm,3\nid,name,fee\n3,Ash,4\n"
        #expect(try await finding(in: text).settings.values["columns"] == "id:integer, name, fee:integer")
        let (records, summary) = try await fetched(text)
        #expect(records.map(\.title) == ["Oak", "Elm", "Ash"])
        #expect(summary.skipped.text == "1 skipped (line 4 repeats the header)")
    }

    @Test func `rows with an invalid latitude or longitude are counted`() async throws {
        let text = "id,name,lat,lon\n1,Oak,52.5,13.4\n2,Elm,95.2,13.1\n3,Ash,-999,-999\n4,Fir,,\n5,Yew,52.6,13.2\n"
        let (records, summary) = try await fetched(text, ["latitude": "lat", "longitude": "lon"])
        #expect(records.count { $0.coordinate != nil } == 2)
        let note = "2 rows have no valid latitude and longitude, so coordinates are missing (first: line 3)"
        #expect(summary.notes.contains(note))
    }

    @Test func `a misplaced quote that joins lines says how many`() async throws {
        let text = "id,name\n1,Oak\n2,\"Elm\n3,Ash\n4,\"Fir\"\n5,a,b\n"
        let (_, summary) = try await fetched(text, ["quote": "double"])
        #expect(summary.skipped.text.contains("line 3 has a misplaced quote, so 3 lines cannot be split into rows"))
    }

    private static let others: [(name: String, first: Int, rest: [String])] = [
        ("v", 40, ["x"]), ("v", 99, ["x", "y"]), ("v", 300, ["00123"]), ("code", 300, ["12A"]),
    ]

    @Test(arguments: others)
    func `a column with too many other values, or of codes, stays text`(name: String, first: Int, rest: [String])
        async throws
    {
        let values: [String] = Array(repeating: "5", count: first) + rest
        let text = "row,\(name)\n" + values.enumerated().map { "K\($0),\($1)\n" }.joined()
        #expect(try await finding(in: text).settings.values["columns"] == "row, \(name)")
    }

    @Test func `a few numbers with a decimal comma do not change the decimal mark`() async throws {
        let values: [String] = Array(repeating: "1.5", count: 200) + ["2,5"]
        let text = "name;v\n" + values.enumerated().map { "N\($0);\($1)\n" }.joined()
        let found = try await finding(in: text)
        #expect(found.settings.decimal == .point && found.settings.values["columns"] == "name, v:decimal")
    }

    @Test func `a comma within a few cells between commas is not a decimal mark`() async throws {
        let text = "id,n,price\n1,10,1.25\n2,\"2,4\",3.50\n3,\"1,500\",9.99\n4,7,2.00\n"
        let found = try await finding(in: text)
        #expect(found.settings.decimal == .point)
        #expect(found.settings.values["columns"] == "id:integer, n, price:decimal")
        #expect(try await fetched(text).records.map { $0["n"] } == ["10", "2,4", "1,500", "7"].map { .text($0) })
        let most = "id,n\n1,\"2,5\"\n2,\"3,25\"\n3,4\n"
        #expect(try await finding(in: most).settings.values["columns"] == "id:integer, n:decimal")
    }

    @Test func `a number with the other decimal mark does not fit a column of integers`() async throws {
        let text = "id,n\n1,10\n2,\"2,5\"\n3,\"1,500\"\n"
        let (records, summary) = try await fetched(
            text,
            [
                "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true",
                "columns": "id:integer, n:integer", "key": "id", "title": "id",
            ])
        #expect(records.map { $0["n"] } == [.integer(10), .text("2,5"), .integer(1_500)])
        #expect(summary.notes.contains { $0.contains("“2,5”") }, "\(summary.notes)")
    }

    @Test(arguments: [
        "#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#N/A",
        "#NV", "#WERT!", "#BEZUG!", "#VALEUR!", "#N/D", "#N/B", "#¡DIV/0!", "#¿NOMBRE?",
    ])
    func `the error of a formula is a missing number`(error: String) async throws {
        let text = "name,v\nA,1.5\nB,\(error)\n"
        #expect(try await finding(in: text).settings.values["columns"] == "name, v:decimal")
        let (records, summary) = try await fetched(text)
        #expect(records.map { $0["v"] } == [.decimal(1.5), nil])
        #expect(!summary.notes.contains { $0.contains("does not fit") })
    }

    @Test(arguments: ["#5", "#NV2", "#n/b", "#A/1", "#?", "#wert!"])
    func `other texts after a number sign are no missing numbers`(text: String) async throws {
        #expect(try await finding(in: "name,v\nA,1.5\nB,\(text)\n").settings.values["columns"] == "name, v")
    }

    @Test func `the mark of databases for a missing value is no text`() async throws {
        let records = try await fetched("name\tnote\nA\t\\N\nB\told\n").records
        #expect(records.map { $0["note"] } == [nil, .text("old")])
    }
}
