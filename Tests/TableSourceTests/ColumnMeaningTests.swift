import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import TableSource

/// What the values and the names of columns mean beyond their types.
struct ColumnMeaningTests {
    private static func columns(_ text: String) async throws -> String? {
        try await finding(in: text).settings.values["columns"]
    }

    @Test(arguments: [
        ("http (80)", "https (443)", false), ("httpd", "https", false), ("http-alt", "http://", false),
        ("https://a.org", "http://b.org/x", true), ("https://ä.org", "https://[::1]/x", true),
    ])
    func `only web URLs are links`(first: String, second: String, isLink: Bool) async throws {
        let found = try await finding(in: "id,name,service\n1,A,\(first)\n2,B,\(second)\n")
        #expect(found.settings.roles.link == (isLink ? "service" : nil))
        let record = try await fetched("id,name,service\n1,A,\(first)\n", ["link": "service"]).records.first
        #expect(record?.url == (isLink ? first : nil))
    }

    @Test(arguments: [
        ("city,zip,state\nAgawam,01001,MA\nChicago,60614,IL\nBoston,02108,MA\n", "zip"),
        ("plz;ort\n10115;Berlin\n50667;Köln\n20095;Hamburg\n", "plz"),
        ("state,zip,city\nNY,10001,New York\nNY,10002,New York\nIL,60614,Chicago\n", "zip"),
        ("name,address,city,zip\nA,1 Main,Oslo,01001\nB,2 Main,Rome,01002\nC,3 Main,Bern,01003\n", "name"),
        (
            "Date,Name,Letterboxd URI\n2024-01-01,Alien,https://boxd.it/1\n2024-01-02,Drive,https://boxd.it/2\n",
            "letterboxd_uri"
        ),
        ("title,url,tags\nA,https://a.org/1,x\nB,https://a.org/2,y\nC,https://a.org/3,x\n", "url"),
        ("name,image_url\nA,https://a.org/1\nB,https://a.org/2\n", "name"),
        ("name,website\nA,https://a.org\nB,https://b.org\n", "name"),
        ("station,url\nA,https://a.org\nB,https://b.org\n", "station"),
        ("label,kind,num_rooms\nRed,house,5\nBlue,house,7\nGreen,flat,2\n", "label"),
        ("kind,numero_de_paginas,label\nbook,512,Red\nbook,731,Blue\nmap,26,Green\n", "label"),
    ])
    func `a postal code or the URL of a page is the key instead of a name that may repeat`(
        text: String, key: String
    ) async throws {
        #expect(try await finding(in: text).settings.values["key"] == key)
    }

    @Test(arguments: [#""="#, "="])
    func `numbers that Excel reads as texts are texts`(mark: String) async throws {
        func cell(_ text: String) -> String { mark == "=" ? #"="\#(text)""# : #""=""\#(text)""""# }
        let text = "title,isbn13\nDune,\(cell("9780441017270"))\nEmma,\(cell("9780141439587"))\nIt,\n"
        #expect(try await Self.columns(text) == "title, isbn13")
        let records = try await fetched(text, ["key": "title"]).records
        #expect(records.first?["isbn13"] == .text("9780441017270"))
    }

    @Test func `numbers with a plus sign and a fraction are decimals`() async throws {
        #expect(try await Self.columns("name,change\nA,+3.1\nB,-0.4\nC,+12.75\n") == "name, change:decimal")
        #expect(try await Self.columns("name,change\nA,+3.1\nB,+0.4\n") == "name, change:decimal")
        #expect(try await Self.columns("name,code\nA,+3\nB,+49\n") == "name, code")
    }

    @Test(arguments: ["INTPTLAT,INTPTLON", "INTPTLAT,INTPTLONG", "INTPTLAT20,INTPTLON20"])
    func `reads coordinates as the US Census writes them`(labels: String) async throws {
        let rows = "01001,Autauga,+32.5000000,-086.6000000\n01003,Baldwin,+32.6000000,-087.7000000\n"
        let places = try await fetched("GEOID,NAME,\(labels)\n" + rows).records.map(\.coordinate)
        let first = Coordinate(latitude: 32.5, longitude: -86.6)
        #expect(places == [first, Coordinate(latitude: 32.6, longitude: -87.7)])
    }

    @Test func `adding a table reports invalid coordinates`() async throws {
        let text = "name,lat,lon\nA,0,0\nB,47.1,8.5\nC,,\nD,95,8\nE,12,200\n"
        let discovery = try await TableDiscovery(services: SourceServices(http: StubHTTPClient(.text(text))))
            .find("https://example.org/t.csv", given: [:])
        let note = "Note: 2 rows have no valid latitude and longitude, so coordinates are missing (first: line 5)"
        #expect(discovery.findings.contains(note), "\(discovery.findings)")
    }

    @Test(arguments: [
        (["03/04/2024", "05/06/2024"], true), (["03/04/2024", "25/06/2024"], false), (["03/03/2024"], false),
        (["2024-04-03"], false),
    ])
    func `a refresh says that the order of dates is unclear`(dates: [String], isUnclear: Bool) async throws {
        let rows = dates.enumerated().map { "\($0),x,\($1)\n" }.joined()
        let values = [
            "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id", "title": "name",
            "date": "day", "columns": "id:integer, name, day:date",
        ]
        let note =
            "the order of day and month is unclear; dates are read month first (first: “03/04/2024” at line 2)"
        let (_, summary) = try await fetched("id,name,day\n" + rows, values)
        #expect(summary.notes == (isUnclear ? [note] : []))
        let given = values.merging(["dates": "month-first"]) { $1 }
        #expect(try await fetched("id,name,day\n" + rows, given).summary.notes.contains(note) == false)
    }

    @Test(arguments: [
        ("2024/03/01 9:10:00 AM GMT+1", "2024-03-01T08:10:00Z"),
        ("2024/03/01 9:10:00 PM GMT-5:30", "2024-03-02T02:40:00Z"),
        ("Fri Mar 01 10:00:00 +0000 2024", "2024-03-01T10:00:00Z"),
        ("Fri Mar  1 10:00:00 2024", "2024-03-01T10:00:00"),
        ("Fri Mar  1 10:00:00 UTC 2024", "2024-03-01T10:00:00Z"),
        ("Tue Mar 05 2024 10:00:00 GMT+0100 (Central European Standard Time)", "2024-03-05T09:00:00Z"),
        ("05-MAR-24 10.00.00.000000 AM", "2024-03-05T10:00:00"),
    ])
    func `reads the timestamps of forms, archives, and databases`(text: String, date: String) async throws {
        let table = "name,opened\nA,\"\(text)\"\nB,\n"
        #expect(try await Self.columns(table) == "name, opened:date")
        #expect(try await fetched(table).records.first?.date?.text == date)
    }

    @Test(arguments: ["Mar  1 10:00:01", "Mar 1 10:00", "1 Mar 10:00:01", "Mar 1, 10:00:01"])
    func `the hour after a day is no year`(text: String) {
        #expect(DateText.Order.allCases.allSatisfy { DateText.date(text, $0) == nil })
    }

    @Test(arguments: [
        ("[10/Oct/2000:13:55:36 -0700]", "2000-10-10T20:55:36Z"), ("01MAR24:10:05:00", "2024-03-01T10:05:00"),
        ("[1, 2, 10]", nil),
    ])
    func `reads the times of logs and of SAS`(text: String, date: String?) {
        #expect(DateText.date(text, .dayFirst)?.text == date)
    }

    @Test(arguments: ["5.3.2024 (estimated)", "Mar 1 10:00:00 x 2024", "5 Mar 2024 10:00 GMT+12345"])
    func `other words after a date are no time`(text: String) {
        #expect(DateText.date(text, .dayFirst) == nil)
    }

    @Test(arguments: [
        ("section,heading\n1.9,A\n1.10,B\n1.1,C\n", "section, heading"),
        ("package,version_no\na,2.0\nb,2\n", "package, version_no"),
        ("id,price\n1,1.1\n2,1.10\n", "id:integer, price:decimal"),
        ("id,big\n1,123456789012345.607\n2,1.5\n", "id:integer, big"),
        ("id,share\n1,47.123456789012345\n2,0.30000000000000004\n", "id:integer, share:decimal"),
        ("id,wave\n1,1.5\n2,MM\n", "id:integer, wave:decimal"),
    ])
    func `numbers that would lose digits are texts`(text: String, columns: String) async throws {
        #expect(try await Self.columns(text) == columns)
    }

    @Test func `flags after the numbers of Eurostat are dropped, and a note says so`() async throws {
        let rows = "AT\t2.4 \t5.6 p\t: c\nBE\t5.0 \t6.8 p\t7.1 bep\nDE\t18.0 \t3.9 \t: \n"
        let text = "geo\\TIME_PERIOD\t2019 \t2020 \t2021 \n" + rows
        let columns = "geo_time_period, col_2019:decimal, col_2020:decimal, col_2021:decimal"
        #expect(try await Self.columns(text) == columns)
        let (records, summary) = try await fetched(text)
        #expect(records.map { $0["col_2020"] } == [.decimal(5.6), .decimal(6.8), .decimal(3.9)])
        #expect(records.map { $0["col_2021"] } == [nil, .decimal(7.1), nil])
        let note = "4 numbers are stored without their flags (first: “5.6 p” in col_2020 at line 2)"
        #expect(summary.notes.contains(note), "\(summary.notes)")
    }

    @Test(arguments: ["12\n14\n12 b\n7 c\n15", "5.5 s\n6.5 s\n7.5 s", "1.5\n2.5 kr\n3.5 ft"])
    func `letters after other numbers are kept`(values: String) async throws {
        let rows = values.split(separator: "\n").enumerated().map { "\($0),\($1)\n" }.joined()
        #expect(try await Self.columns("id,v\n" + rows) == "id:integer, v")
    }

    @Test(arguments: [
        ("<stata_dta><header><release>118</release>\0\0", "a Stata file"),
        ("$FL2@(#) SPSS DATA FILE\0\0", "an SPSS file"),
        ("ab\0\0\0\0cd\0\0\0\0ef\0\0\0\0", "binary data"),
    ])
    func `refuses binary data`(text: String, name: String) async {
        let error = SourceError.invalidData("(expected a table, found \(name); export the table as CSV)")
        await #expect(throws: error) { try await finding(in: text) }
        let values = [
            "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "a", "title": "a",
            "columns": "a",
        ]
        await #expect(throws: error) { try await fetched(text, values) }
    }

    @Test func `shows the bounds of an area instead of a geometry that is not in the file`() async throws {
        let text =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"#
            + #""geometry":{"type":"LineString","coordinates":[[7,47],[8,48]]}}]}"#
        let discovery = try await TableDiscovery(services: SourceServices(http: StubHTTPClient(.text(text))))
            .find("https://example.org/roads.geojson", given: [:])
        let column = discovery.columns.first { $0.name == "geometry" }
        #expect(column?.examples == ["bounds 7, 47, 8, 48"])
    }
}
