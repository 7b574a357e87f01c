import AggSource
import Testing

@testable import TableSource

struct UnusualDelimiterTests {
    private static func rows(
        _ text: String, _ delimiter: UInt8, hasEscapes: Bool = false, pieceSize: Int
    ) throws -> [[String]] {
        var reader = DelimitedReader(Dialect(delimiter: delimiter, hasEscapes: hasEscapes))
        var rows: [[String]] = []
        func keep(_ row: borrowing TableRow) throws(SourceError) { rows.append((0..<row.count).map(row.text)) }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
            try reader.push(Array(bytes[start..<min(start + pieceSize, bytes.count)]), keep)
        }
        try reader.finish(keep)
        return rows
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `reads cells between two colons, wherever a piece ends`(pieceSize: Int) throws {
        let text = "1::Star Wars: IV::a\n2::::b\r\n3:::c\n4::x:"
        #expect(
            try Self.rows(text, Dialect.doubleColon, pieceSize: pieceSize)
                == [["1", "Star Wars: IV", "a"], ["2", "", "b"], ["3", ":c"], ["4", "x:"]])
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `reads cells between any number of blanks, wherever a piece ends`(pieceSize: Int) throws {
        let text = "  18.0   8\t\"ford  torino\"  \n\n15  7 \t x\r\n1 5'\" \"a\"\n"
        #expect(
            try Self.rows(text, Dialect.blanks, pieceSize: pieceSize)
                == [["18.0", "8", "ford  torino"], ["15", "7", "x"], ["1", "5'\"", "a"]])
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `keeps blanks after quotes inside a quoted cell, wherever a piece ends`(pieceSize: Int) throws {
        let text = #"""
            1 "a \"b\" c"  d
            2 "e ""f g""  h" i
            3 "j"k l
            4 "m" n

            """#
        #expect(
            try Self.rows(text, Dialect.blanks, hasEscapes: true, pieceSize: pieceSize)
                == [["1", "a \"b\" c", "d"], ["2", "e \"f g\"  h", "i"], ["3", "j\"k l"], ["4", "m", "n"]])
    }

    @Test(arguments: [
        ("1::Toy Story (1995)::Animation|Comedy\n2::Heat (1995)::Action|Crime|Drama\n3::Jumanji: Game::Comedy\n", "::"),
        ("id$age$drug\n1$40$METHOTREXATE, 10 MG\n2$$HUMIRA\n", "$"),
        ("a 1.5 2  3\nbeta 12.5 22 43\ng 5.0 1  4\n", "blanks"),
        ("x y name\n1.5 2.5 oak\n10.5 2 elm\n7 1 ash\n", "blanks"),
        ("18.0   8   \t\"ford torino\"\n15.0  4  \t\"amc rebel\"\n9  8  \t\"hi\"\n", "blanks"),
        ("2024-01-01 10:00 5.1 6\n2024-01-02 9:00 15.1 6\n2024-01-03 9:30 1.1 62\n", "blanks"),
        ("h1 \"a; b 1\" 1 21\nh2 \"a; b 2\" 2 22\nh3 \"a; b 3\" 3 23\n", "space"),
        (
            "10.0.0.1 - \"GET /\" 200 \"Mozilla (X11; Linux)\"\n10.0.0.2 - \"GET /a\" 404 \"Opera (X11; BSD)\"\n"
                + "10.0.0.3 - \"GET /b\" 200 \"Lynx (tty; Unix)\"\n", "space"
        ),
        ("a;b \"c; d\" e\nf;g \"h; i\" j\nk;l \"m; n\" o\n", "semicolon"),
        ("id,name\n1,a::b::c\n2,d::e::f\n", "comma"),
        ("note\ncosts $5 and $6\ncosts $7 and $8\n", "comma"), ("it costs $5 or $6\nit is $7 or $8\n", "comma"),
        ("the quick brown fox\njumps over the lazy\ndogs in the woods\n", "comma"),
        ("Mar 5 2024\nApr 6 2024\nMay 17 2024\n", "comma"), ("1 234 567\n2 345 678\n12 345 679\n", "comma"),
        ("place\n40.71 -74.01\n40.72 -74.02\n40.73 -74.03\n", "comma"),
        ("2024-01-01 10:00:00\t40.7 -74.0\n2024-01-02 10:00:00\t40.8 -74.1\n2024-01-03 9:00:00\t40.9 -74.2\n", "tab"),
    ])
    func `finds delimiters of several characters and dollar signs`(text: String, name: String) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.values["delimiter"] == name)
        let records = try await fetched(text, found.settings.values).records
        #expect(records.count == found.survey.rows && found.survey.check.skipped.count == 0)
    }

    @Test(arguments: [
        ("12:00;21,5;45,3;1013,2\n12:10;21,6;45,1;1013,1\n", "semicolon"), ("52,52;13,40\n48,14;11,58\n", "semicolon"),
        ("1,5\t2,5\t3,5\n4,5\t5,5\t6,5\n", "tab"), ("a,b;c,d\n1,2;3,4\n5,6;7,8\n", "comma"),
        ("1,2,3;\n4,5,6;\n", "comma"),
    ])
    func `commas within all numbers do not divide cells`(text: String, name: String) async throws {
        #expect(try await finding(in: text).settings.values["delimiter"] == name)
    }

    @Test func `names in columns of fixed width are not divided at their blanks`() async throws {
        let text = "Ann Lee     5  60  7\nRoberta R  15  61  8\nCydney Fo   9   6  9\n"
        let values = try await finding(in: text).settings.values
        #expect(values["delimiter"] == nil && values["widths"] != nil)
        #expect(values["columns"] == "column_1, column_2:integer, column_3:integer, column_4:integer")
    }

    @Test func `names delimiters of several characters`() async throws {
        let colons = try await finding(in: "1::Toy Story::Comedy\n2::Heat::Action\n")
        #expect(colons.assumptions.isEmpty && colons.settings.values["quote"] == "none")
        #expect(try settings(["delimiter": "::"]).delimiter == Dialect.doubleColon)
        #expect(try settings(["delimiter": "blanks"]).delimiter == Dialect.blanks)
    }

    @Test func `reads labels and units in comments above columns between blanks`() async throws {
        let text = """
            #YY  MM DD hh WSPD GST  TIDE
            #yr  mo dy hr m/s  m/s    ft
            2024 03 05 00  4.1  12.0   MM
            2024 03 05 01 14.1   2.0   MM
            2024 03 05 02  9.1   7.5   MM
            """
        let found = try await finding(in: text)
        #expect(found.settings.values["columns"] == "yy:integer, mm, dd, hh, wspd:decimal, gst:decimal, tide")
        #expect(found.survey.rows == 3)
    }

    @Test(
        arguments: [
            ("# year month mean avg", ["year", "month", "mean", "avg"], nil),
            (
                "# year month avg", ["column_1", "column_2", "column_3", "column_4"],
                "the comment above the table has 3 labels for 4 columns, so the columns are numbered"
            ),
        ] as [(String, [String], String?)])
    func `reads labels in a comment only if there is one for each column`(
        comment: String, names: [String], note: String?
    ) async throws {
        let text = comment + "\n1974 1 1974.04 330.10\n1974 2 1974.12 330.33\n1974 3 1974.20 331.33\n"
        let found = try await finding(in: text)
        #expect(found.survey.names == names && found.survey.rows == 3)
        #expect(note.map(found.assumptions.contains) ?? found.assumptions.isEmpty, "\(found.assumptions)")
    }

    @Test func `names of rows below a comment need no label`() async throws {
        let found = try await finding(in: "# name size weight\n1 Oak 5 3\n2 Elm 6 14\n3 Ash 12 7\n")
        #expect(found.survey.names == ["column_1", "name", "size", "weight"] && found.survey.rows == 3)
        #expect(found.assumptions.contains { $0.contains("one label too few") })
    }

    @Test(arguments: [
        "# Copyright NOAA PSL", "# Global mean temperature", "# ASCII grid export",
        "# Copyright NOAA PSL\n# Monthly means, base 1981-2010",
    ])
    func `labels below a comment come before its words`(comment: String) async throws {
        let found = try await finding(in: comment + "\nyear month anomaly\n2019 1 0.1\n2019 2 0.2\n2019 3 0.1\n")
        #expect(found.survey.names == ["year", "month", "anomaly"] && found.survey.rows == 3)
        #expect(found.settings.hasUnits == false)
    }

    @Test func `only the last comment has labels`() async throws {
        let text = "# Copyright NOAA PSL\n# year month anomaly\n2019 1 0.1\n2019 2 0.2\n2019 3 0.1\n"
        let found = try await finding(in: text)
        #expect(found.survey.names == ["year", "month", "anomaly"] && found.survey.rows == 3)
    }

    @Test(arguments: [
        "# Elevation in metres", "# Sea level rise", "# Monthly mean CO2", "# 3 stations total", "# End of header",
        "# Copyright NOAA PSL", "#End of header", "# Data for Berlin\n# Contact: x@y.org", "# do not edit",
        "# missing values excluded", "# data starts here", "# no header here",
    ])
    func `the words of a sentence in a comment are no labels`(comment: String) async throws {
        let found = try await finding(in: comment + "\n2019 1 0.1\n2019 2 0.2\n2019 3 0.1\n")
        #expect(found.survey.names == ["column_1", "column_2", "column_3"] && found.survey.rows == 3)
        #expect(!found.assumptions.contains { $0.contains("comment above") }, "\(found.assumptions)")
    }

    @Test(arguments: ["#from to weight", "#Time in speed", "# year in out"])
    func `short words can be labels`(comment: String) async throws {
        let found = try await finding(in: comment + "\n1 2 0.5\n1 3 0.25\n2 3 0.5\n")
        let words = comment.split { !$0.isLetter }.map { $0.lowercased() }
        #expect(found.survey.names == words && found.survey.rows == 3)
    }

    @Test(arguments: ["#1 2 3", "# (1) (2) (3)", "# ---- ----- ----", "# yr mo degC", "# missing values excluded"])
    func `the labels may be in the comment before the last one`(last: String) async throws {
        let mark = last.hasPrefix("# ") ? "# " : "#"
        let found = try await finding(in: "\(mark)year month temp\n\(last)\n2019 1 0.1\n2019 2 0.2\n2019 3 0.1\n")
        #expect(found.survey.names == ["year", "month", "temp"] && found.survey.rows == 3)
    }

    @Test(arguments: ["#lat lon", "# lat lon"])
    func `decimal numbers are not names of rows below a comment`(comment: String) async throws {
        let found = try await finding(in: comment + "\n10.5 20.5 300\n11.5 21.5 310\n12.5 22.5 320\n")
        #expect(found.survey.names == ["column_1", "column_2", "column_3"] && found.survey.rows == 3)
        let note = "the comment above the table has 2 labels for 3 columns, so the columns are numbered"
        #expect(found.assumptions.contains(note))
    }

    @Test func `reads the columns of the UK Met Office below sentences`() async throws {
        let text = """
            Heathrow (London Airport)
            Location 507800E 176700N, Lat 51.479 Lon -0.449, 25m amsl
            Estimated data is marked with a * after the value.
            Missing data (more than 2 days missing in month) is marked by  ---.
            Sunshine data taken from an automatic sensor marked with a #, otherwise from a Campbell Stokes recorder.
               yyyy  mm   tmax    tmin      af    rain     sun
                          degC    degC    days      mm   hours
               1948   1    8.9     3.3    ---    85.0    ---
               1948   2    7.9     2.2    ---    26.0    ---
               1957  11    9.5     4.6      4    73.4    58.1
               2023   1    9.3*    3.1*     8*   64.4*  101.3#
               2023   2   11.6     4.7      2     7.0    99.5#
               2024   6   22.5    12.0      0    36.9   210.0#
               2024   7   24.0    14.4      0    62.2   196.8#  Provisional
            """
        let found = try await finding(in: text)
        #expect(found.survey.names == ["yyyy", "mm", "tmax", "tmin", "af", "rain", "sun"] && found.survey.rows == 7)
        #expect(found.settings.skippedLines == 5 && found.settings.hasUnits == true)
    }

    @Test(arguments: ["", #" "http://x.example/a" "Mozilla/5.0 (X11; Linux, like Gecko)""#])
    func `reads the times in the log of a web server`(rest: String) async throws {
        let text = """
            10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326\(rest)
            10.0.0.2 - - [10/Oct/2000:13:55:40 -0700] "GET /b?c=d&e HTTP/1.0" 404 -\(rest)
            10.0.0.1 - ann [11/Oct/2000:00:01:02 -0700] "POST /a HTTP/1.0" 200 512\(rest)
            """
        let found = try await finding(in: text)
        #expect(found.settings.values["delimiter"] == "blanks" && found.survey.rows == 3)
        #expect(found.settings.values["columns"]?.contains("column_4:date, column_5, column_6:integer") == true)
        let records = try await fetched(text, found.settings.values.filter { $0.key != "url" }).records
        #expect(records.first?["column_4"]?.text == "2000-10-10T20:55:36Z")
    }

    @Test(arguments: ["", #" "-" "Mozilla/5.0 (\"q\"; Linux)""#])
    func `reads a log with backslashes before quotes`(rest: String) async throws {
        let text = #"""
            10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a1 HTTP/1.0" 200 2326\#(rest)
            10.0.0.2 - - [10/Oct/2000:13:55:40 -0700] "GET /a2 HTTP/1.0" 404 -\#(rest)
            10.0.0.1 - - [11/Oct/2000:00:01:02 -0700] "GET /a3?q=\"x\" HTTP/1.0" 200 512\#(rest)
            10.0.0.3 - - [11/Oct/2000:00:01:09 -0700] "GET /a4 HTTP/1.0" 200 77\#(rest)
            """#
        let found = try await finding(in: text)
        #expect(found.settings.values["quote"] == "backslash" && found.survey.rows == 4)
        let records = try await fetched(text, found.settings.values.filter { $0.key != "url" }).records
        #expect(records.contains { $0["column_5"]?.text == #"GET /a3?q="x" HTTP/1.0"# })
        #expect(rest.isEmpty || records.allSatisfy { $0["column_9"]?.text == #"Mozilla/5.0 ("q"; Linux)"# })
    }

    @Test func `keeps all lines of a log that has other lines, too`() async throws {
        let lines = (1...8).map {
            "10.0.0.\($0) - - [10/Oct/2000:13:55:3\($0) -0700] \"GET /a\($0) HTTP/1.0\" 200 232\($0)"
        }
        let other = #"10.0.0.9 - john doe [10/Oct/2000:13:55:39 -0700] "GET /a9 HTTP/1.0" 200 2329"#
        let found = try await finding(in: (lines + [other]).joined(separator: "\n"))
        #expect(found.settings.values["delimiter"] == "colon" && found.survey.rows == 9)
    }

    @Test(arguments: ["", "2024-01-01 "])
    func `keeps the first line of a log without columns of fixed width`(day: String) async throws {
        let lines = ["10:00:01 host one thing", "10:00:02 host two", "11:00:03 other three of it"].map { day + $0 }
        #expect(try await finding(in: lines.joined(separator: "\n")).survey.rows == 3)
    }

    @Test func `an hour in a log is not a year`() async throws {
        let text = """
            Mar  1 10:00:01 host sshd[100]: session opened
            Mar  1 10:00:05 host sshd[101]: session closed
            Mar  2 11:30:00 host cron[7]: job started
            """
        let values = try await finding(in: text).settings.values
        #expect(values["delimiter"] != "colon" && values["columns"]?.contains(":date") == false)
    }

    @Test func `reads labels that are not above their columns`() async throws {
        let text = """
            Stations_id von_datum Stationshoehe geoBreite geoLaenge Stationsname Bundesland
            ----------- --------- ------------- --------- --------- ------------ ----------
            00001 19370101            478     47.8413    8.8493 Aach             Baden-Württemberg
            00003 18910101            202     50.7827    6.0941 Bad Aachen       Nordrhein-Westfalen
            00044 19690101             44     52.9336    8.2370 Großenkneten     Niedersachsen
            """
        let found = try await finding(in: text)
        #expect(
            found.settings.values["columns"]
                == "stations_id, von_datum:date, stationshoehe:integer, geo_breite:decimal, geo_laenge:decimal, "
                + "stationsname, bundesland")
        let records = try await fetched(text, found.settings.values).records
        #expect(records.map(\.title) == ["Aach", "Bad Aachen", "Großenkneten"])
        #expect(records.map { $0.coordinate?.latitude } == [47.8413, 50.7827, 52.9336])
    }
}
