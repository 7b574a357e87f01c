import AggSource
import AggTesting
import Testing

@testable import TableSource

struct GivenRolesTests {
    private static let visits = "day,room,guest\n1,a,Ann\n1,b,Bob\n2,a,Ann\n"

    @Test(arguments: ["day,room", "day, room", "day , room ", "Day,ROOM"])
    func `several columns together are the key`(key: String) async throws {
        let found = try await finding(in: Self.visits, ["key": key])
        #expect(found.settings.roles.key == ["day", "room"] && found.settings.values["key"] == "day, room")
        #expect(try await fetched(Self.visits, ["key": key]).records.map(\.key) == ["1/a", "1/b", "2/a"])
    }

    @Test func `columns that do not identify rows together are rejected with the lines`() async {
        let text = Self.visits + "2,a,Cyd\n"
        let error = await #expect(throws: SourceError.self) { try await fetched(text, ["key": "day,room"]) }
        #expect(
            error?.reason().contains(
                "at line 5: the row repeats the key “2/a” of line 4; “day, room” has repeated values") == true)
    }

    @Test(arguments: [("2024,", "code"), (",x", "year"), (",", "year, code")])
    func `a row without part of its key is skipped, and only the missing part is named`(cells: String, missing: String)
        async throws
    {
        let text = "year,code,name\n2023,a,Ann\n\(cells),Bob\n2024,b,Cyd\n"
        let (records, summary) = try await fetched(text, ["key": "year, code"])
        #expect(records.map(\.key) == ["2023/a", "2024/b"])
        #expect(summary.skipped.text == "1 skipped (line 3 has no \(missing))")
    }

    @Test func `a key that is not a column is rejected by name`() async {
        let error = await #expect(throws: SourceError.self) { try await finding(in: Self.visits, ["key": "day,roon"]) }
        #expect(
            error?.reason().contains("“roon” is not a column, so it cannot be the key; did you mean “room”?") == true)
    }

    @Test(arguments: [
        ("title", "nmae", "“nmae” (title); did you mean “name”?"),
        ("date", "opend", "“opend” (date); did you mean “opened”?"),
        ("latitude", "south", "“south” (latitude)"), ("link", "opened", nil),
    ])
    func `a column that a configuration names but the table lacks is reported`(
        role: String, column: String, note: String?
    ) async throws {
        var values = [
            "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id", "title": "name",
            "columns": "id, name",
        ]
        values[role] = column
        let notes = try await fetched("id,name,opened\n1,Oak,2024-01-05\n", values).summary.notes
        #expect(notes == (note.map { ["the table has no column \($0)"] } ?? []))
        (values["format"], values["delimiter"], values["header"]) = ("json", nil, nil)
        let items = try await fetched(#"[{"id":1,"name":"Oak","opened":"2024-01-05"}]"#, values).summary.notes
        #expect(items == notes)
    }

    @Test(arguments: [("latitude-first", "2.5,48.5"), ("longitude-first", "48.5,2.5")])
    func `the order of pairs can be given`(order: String, expected: String) async throws {
        let text = "name;spot\nParis;2.5,48.5\nRome;12.5,41.5\n"
        let found = try await finding(in: text, ["pairs": order])
        #expect(found.assumptions.isEmpty && found.settings.values["pairs"] == order)
        let place = try #require(try await fetched(text, ["pairs": order]).records.first?.coordinate)
        #expect("\(place.latitude),\(place.longitude)" == expected)
    }

    @Test(arguments: [
        ("2024", "2024-01-01"), ("1066", "1066-01-01"), ("2024-03", "2024-03-01"), ("2024-13", nil),
        ("2024-Q2", "2024-04-01"), ("Q4 2024", "2024-10-01"), ("2024Q5", nil), ("2024M07", "2024-07-01"),
        ("Mar 2024", "2024-03-01"), ("2024 août", "2024-08-01"), ("07/2024", "2024-07-01"), ("Room 2024", nil),
        ("2024-03-2025", nil), ("20240", nil),
    ])
    func `years and months are dates if they are asked for`(text: String, date: String?) async throws {
        let records = try await fetched("id,built\n1,\(text)\n2,NA\n", ["date": "built"]).records
        #expect(records.map(\.date?.text) == [date, nil])
    }

    @Test(arguments: [
        ("year", "2019", "2020", true), ("Année", "1789", "1790", true), ("year_built", "2019", "2020", false),
        ("month", "2019-05", "2020-06", true), ("year", "19", "20", false), ("year", "2019", "3000", false),
        ("code", "2019-05", "2020-06", false), ("quarter", "2019-Q1", "2020-Q2", true),
        ("month", "Jan 2019", "Feb 2019", true), ("hour", "1200", "1300", false),
    ])
    func `the year or month of a series is its date if there is no other`(
        label: String, first: String, second: String, isDate: Bool
    ) async throws {
        let name = try #require(try await finding(in: "\(label)\n1\n").survey.names.first)
        let text = "name,\(label),opened\nOak,\(first),\nElm,\(second),\n"
        #expect(try await finding(in: text).settings.roles.date == (isDate ? [name] : nil))
        let other = text.replacing(",\n", with: ",2024-01-05\n")
        #expect(try await finding(in: other).settings.roles.date == ["opened"])
        let parts = "name,\(label),day\nOak,\(first),12\nElm,\(second),13\n"
        #expect(
            try await finding(in: parts).settings.roles.date == (["month", "quarter"].contains(label) ? [name] : nil))
    }

    @Test func `a row that does not fit its fixed widths is skipped and reported`() async throws {
        let text = "ID   NAME      CITY\n1    Oak       Rome\n2    A longer name\n3    Ash       Bonn\n"
        let (records, summary) = try await fetched(
            text, ["widths": "5, 10, 1", "format": "csv", "encoding": "utf-8", "header": "true"])
        #expect(records.map(\.title) == ["Oak", "Ash"])
        #expect(summary.skipped.text == "1 skipped (line 3 does not fit the column widths)")
        #expect(throws: SourceError.self) { try settings(["widths": "5"]) }
        #expect(throws: SourceError.self) { try settings(["widths": "5, x"]) }
    }

    @Test func `values of fixed width lose their padding`() async throws {
        let text = "ID   NAME      CITY\n1    Oak       Rome  \n2     Elm tree Bonn\n"
        let (records, _) = try await fetched(
            text, ["widths": "5, 10, 1", "format": "csv", "encoding": "utf-8", "header": "true"])
        #expect(records.map { $0.fields.map(\.value.text) } == [["1", "Oak", "Rome"], ["2", "Elm tree", "Bonn"]])
    }

    @Test(arguments: [
        (#"{"id":1,"name":"a"}"# + "\n\n" + #"{"id":2,"name":"b""# + "\n" + #"{"id":3}"# + "\n", "at line 3: "),
        (#"{"id":1}"# + "\n" + #"{"id":2,,}"# + "\n", "at line 2: "),
        ("{\n" + #""id":1}"# + "\n" + #"{"id":2"#, "the text ends in the middle of item 2"),
    ])
    func `names the line of a value that is cut off, unless values span several lines`(text: String, reason: String)
        async
    {
        let values = [
            "format": "jsonl", "encoding": "utf-8", "columns": "id:integer, name", "key": "id", "title": "name",
        ]
        let error = await #expect(throws: SourceError.self) { try await fetched(text, values) }
        #expect(error?.reason().contains(reason) == true, "\(error?.reason() ?? "")")
    }

    @Test func `columns of JSON can be given for a document whose layout is not clear`() async throws {
        let text = #"{"people":{"Norway":5,"Sweden":10},"capital":{"Norway":"Oslo","Sweden":"Stockholm"}}"#
        let (records, _) = try await fetched(text, ["format": "json-columns"])
        #expect(records.map(\.key) == ["Norway", "Sweden"])
        #expect(records.map { $0.fields.map { "\($0.name)=\($0.value.text)" } }.first?.contains("capital=Oslo") == true)
    }

    @Test(
        arguments: [
            (["date": "name"], "“name” has no date, so it cannot be the date"),
            (["location": "Name"], "“name” has no coordinates in degrees, so it cannot be the location"),
            (
                ["latitude": "name", "longitude": "size"],
                "“name” and “size” have no coordinates in degrees, so they cannot be the latitude and longitude"
            ),
            (["latitude": "size"], "--latitude requires --longitude"),
            (["longitude": "size"], "--longitude requires --latitude"),
            (["link": "name"], "“name” has no web URL, so it cannot be the link"),
            (["date": "closed"], nil), (["date": "opened", "link": "page", "location": "spot"], nil),
        ] as [([String: String], String?)])
    func `a column without a fitting value is rejected, unless it is empty`(
        given: [String: String], reason: String?
    ) async throws {
        let text = """
            id,name,size,opened,closed,page,spot
            1,Oak,1500,2024-01-05,,https://a.example,POINT (2 1)
            2,Elm,2500,unknown,,none,unknown

            """
        let services = SourceServices(http: StubHTTPClient(.text(text)))
        guard let reason else {
            let found = try await TableDiscovery(services: services).find("https://example.org/trees", given: given)
            let notes = found.findings.filter { $0.hasPrefix("Note") }
            #expect(
                notes
                    == (given["date"] == "opened" ? [] : ["Note: “closed” has no values yet, so no record has a date"]))
            return
        }
        let error = await #expect(throws: SourceError.self) {
            try await TableDiscovery(services: services).find("https://example.org/trees", given: given)
        }
        #expect(error?.reason().contains(reason) == true, "\(error?.reason() ?? "")")
    }

    @Test func `says that a digest is the key, and that a path in JSON is ignored, if they are given`() async throws {
        let services = SourceServices(http: StubHTTPClient(.text("id,name\n1,Oak\n2,Elm\n")))
        let found = try await TableDiscovery(services: services)
            .find("https://example.org/trees", given: ["key": ":content", "items": "a.b"])
        #expect(found.findings.contains { $0.hasPrefix("Key: the key is a digest of each row; ") })
        #expect(found.findings.last == "Note: the text is not JSON, so “items: a.b” is ignored")
        #expect(found.values["items"] == nil)
    }

    @Test(arguments: [(900_000, false), (1_200_000, true)])
    func `reports a row with too much text when a table is added`(size: Int, isTooLong: Bool) async throws {
        let text = "id,name\n1,Oak\n2,\(String(repeating: "x", count: size))\n3,Elm\n"
        let services = SourceServices(http: StubHTTPClient(.text(text)))
        let found = try await TableDiscovery(services: services).find("https://example.org/trees", given: [:])
        let note = "Note: after a refresh, some rows will be missing: 1 skipped (line 3 has more than 1 MB of text)"
        #expect(found.findings.contains(note) == isTooLong, "\(found.findings.map { $0.prefix(200) })")
    }
}
