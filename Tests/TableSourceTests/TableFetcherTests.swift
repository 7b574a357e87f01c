import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

struct TableFetcherTests {
    @Test func `maps rows to records as configured`() async throws {
        let (records, summary) = try await fetched(
            "Tree ID;Name;Planted;Height;lat;lon\n1; Oak ;31.12.2020;1,5;41,5;-87,25\n2;Elm;;x;0;0\n",
            [
                "format": "csv", "encoding": "utf-8", "delimiter": "semicolon", "header": "true", "decimal": "comma",
                "dates": "day-first", "columns": "tree_id:integer, name, planted:date, height:decimal",
                "key": "tree_id",
                "title": "name", "date": "planted", "latitude": "lat", "longitude": "lon",
            ])
        let day = try #require(RecordDate(iso8601: "2020-12-31"))
        #expect(
            records == [
                Record(
                    key: "1", title: "Oak", date: day, coordinate: Coordinate(latitude: 41.5, longitude: -87.25),
                    fields: [
                        .init("tree_id", .integer(1)), .init("name", .text("Oak")), .init("planted", .date(day)),
                        .init("height", .decimal(1.5)),
                    ]),
                Record(
                    key: "2", title: "Elm",
                    fields: [.init("tree_id", .integer(2)), .init("name", .text("Elm")), .init("height", .text("x"))]),
            ])
        let note = "1 value does not fit the type of its column and is stored as text (first: “x” in height at line 3)"
        #expect(summary.notes == [note])
    }

    @Test func `reports malformed rows by line without shifting cells`() async throws {
        let (records, summary) = try await fetched("id,name,size\n1,Oak,5\n2,Elm\n3,Ash,\"tall\",old\n,,\n4,Fir,6,\n")
        #expect(records.map(\.key) == ["1", "2", "4"])
        #expect(
            summary.skipped.text == "2 skipped (line 4 has 4 cells, but the table has 3 columns; line 5 is blank)")
        #expect(summary.notes.last?.hasPrefix("1 row has fewer cells than there are columns (first: line 3)") == true)
    }

    @Test(arguments: [
        (#"[{"id": 1, "a": {"b": "in"}, "a.b": "dot"}, {"id": 2, "a.b": "x"}]"#, ["in", "dot"], ["", "x"]),
        (#"[{"id": 1, "a.b": "dot", "a": {"b": "in"}}, {"id": 2, "a": {"b": "x"}}]"#, ["dot", "in"], ["", "x"]),
        (#"{"1": {"a": {"b": "in"}, "a.b": "dot"}, "2": {"a.b": "x"}}"#, ["in", "dot"], ["", "x"]),
        (#"[{"id": 1, "a": {"b.c": "in"}, "a.b": {"c": "dot"}}, {"id": 2}]"#, ["in", "dot"], ["", ""]),
    ])
    func `a member of an object and a member with a dot in its name are different columns`(
        text: String, first: [String], second: [String]
    ) async throws {
        let records = try await fetched(text).records
        let values = records.map { record in
            let fields = record.fields.filter { $0.name.hasPrefix("a_b") }
            let name = fields.first?.name.replacing("_2", with: "") ?? ""
            return ["a_b", "a_b_c"].contains(name) ? [name, name + "_2"].map { record[$0]?.text ?? "" } : ["", ""]
        }
        #expect(values == [first, second])
    }

    @Test func `a member with a dot in its name is named by its label`() async throws {
        let text = #"[{"id": 1, "full.name": "Oak"}, {"id": 2, "full.name": "Elm"}]"#
        #expect(try await fetched(text, ["title": "full_name"]).records.map(\.title) == ["Oak", "Elm"])
        #expect(try await finding(in: text, ["title": "full.name"]).settings.roles.title == ["full_name"])
    }

    @Test func `ignores members beyond the maximum number of columns`() async throws {
        let rows = (1...2_100).map { number in #"{"id": \#(number), "name": "n\#(number)", "by \#(number)": 1}"# }
        let (records, summary) = try await fetched("[" + rows.joined(separator: ",") + "]")
        #expect(records.count == 2_100 && records.last?.key == "2100")
        #expect(summary.notes.contains("rows have more than 2000 different members; the rest are ignored"))
        #expect(records.allSatisfy { $0.fields.count <= 3 } && records.last?.fields.count == 2)
    }

    @Test func `rejects a key that repeats and names the lines`() async throws {
        let error = await #expect(throws: SourceError.self) {
            try await fetched("id,name\n1,Oak\n2,Elm\n1,Ash\n", ["key": "id"])
        }
        #expect(
            error?.reason()
                == "invalid data at line 4: the row repeats the key “1” of line 2; “id” has repeated values in 1 row; "
                + "choose another key, such as “name”, or :content for a digest of the row")
    }

    @Test func `trims blanks around cells unless they are quoted, and reads minus signs and dashes`() async throws {
        let (records, _) = try await fetched(
            "id,city,change,note\n1, Oslo ,−5,a\n2,Oslo,–1.5,\" b\"\n3,\tOslo,–,c\n",
            ["key": "id", "columns": "city, change:decimal, note"])
        #expect(records.map { $0["city"] } == [.text("Oslo"), .text("Oslo"), .text("Oslo")])
        #expect(records.map { $0["change"] } == [.decimal(-5), .decimal(-1.5), nil])
        #expect(records[1]["note"] == .text(" b"))
    }

    @Test(arguments: [
        (
            "01/02/2024,13/02/2024,02/03/2024", ["2024-02-01", "2024-02-13", "2024-03-02"],
            "the date at line 3 does not fit “dates: month-first”, so all dates are read day first; run “source edit log” "
                + "and set “dates: day-first” if that is right"
        ),
        (
            "01/02/2024,13/02/2024,02/25/2024", ["2024-01-02", "2024-02-13", "2024-02-25"],
            "the date at line 3 does not fit “dates: month-first”, so such dates are read day first; run “source edit log” "
                + "and set “dates: day-first” if that is right"
        ),
    ])
    func `reads dates that contradict the configured order, and says so`(
        dates: String, read: [String], note: String
    ) async throws {
        let rows = dates.split(separator: ",").enumerated().map { "\($0),x,\($1)\n" }.joined()
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: URL(filePath: "/table")),
            settings: try settings([
                "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id",
                "title": "name",
                "date": "day", "dates": "month-first", "columns": "id:integer, name, day:date",
            ]), services: SourceServices(http: StubHTTPClient(.text("id,name,day\n" + rows))), id: SourceID("log"))
        let log = BatchLog()
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: log) else { return }
        #expect(summary.notes == [note])
        #expect(await log.records.map { $0.date?.text } == read)
    }

    @Test(arguments: [
        (
            "date,station,visitors\n2024-01-01,A,17\n2024-01-01,B,9\n2024-01-02,A,9\n2024-01-02,B,8\n",
            "run “source edit parks” and set “key: date_, station”, which has no repeated values"
        ),
        ("visitors,size\n5,1\n5,1\n", "run “source edit parks” and set “key: :content” to use a digest of the row"),
    ])
    func `says how to change the key of a source when it repeats at a refresh`(
        text: String, advice: String
    ) async throws {
        let fetcher = TableFetcher(
            endpoint: TableEndpoint(url: URL(filePath: "/table")), settings: try settings(["key": "visitors"]),
            services: SourceServices(http: StubHTTPClient(.text(text))), id: SourceID("parks"))
        let error = await #expect(throws: SourceError.self) { try await fetcher.fetch(since: nil, into: BatchLog()) }
        #expect(error?.reason().hasSuffix("; " + advice) == true, "\(error?.reason() ?? "")")
    }

    @Test(arguments: [
        ("<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", "invalid data (expected a table, found a web page)"),
        (
            "user,password\nann,x\n",
            "invalid data in the header: it has none of the configured columns, such as “id”; the columns are now "
                + "user, password"
        ),
    ])
    func `fails rather than replace rows by a document that is not the table`(text: String, reason: String) async {
        let error = await #expect(throws: SourceError.self) {
            try await fetched(
                text,
                [
                    "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true",
                    "columns": "id:integer, name", "key": ":content", "title": "name",
                ])
        }
        #expect(error?.reason() == reason)
    }

    @Test(arguments: ["", "data"])
    func `reports the error that a service sends in place of its rows`(items: String) async {
        let error = await #expect(throws: SourceError.self) {
            try await fetched(
                #"{"status": "error", "error": "quota exceeded"}"#,
                [
                    "url": "https://example.org/trees", "format": "json", "encoding": "utf-8", "items": items,
                    "columns": "id:integer", "key": "id",
                ])
        }
        #expect(error?.reason() == "invalid data (expected a table, found an error: quota exceeded)")
    }

    @Test(arguments: [nil, "page p", "link next"] as [String?])
    func `a table with configured columns and a key may be empty`(next: String?) async throws {
        let text = #"{"items": [], "total": 0, "next": null}"#
        var values = ["items": "items", "columns": "id:integer, name", "key": "id"]
        values["next"] = next
        let (records, summary) = try await fetched(text, values)
        #expect(records.isEmpty && summary.notes.isEmpty && !summary.isIncomplete, "\(summary.notes)")
        let open = values.filter { $0.key != "key" }
        await #expect(throws: SourceError.self) { try await fetched(text, open) }
    }

    @Test func `reads an object that has more than an error`() async throws {
        #expect(try await fetched(#"{"error": "none", "id": 5, "name": "Oak"}"#).records.count == 1)
    }

    @Test func `reports a title or place that no item of a JSON document has`() async throws {
        let values = [
            "format": "json", "encoding": "utf-8", "columns": "id:integer, name, size", "key": "id", "title": "name",
            "latitude": "lat", "longitude": "lon",
        ]
        let (_, renamed) = try await fetched(#"[{"id":1,"label":"Oak","lat":1.5,"lon":2.5}]"#, values)
        #expect(renamed.notes == ["the table has no column “name” (title)"])
        let (_, empty) = try await fetched("[]", values)
        #expect(empty.notes.isEmpty)
    }

    @Test func `builds a key from several columns`() async throws {
        let (records, _) = try await fetched("year,code,v\n2020,a b,1\n2020,c,2\n2021,c,3\n", ["key": "year, code"])
        #expect(records.map(\.key) == ["2020/a-b", "2020/c", "2021/c"])
    }

    @Test func `reports what it detected if the configuration leaves it open`() async throws {
        let (_, summary) = try await fetched("id,name\n1,Oak\n")
        #expect(summary.notes == ["detected: key id, title name"])
        let (_, partial) = try await fetched("id,name\n1,Oak\n", ["title": "name"])
        #expect(partial.notes == ["detected: key id"])
        let (_, whole) = try await fetched("id,name\n1,Oak\n", ["title": "name", "key": "id"])
        #expect(whole.notes == [])
    }

    @Test(
        arguments: [
            ("POINT (-87.5 41.25)", nil), ("(41.25, -87.5)", nil), ("41.25, -87.5", nil),
            ("12 Oak St\n(41.25, -87.5)", nil), ("BROADWAY\n(41.25, -87.5)", nil),
            ("LINESTRING (-88 41, -87 41.5)", "-88, 41, -87, 41.5"), ("POINT EMPTY", ""),
        ] as [(String, String?)])
    func `reads a coordinate in one cell, or the center and bounds of lines and areas`(
        cell: String, bounds: String?
    ) async throws {
        let (records, _) = try await fetched("id,where\n1,\"\(cell)\"\n2,POINT (1 2)\n")
        let place = Coordinate(latitude: 41.25, longitude: -87.5)
        #expect(records[0].coordinate == (bounds == "" ? nil : place))
        #expect(records[0]["bounds"] == bounds.flatMap { $0.isEmpty ? nil : .text($0) })
    }

    @Test func `reads GeoJSON features with their ids, and members of nested objects`() async throws {
        let (records, _) = try await fetched(
            """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": 7, "properties": {"name": "Park", "owner": {"name": "City"}, "tags": ["a", "b"]},
             "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [2, 1], [0, 0]]]}},
            {"type": "Feature", "id": 8, "properties": {"name": "Pond"}, "geometry": null}]}
            """)
        #expect(records.map(\.key) == ["7", "8"])
        #expect(records[0].coordinate == Coordinate(latitude: 0.5, longitude: 1))
        #expect(records[0]["bounds"] == .text("0, 0, 2, 1"))
        #expect(records[0]["owner_name"] == .text("City"))
        #expect(records[0]["tags"] == .list(["a", "b"]))
        #expect(records[1].coordinate == nil)
    }

    @Test func `reports that the key column is missing`() async throws {
        let error = await #expect(throws: SourceError.self) {
            try await fetched(
                "ident,name\n1,Oak\n",
                [
                    "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id",
                    "title": "name", "columns": "id, name",
                ])
        }
        #expect(
            error?.reason().hasPrefix("invalid data in the header: no key column “id”") == true)
    }

    @Test(arguments: ["csv", "json", "jsonl", "geojson"], ["", " \r\n\n"])
    func `reports an empty document as such`(format: String, text: String) async {
        let values = [
            "format": format, "encoding": "utf-8", "delimiter": "comma", "header": "true", "columns": "id:integer",
            "key": "id", "title": "id",
        ]
        let error = await #expect(throws: SourceError.self) { try await fetched(text, values) }
        #expect(error?.reason() == "invalid data (the document is empty)")
    }

    @Test(
        arguments: [
            (#"{"type":"Point","coordinates":[-87.5,41.25]}"#, nil),
            (#"{"coordinates": [[-88, 41], [-87, 41.5]], "type": "LineString"}"#, "-88, 41, -87, 41.5"),
            (#"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-87.5,41.25,7]}}"#, nil),
            (#"{"type":"Point","coordinates":[]}"#, ""),
        ] as [(String, String?)])
    func `reads GeoJSON in a cell`(cell: String, bounds: String?) async throws {
        let quoted = cell.replacing("\"", with: "\"\"")
        let (records, summary) = try await fetched(
            "id,where\n1,\"\(quoted)\"\n2,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[2,1]}\"\n")
        #expect(summary.notes.first?.contains("location where") == true, "\(summary.notes)")
        #expect(records[0].coordinate == (bounds == "" ? nil : Coordinate(latitude: 41.25, longitude: -87.5)))
        #expect(records[0]["bounds"] == bounds.flatMap { $0.isEmpty ? nil : .text($0) })
        #expect(records[1].coordinate == Coordinate(latitude: 1, longitude: 2))
    }

    @Test func `does not take projected positions in a cell for degrees`() async throws {
        let text = "id,where\n1,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[1176000.5,1890000.5]}\"\n"
        let (records, summary) = try await fetched(text)
        #expect(summary.notes.first?.contains("location") == false && records.first?.coordinate == nil)
    }

    @Test(arguments: [
        (#""spatialReference": {"wkid": 4326},"#, #"{"x": 2, "y": 1}"#, "Esri JSON"),
        (
            #""spatialReference": {"wkid": 102100, "latestWkid": 3857},"#, #"{"x": 222638.98, "y": 111325.14}"#,
            "Esri JSON"
        ),
        ("", #"{"rings": [[[1, 0], [3, 0], [3, 2], [1, 0]]]}"#, "Esri JSON"),
        (#""spatialReference": {"wkid": 2263},"#, #"{"x": 981106, "y": 195544}"#, "the coordinate system EPSG:2263"),
    ])
    func `reads the features of Esri JSON`(reference: String, geometry: String, finding: String) async throws {
        let rows = #"{"attributes": {"OBJECTID": 7, "NAME": "Oak"}, "geometry": \#(geometry)}"#
        let text = #"{"geometryType": "esriGeometry", \#(reference) "features": [\#(rows)]}"#
        let services = SourceServices(http: StubHTTPClient(.text(text)))
        let found = try await TableDiscovery(services: services).find("https://example.org/trees", given: [:])
        #expect(found.findings.contains { $0.contains(finding) }, "\(found.findings)")
        let record = try #require(try await fetched(text).records.first)
        #expect(record.key == "7" && record.title == "Oak" && record["name"] == .text("Oak"))
        let place = record.coordinate.map { [$0.latitude.rounded(), $0.longitude.rounded()] }
        #expect(place == (finding == "Esri JSON" ? [1, 2] : nil))
    }

    @Test func `reads rows that are the members of an object in a document`() async throws {
        let text = #"{"count": 2, "stations": {"S1": {"city": "Oslo"}, "S2": {"city": "Rome"}}}"#
        let records = try await fetched(text, ["items": "stations.*"]).records
        #expect(records.map(\.key) == ["S1", "S2"] && records.map(\.title) == ["Oslo", "Rome"])
        await #expect(throws: SourceError.self) { try await fetched(text, ["items": "parks.*"]) }
    }

    @Test func `says that rows have a new column that is not listed`() async throws {
        func fetch(_ text: String, since state: FetchState?) async throws -> FetchSummary {
            let given = try await finding(in: "id,name,size\n1,Oak,5\n2,Elm,6\n").settings
            var settings = given
            settings.columns = given.columns?.filter { $0.name != "size" }
            let fetcher = TableFetcher(
                endpoint: TableEndpoint(url: URL(filePath: "/table")), settings: settings,
                services: SourceServices(http: StubHTTPClient(.text(text))))
            let result = try await fetcher.fetch(since: state, into: BatchLog())
            guard case .complete(let summary) = result else { throw SourceError.refused("unchanged") }
            return summary
        }
        let first = try await fetch("id,name,size\n1,Oak,5\n2,Elm,6\n", since: nil)
        #expect(first.notes.isEmpty)
        let second = try await fetch("id,name,size,extra\n1,Oak,5,x\n2,Elm,6,y\n", since: first.state)
        let note = "the rows have a new column “extra” that is not listed in “columns”, so it is not kept"
        #expect(second.notes == [note])
        #expect(try await fetch("id,name,extra\n1,Oak,x\n", since: second.state).notes.contains(note))
    }
}
