import AggSource
import AggTesting
import Foundation
import Testing

@testable import TableSource

struct TableDetectorTests {
    private static func columns(_ text: String) async throws -> String? {
        try await finding(in: text).settings.values["columns"]
    }

    @Test(
        arguments: [
            ("v\n1\n2\n", "v:integer"), ("v\n007\n12\n", "v"), ("v\n1.5\n2\n", "v:decimal"), ("v\n+49301\n5\n", "v"),
            ("v\n1E5\n2\n", "v"), ("v\n1.5e-3\n2\n", "v:decimal"), ("v\n9007199254740993\n1\n", "v"),
            ("v\ntrue\nFALSE\n", "v:boolean"), ("v\n2024-01-31\n2024-02-01T10:00:00Z\n", "v:date"),
            ("v\n31/01/2024\n01/02/2024\n", "v:date"), ("v\n31-OCT-2023\nNov 5, 2023\n", "v:date"),
            ("v\n5\nNA\n", "v:integer"), ("v\n5\n–\n—\n−\n", "v:integer"), ("v\n−5\n–1200.5\n", "v:decimal"),
            ("v\n−$5.00\n$2.50\n", "v:decimal"), ("v\n1'234.50\n12'345.00\n7.5\n", "v:decimal"),
            ("v\n1’234\n12’345\n7\n", "v:integer"), ("v\n5'10\n6'02\n", "v"),
            ("v;w\n1 234,50;x\n7,5;y\n", "v:decimal, w"),
            ("v\n212 555\n412 345\n", "v"), ("v;w\n1.234,50-;x\n2,00;y\n", "v:decimal, w"), ("v\n12-\n13-\n", "v"),
            ("v\n2024-03-05\n0000-00-00\n", "v:date"), ("v\n20240305T101500Z\n20240306T1015Z\n", "v:date"),
            ("v\n10/Oct/2023:13:55:36 -0700\n11/Oct/2023:00:00:00 +0000\n", "v:date"),
            ("v\n2024年3月5日\n2024年12月31日\n", "v:date"), ("v\nABCDEFGHT1234\n20249905T101500\n", "v"),
            ("v\n20.6 240\n20.5 230\n", "v"), ("v,w\n40.71 -74.01,5\n40 -74.02,6\n", "w:integer"),
            ("v;w\n1.234,5;x\n2,5;y\n", "v:decimal, w"),
            ("v;w\n1.234,5678901234567;x\n2,5;y\n", "v:decimal, w"),
            ("v;w\n\"1,234\";x\n\"500\";y\n", "v:integer, w"), ("v;w\n\"1,234\";x\n\"2,500\";y\n", "v:decimal, w"),
            ("report_date\n20240131\n20240201\n", "report_date:date"), ("v\n12:30\n13:45\n", "v"),
        ])
    func `detects column types across all rows`(text: String, columns: String) async throws {
        #expect(try await Self.columns(text) == columns)
    }

    @Test(
        arguments: [
            (["24-03-05", "24-03-06", "24-04-01"], "2024-03-05", "year-first", "read year first"),
            (["24-03-05", "24-12-31"], "2024-03-05", "year-first", "read year first"),
            (["05-03-24", "06-03-24", "01-04-24"], "2024-05-03", "month-first", "read month first"),
            (["99/12/30", "00/01/15"], "1999-12-30", "year-first", nil),
            (["01.02.2024", "03.04.2024"], "2024-02-01", nil, nil),
            (["5.3.24", "6.3.24"], "2024-03-05", nil, nil),
            (["Mar 5, 2024, 6:12:33 AM", "Mar 6, 2024, 6:12:33 PM"], "2024-03-05T06:12:33", nil, nil),
        ] as [([String], String, String?, String?)])
    func `reads dates in the order that the whole column suggests`(
        dates: [String], first: String, order: String?, note: String?
    ) async throws {
        let text = "id,opened\n" + dates.enumerated().map { "\($0),\"\($1)\"\n" }.joined()
        let found = try await finding(in: text)
        #expect(found.settings.values["dates"] == order)
        #expect(found.settings.values["columns"] == "id:integer, opened:date")
        let notes = found.assumptions.joined()
        #expect(note.map(notes.contains) ?? notes.isEmpty, "\(notes)")
        #expect(try await fetched(text).records.first?.date?.text == first)
    }

    @Test(arguments: [
        ("updated\n20240305\n20240306\n", "updated:date"),
        ("yyyymmdd\n20240305\n20240306\n20240307\n", "yyyymmdd:date"),
        ("case_no\n20240305\n20240306\n20240307\n", "case_no:integer"),
        ("time\n1709640000.123\n1709640001.5\n", "time:date"), ("level\n1709640000.123\n", "level:decimal"),
        ("fecha\n1709640000\n", "fecha:date"),
    ])
    func `reads eight digits and seconds since 1970 as dates`(text: String, columns: String) async throws {
        #expect(try await Self.columns(text) == columns)
    }

    @Test(arguments: [#"""#, ""])
    func `reads a bank statement in Windows-1252 with decimal commas below facts`(quote: String) async throws {
        let lines = [
            "'Kontonummer:';'DE12120300001234567890 / Girokonto';", "", "'Von:';'01.02.2024';", "'Bis:';'05.03.2024';",
            "'Kontostand vom 05.03.2024:';'1.234,56 EUR';", "",
            "'Buchungstag';'Buchungstext';'Begünstigter';'Verwendungszweck';'Betrag (EUR)';'Mandatsreferenz';",
            "'05.03.2024';'Kartenzahlung';'REWE';'2024-03-04, Debitk.42';'-12,34';'';",
            "'04.03.2024';'Gutschrift';'ACME GmbH';'Gehalt März, Nr. 3';'2.500,00';'M1';",
            "'01.03.2024';'Dauerauftrag';'Müller';'Miete';'-850,00';'';",
        ]
        let text = lines.joined(separator: "\r\n").replacing("'", with: quote)
        let found = try await finding(in: Array(#require(text.data(using: .windowsCP1252))))
        #expect(found.settings.delimiter == UInt8(ascii: ";") && found.settings.encoding == .windows1252)
        #expect(found.survey.rows == 3 && found.survey.check.skipped.count == 0)
        #expect(
            found.settings.values["columns"]
                == "buchungstag:date, buchungstext, begunstigter, verwendungszweck, betrag_eur:decimal, mandatsreferenz"
        )
        #expect(found.settings.roles.isContentKey && found.settings.dates == nil)
        #expect(
            found.assumptions.contains("the first 6 lines are not part of the table, so they are skipped")
        )
    }

    @Test(arguments: [
        "id,name,n\n1,Oak,5\n2,Elm,6\n\nid,name,n\n3,Ash,x\n4,Fir,7\n", "id,name\n\n1,Oak\n2,Elm\n",
        "name,city,count\nOak,,pending\nElm,Bergen,unclear\nAsh,Rome,5\nFir,Oslo,7\n",
        "id, name, n\n1,Oak,5\n2,Elm,6\n", "name,note\nOak,tall\nElm,\nAsh,old\n",
    ])
    func `skips no rows of a table`(text: String) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.skippedLines == 0 && found.settings.hasHeader == true)
    }

    @Test(arguments: [
        ("country,year,indicator,value", ["country", "year", "indicator"]),
        ("value,indicator,country,year", ["indicator", "country", "year"]),
        ("year,sex,age_group,value", ["year", "sex", "age_group"]),
        ("region,kind,form,value", ["region", "kind", "form"]),
    ])
    func `identifies rows by three columns if no two do`(header: String, key: [String]) async throws {
        let values = [
            "country": ["Norway", "Chad"], "region": ["North", "South"], "year": ["2019", "2020"],
            "kind": ["a b", "c d"],
            "indicator": ["Births", "Deaths", "Moves"], "sex": ["male", "female"], "form": ["long", "wide", "tall"],
            "age_group": ["0-14", "15-64", "65+"],
        ]
        var rows = [[:]] as [[String: String]]
        for name in key { rows = rows.flatMap { row in (values[name] ?? []).map { row.merging([name: $0]) { $1 } } } }
        let names = header.split(separator: ",").map(String.init)
        let lines = rows.map { row in names.map { row[$0] ?? "5.5" }.joined(separator: ",") }
        let roles = try await finding(in: ([header] + lines).joined(separator: "\n")).settings.roles
        #expect(roles.key == key)
        let repeated = ([header] + lines + lines.prefix(1)).joined(separator: "\n")
        #expect(try await finding(in: repeated).settings.roles.isContentKey)
    }

    @Test func `the values of a year or a day are neither the key nor a title`() async throws {
        let days =
            "Province/State,Country/Region,1/22/20,1/23/20\n,Norway,5 a,1\n,Chad,6 b,2\nHubei,China,7,3\nHenan,China,8,4\n"
        let roles = try await finding(in: days).settings.roles
        #expect(roles.isContentKey && roles.title == ["country_region"] && roles.subtitle == "province_state")
        let years = "code,2019,2020\nA,1 b,:\nB,2 b,:\n"
        #expect(try await finding(in: years).settings.roles.title == ["code"])
    }

    @Test(arguments: [
        ("20240305T101500Z", "2024-03-05T10:15:00Z"), ("20240305T1015", "2024-03-05T10:15:00"),
        ("20240305T101500+0200", "2024-03-05T08:15:00Z"), ("10/Oct/2023:13:55:36 -0700", "2023-10-10T20:55:36Z"),
        ("2024年3月5日", "2024-03-05"),
    ])
    func `reads dates of logs, calendars, and Japanese tables`(text: String, date: String) async throws {
        let table = "id,name,day\n1,Oak,\(text)\n2,Elm,\(text)\n"
        #expect(try await fetched(table).records.map(\.date?.text) == [date, date])
    }

    @Test func `skips comments between rows`() async throws {
        let (records, summary) = try await fetched("id,name,kind\n# by hand\n1,Oak,tree\n2,#2,tree\n# end\n")
        #expect(records.map(\.title) == ["Oak", "#2"])
        #expect(summary.skipped.text == "2 skipped (line 2 is a comment; line 5 is a comment)")
    }

    @Test func `a day is not the key of payments to partners`() async throws {
        let rows = (1...9).map { "2024-01-0\($0),Shop \($0 % 3),-\($0).50" }.joined(separator: "\n")
        #expect(try await finding(in: "booked,partner,amount\n\(rows)\n").settings.roles.isContentKey)
    }

    @Test func `the year is the key of a series about one thing`() async throws {
        let rows = (1960...1969).map {
            #"{"country": {"id": "NO", "value": "Norway"}, "date": "\#($0)", "value": \#($0 % 7)}"#
        }
        let roles = try await finding(in: "[" + rows.joined(separator: ",") + "]").settings.roles
        #expect(roles.key == ["date_"] && roles.date == ["date_"] && roles.title == ["country_value"])
    }

    @Test func `durations are not titles`() async throws {
        let text = "id,elapsed,sport\n1,PT20M5S,Run\n2,PT1H,Run\n3,P1DT2H,Run\n"
        #expect(try await finding(in: text).settings.roles.title == ["sport"])
    }

    @Test func `chooses no three columns that may differ by chance`() async throws {
        let rows = (0..<60).map { "\($0 % 7) a,\($0 % 11) b,\($0 % 13) c,\($0 % 5).5" }
        let text = "color,shape,form,v\n" + (rows + ["0 a,0 b,1 c,1.5"]).joined(separator: "\n")
        #expect(try await finding(in: text).settings.roles.isContentKey)
    }

    @Test func `detects a type that changes late`() async throws {
        let rows = (1...1_530).map { "\($0),\($0 > 1_500 ? "late" : "\($0)")" }.joined(separator: "\n")
        #expect(try await Self.columns("id,v\n\(rows)\n") == "id:integer, v")
    }

    @Test(arguments: [
        ("31/01/2024", DateText.Order.dayFirst, 0), ("01/31/2024", .monthFirst, 0), ("05/06/2024", .monthFirst, 1),
    ])
    func `decides the order of day and month from the column, or reports an assumption`(
        date: String, order: DateText.Order, assumptions: Int
    ) async throws {
        let found = try await finding(in: "id,day\n1,\(date)\n2,02/03/2024\n")
        #expect(found.settings.dates == order && found.assumptions.count == assumptions)
    }

    @Test func `the day comes first between semicolons if no date shows the order`() async throws {
        let found = try await finding(in: "id;day\n1;05/06/2024\n2;02/03/2024\n")
        #expect(found.settings.dates == .dayFirst)
        #expect(found.assumptions.count == 1 && found.assumptions[0].contains("are read day first"))
    }

    @Test func `chooses a key that is unique in every row, preferring ids`() async throws {
        #expect(try await finding(in: "n,tree_id\nx,5\ny,6\n").settings.roles.key == ["tree_id"])
        #expect(try await finding(in: "id,code\n1,a\n1,b\n").settings.roles.key == ["code"])
        #expect(try await finding(in: "id,code\n1,a\n,b\n").settings.roles.key == ["code"])
    }

    @Test(arguments: [("Saint Ouen", true), ("Saint\tDenis", false)])
    func `chooses no key that repeats once its blanks are hyphens`(other: String, isKey: Bool) async throws {
        let one = "name,pop\nSaint-Denis,5\n\(other),6\nElm,6\n"
        let roles = try await finding(in: one).settings.roles
        #expect(isKey ? roles.key == ["name"] : roles.isContentKey)
        #expect(try await fetched(one).records.count == 3)
        let two = "town,year,size\nSaint-Denis,2020,5\n\(other),2020,6\nElm,2020,6\nElm,2021,6\n"
        #expect((try await finding(in: two).settings.roles.key == ["town", "year"]) == isKey)
    }

    @Test func `uses a digest of the row as the key if no column is unique`() async throws {
        let found = try await finding(in: "name,size\nOak,5\nOak,5\nElm,6\n")
        #expect(found.settings.roles.isContentKey)
        let (records, _) = try await fetched("name,size\nOak,5\nOak,5\nElm,6\n")
        #expect(Set(records.map(\.key)).count == 3)
        #expect(records[1].key == records[0].key + "-2")
    }

    @Test func `the digest of a JSON row depends only on its own names and values`() async throws {
        let row = #"{"kind":"sale","n":1,"parts":[{"a":1,"b":2}],"note":null}"#
        let same = #"{"parts":[{"b":2,"a":1}],"n":1,"kind":"sale"}"#
        let moved = #"{"kind":1,"n":"sale","parts":[{"a":1,"b":2}]}"#
        let values = ["key": ":content"]
        let first = try await fetched("[\(row), \(moved)]", values).records.map(\.key)
        let second = try await fetched(#"[{"note":"a","kind":"fee"}, \#(same)]"#, values).records.map(\.key)
        try #require(first.count == 2 && second.count == 2)
        #expect(first[0] == second[1] && first[0] != first[1])
    }

    @Test(arguments: [
        ("01/02/2024 03:04:05 PM -0500", "2024-01-02T20:04:05Z"), ("03/05/2024 2:30 PM UTC", "2024-03-05T14:30:00Z"),
        ("03/05/2024 2:30 PM EST", "2024-03-05T19:30:00Z"), ("03/05/2024 14:30 +01:00", "2024-03-05T13:30:00Z"),
        ("03/05/2024 2:30PM", "2024-03-05T14:30:00"), ("03/05/2024 2:30 PM", "2024-03-05T14:30:00"),
    ])
    func `reads the time zone after a time of day`(text: String, date: String) {
        #expect(DateText.date(text, .monthFirst)?.text == date)
    }

    @Test func `chooses title, subtitle, date, link, and place`() async throws {
        let found = try await finding(
            in: """
                id,license_no,dba_name,street_address,city,opened,closed_date,website,lat,lng
                1,77,Blue Door,1 Oak St,Rome,2024-01-05,,https://a.example,41.881,-87.62
                2,78,Red Door,2 Oak St,Rome,2024-01-06,2025-01-01,https://b.example,41.882,-87.63
                """)
        let roles = found.settings.roles
        #expect(roles.title == ["dba_name"] && roles.subtitle == "street_address" && roles.date == ["opened"])
        #expect(roles.link == "website" && roles.latitude == "lat" && roles.longitude == "lng")
    }

    @Test func `prefers a geometry to separate coordinates`() async throws {
        let roles = try await finding(
            in: #"[{"id": 1, "lat": 1.5, "lon": 2.5, "geometry": {"type": "Point", "coordinates": [2, 1]}}]"#
        ).settings.roles
        #expect(roles.location == "geometry" && roles.latitude == nil)
    }

    @Test func `does not treat a projected grid as a coordinate`() async throws {
        let roles = try await finding(in: "id,x,y\n1,1176000.5,1890000.5\n").settings.roles
        #expect(roles.latitude == nil && roles.location == nil)
    }

    @Test func `accepts given columns by label and rejects a missing one`() async throws {
        let found = try await finding(in: "Tree ID,Kind\n1,Oak\n2,Elm\n", ["key": "Tree ID", "title": "kind"])
        #expect(found.settings.roles.key == ["tree_id"] && found.settings.roles.title == ["kind"])
        let error = await #expect(throws: SourceError.self) { try await finding(in: "a,b\n1,2\n", ["title": "nmae"]) }
        #expect(error?.reason() == "refused: “nmae” is not a column, so it cannot be the title; the columns are a, b")
    }

    @Test(arguments: [
        (#"{"count": 0, "results": []}"#, "the table has no rows"), ("[]", "the table has no rows"),
    ])
    func `refuses to add a table without rows`(text: String, reason: String) async {
        let services = SourceServices(http: StubHTTPClient(.text(text)))
        let error = await #expect(throws: SourceError.self) {
            try await TableDiscovery(services: services).find("https://example.org/trees", given: [:])
        }
        #expect(error?.reason().contains(reason) == true, "\(error?.reason() ?? "")")
    }

    @Test func `adds a table that has only a header, and detects its columns once it has rows`() async throws {
        let text = "name,count\n"
        let services = SourceServices(http: StubHTTPClient(.text(text), .text(text), .text(text + "Oak,3\nElm,3\n")))
        let found = try await TableDiscovery(services: services).find("https://example.org/trees", given: [:])
        #expect(found.findings.last?.hasPrefix("Note: the table has no rows yet") == true)
        #expect(found.columns.map(\.name) == ["name", "count"])
        #expect(found.values["key"] == nil && found.values["columns"] == nil)
        let id = try #require(SourceID("trees"))
        let values = found.values.mapValues(ParameterValue.text).merging(
            ["url": .url(try #require(URL(string: "https://example.org/trees")))]) { $1 }
        let fetcher = try TableSource(SourceConfiguration(id: id, kind: "table", values: values)).fetcher(services)
        let log = BatchLog()
        _ = try await fetcher.fetch(since: nil, into: log)
        #expect(await log.records.isEmpty)
        _ = try await fetcher.fetch(since: nil, into: log)
        #expect(await log.records.map(\.key) == ["Oak", "Elm"])
    }
}
