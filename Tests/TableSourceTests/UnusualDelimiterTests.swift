import AggSource
import Testing

@testable import TableSource

struct UnusualDelimiterTests {
    private static func rows(_ text: String, _ delimiter: UInt8, pieceSize: Int) throws -> [[String]] {
        var reader = DelimitedReader(Dialect(delimiter: delimiter))
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
