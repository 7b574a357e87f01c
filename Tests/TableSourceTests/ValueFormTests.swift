import AggSource
import Testing

@testable import TableSource

struct ValueFormTests {
    private static func columns(_ text: String) async throws -> String? {
        try await finding(in: text).settings.values["columns"]
    }

    @Test(arguments: [
        (
            "Country;Population;GDP\nNorway;5 400 000;1 250,5\nSweden;10 500 000;950,1\nIceland;380 000;25,9\n",
            "country, population:integer, gdp:decimal", "country"
        ),
        (
            "År;Län;Folkmängd;Andel\n2020;Skåne län;1 389 336;13,4\n2021;Skåne län;1 402 425;13,5\n"
                + "2021;Örebro län;306 792;2,9\n",
            "ar:integer, lan, folkmangd:integer, andel:decimal", "ar, lan"
        ),
        ("Town;Cars;Area\nA;950;1\nB;1 250;2\n", "town, cars:integer, area:integer", "town"),
        ("Town;Sum;Area\nA;212 555;1\nB;412 345,5;2\n", "town, sum:decimal, area:integer", "town"),
    ])
    func `whole numbers of different lengths may have blanks between groups`(
        text: String, columns: String, key: String
    ) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.values["columns"] == columns && found.settings.values["key"] == key)
    }

    @Test func `a point separates thousands in a table with decimal commas in another column`() async throws {
        let text = "name;people;share\nBerg;2.644;12,5\nAu;1.233;9,75\n"
        #expect(try await Self.columns(text) == "name, people:integer, share:decimal")
        let (records, _) = try await fetched(text)
        #expect(records.map { $0["people"] } == [.integer(2_644), .integer(1_233)])
    }

    @Test(
        arguments: [
            ("(1,234.50)", -1234.5), ("1,234.50-", -1234.5), ("CHF 12.50", 12.5), ("(CHF 12.50)", -12.5),
            ("12.50 €", 12.5), ("1,234.50 Cr", nil), ("1,234.50 Dr", nil),
        ] as [(String, Double?)])
    func `reads amounts as accountants write them, but no credits and debits`(text: String, amount: Double?) {
        #expect(AmountText(Array(text.utf8)[...], .point)?.number == amount.map(NumberText.Value.decimal))
    }

    @Test func `reads whole numbers with blanks between groups`() async throws {
        let (records, _) = try await fetched("town;people\nA;5 400 000\nB;-380 000\nC;950\n")
        #expect(records.map { $0["people"] } == [.integer(5_400_000), .integer(-380_000), .integer(950)])
    }

    @Test(arguments: [
        "name;v\nA;212 555\nB;412 345\n", "name;phone\nA;212 555 123\nB;22 555 123\n", "name;ref\nA;5 400\nB;380\n",
    ])
    func `whole numbers with blanks that may be phone numbers or codes are texts`(text: String) async throws {
        #expect(try await Self.columns(text)?.contains(":") == false)
    }

    @Test(arguments: [
        "code,name,qty\n=\"00123\",aaa,5\n=\"\",bbb,6\n", "code,name,qty\n\"=\"\"00123\"\"\",aaa,5\n,bbb,6\n",
    ])
    func `text formulas of Excel lose their wrapper`(text: String) async throws {
        let (records, _) = try await fetched(text, ["key": "name"])
        #expect(records.map { $0["code"]?.text } == ["00123", nil])
    }

    @Test func `coordinates keep their point among numbers with a comma`() async throws {
        let (records, _) = try await fetched("id;name;lat;lon;price\n1;Oak;52.5;13.4;1,5\n2;Elm;52.521;13.411;2,75\n")
        #expect(records.map { $0["lat"] } == [.decimal(52.5), .decimal(52.521)])
        #expect(records.map { $0["price"] } == [.decimal(1.5), .decimal(2.75)])
    }

    @Test(arguments: [[:], ["decimal": "comma"]] as [[String: String]])
    func `numbers in JSON keep their point beside texts with a comma`(values: [String: String]) async throws {
        let text = #"[{"id":1,"price":"1,5","rate":1.125},{"id":2,"price":"2,75","rate":2.375}]"#
        let columns = try await finding(in: text, values).settings.values["columns"]
        #expect(columns == "id:integer, price:decimal, rate:decimal")
        let (records, _) = try await fetched(text, values)
        #expect(records.map { $0["price"] } == [.decimal(1.5), .decimal(2.75)])
        #expect(records.map { $0["rate"] } == [.decimal(1.125), .decimal(2.375)])
    }

    @Test func `other texts that begin with an equals sign are kept`() async throws {
        let (records, _) = try await fetched("name,v\nA,=A1+B1\nB,\"=\"\"x\"\"&\"\"y\"\"\"\n")
        #expect(records.map { $0["v"]?.text } == ["=A1+B1", "=\"x\"&\"y\""])
    }

    @Test func `a colon marks a missing number, as Eurostat writes it`() async throws {
        let text = "geo,2020,2021\nDE,1.5,2.5\nFR,:,3.5\nIT,2.5,4.5\n"
        #expect(try await Self.columns(text) == "geo, col_2020:decimal, col_2021:decimal")
        #expect(try await fetched(text).records.map { $0["col_2020"] } == [.decimal(1.5), nil, .decimal(2.5)])
    }

    @Test(arguments: [
        ("1er janvier 2025", "2025-01-01"), ("1er Jan. 2025", "2025-01-01"), ("March 3rd, 2024", "2024-03-03"),
        ("21st March 2024", "2024-03-21"), ("1era 2024", nil), ("3rdx March 2024", nil),
    ])
    func `reads ordinal days`(text: String, date: String?) {
        #expect(DateText.date(text, .monthFirst)?.text == date)
    }

    @Test func `one ordinal day leaves a column of dates`() async throws {
        #expect(try await Self.columns("id,jour\n1,1er janvier 2025\n2,12 février 2025\n") == "id:integer, jour:date")
    }

    @Test(arguments: [
        ("Month", ["Jan-24", "Feb-24"], "2024-01-01"), ("Mois", ["Jan 24", "Feb 24"], nil),
        ("Month", ["Dec-99", "Jan-00"], "1999-12-01"), ("Code", ["Jan-24", "Feb-24"], nil),
    ])
    func `reads months with years of two digits`(label: String, months: [String], date: String?) async throws {
        let text = "\(label),Sales\n" + months.map { "\($0),5\n" }.joined()
        #expect(try await fetched(text).records.first?.date?.text == date)
    }

    @Test(arguments: ["when", "last_reported"])
    func `seconds since 1970 are dates in a column named as a time`(name: String) async throws {
        #expect(try await Self.columns("id,\(name)\n1,1735689600\n2,1735776000\n") == "id:integer, \(name):date")
    }

    @Test(arguments: [("esriFieldTypeDate", "name, d:date"), ("esriFieldTypeInteger", "name, d:integer")])
    func `milliseconds since 1970 are dates in a column that the document calls a date`(
        type: String, columns: String
    ) async throws {
        let rows = #"[{"attributes":{"NAME":"Oak","D":1735689600000}},{"attributes":{"NAME":"Elm","D":1735776000000}}]"#
        let fields = #"[{"name":"NAME","type":"esriFieldTypeString"},{"name":"D","type":"\#(type)"}]"#
        let text = #"{"fields":\#(fields),"features":\#(rows)}"#
        #expect(try await Self.columns(text) == columns)
        #expect(
            try await fetched(text).records.first?["d"]?.text
                == (type.hasSuffix("Date") ? "2025-01-01T00:00:00Z" : "1735689600000"))
    }

    @Test func `reports values that do not fit the types of their columns`() async throws {
        let values = [
            "format": "csv", "encoding": "utf-8", "delimiter": "comma", "header": "true", "key": "id", "title": "id",
            "columns": "id, price:decimal, opened:date",
        ]
        let text = "id,price,opened\n1,10.50,2024-01-01\n2,abc,soon\n3,NA,\n4,x,2024-01-02\n"
        let (records, summary) = try await fetched(text, values)
        #expect(records.map { $0["price"]?.text } == ["10.5", "abc", nil, "x"])
        #expect(
            summary.notes == [
                "3 values do not fit the types of their columns and are stored as text (first: “abc” in price at line 3)"
            ])
    }

    @Test(arguments: [
        ("01JAN2024", "2024-01-01"), ("1feb2024", "2024-02-01"), ("01MAR2024:10:05:00", "2024-03-01T10:05:00"),
        ("2024-01-05, 1:05 p.m.", "2024-01-05T13:05:00"), ("2024-01-05, 12:00 a.m.", "2024-01-05"),
        ("1/5/2024 1:05pm", "2024-01-05T13:05:00"),
    ])
    func `reads dates as SAS writes them, and halves of the day with dots`(text: String, date: String) async throws {
        let table = "name,opened\nA,\"\(text)\"\nB,\n"
        #expect(try await Self.columns(table) == "name, opened:date")
        #expect(try await fetched(table).records.first?.date?.text == date)
    }

    @Test(arguments: [
        ("5.3.2024.", "2024-03-05"), ("2024. 03. 05.", "2024-03-05"), ("5.3.2024. 10:11", "2024-03-05T10:11:00"),
        ("5.3.2024 10.11", "2024-03-05T10:11:00"), ("5.3.2024 9.11.12", "2024-03-05T09:11:12"),
        ("5.3.2024 10:11 Uhr", "2024-03-05T10:11:00"), ("5.3.2024 10:11 CEST", "2024-03-05T08:11:00Z"),
        ("5.3.2024 10:11 MEZ", "2024-03-05T09:11:00Z"), ("13/05/2024 10:11 a. m.", "2024-05-13T10:11:00"),
        ("13/05/2024 10:11:12 p.\u{A0}m.", "2024-05-13T22:11:12"),
        ("13/5/2024, 3:04:05\u{202F}PM", "2024-05-13T15:04:05"), ("5\u{A0}mars\u{A0}2024", "2024-03-05"),
    ])
    func `reads dates and times of day as other regions write them`(text: String, date: String) async throws {
        let table = "name,opened\nA,\"\(text)\"\nB,\n"
        #expect(try await Self.columns(table) == "name, opened:date")
        #expect(try await fetched(table).records.first?.date?.text == date)
    }

    @Test(arguments: ["1.2.10.", "5.3.2024 10.5", "5.3.2024 10.11.2", "5.3.2024..", "5.3.2024 10:11 Uhr CEST x"])
    func `other texts that begin with a date are no dates`(text: String) {
        #expect(DateText.date(text, .dayFirst) == nil)
    }

    @Test(arguments: [
        "january february march april may june july august september october november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "januar februar marts april maj juni juli august september oktober november december",
        "januar februar mars april mai juni juli august september oktober november desember",
        "jan feb mar apr mai jun jul aug sep okt nov des",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
        "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
        """
        tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta \
        marraskuuta joulukuuta
        """,
        "január február március április május június július augusztus szeptember október november december",
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
        """
        Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου \
        Δεκεμβρίου
        """,
    ])
    func `reads the names of all months of a language`(names: String) {
        #expect(names.split(separator: " ").compactMap { MonthName.month($0) } == Array(1...12))
    }

    @Test(
        arguments: [
            ("1,23,456.50", 123_456.5), ("12,34,567.00", 1_234_567), ("1,00,00,000.25", 10_000_000.25),
            ("1,23,45", nil), ("123,45,678", nil), ("1,234,56,789", nil), ("1,23,456,789", nil), ("0,12,345", nil),
        ] as [(String, Double?)])
    func `reads numbers with groups of two digits before one of three`(text: String, number: Double?) {
        #expect(NumberText.value(Array(text.utf8), .point)?.double == number)
        let other = text.replacing(".", with: "x").replacing(",", with: ".").replacing("x", with: ",")
        #expect(NumberText.value(Array(other.utf8), .comma) == nil)
    }

    @Test(arguments: [
        ("12,50 Kč", FieldValue.decimal(12.5)), ("1 200 Ft", .integer(1_200)), ("100 PLN", .integer(100)),
        ("SEK 100", .integer(100)), ("Rs. 500", .integer(500)), ("Rs 500", .integer(500)), ("500 ₽", .integer(500)),
        ("49 kr.", .integer(49)), ("49 TL", .integer(49)), ("1.250,50 ₺", .decimal(1_250.5)), ("49 руб.", .integer(49)),
    ])
    func `reads amounts with the signs of more currencies`(text: String, value: FieldValue) async throws {
        let (records, summary) = try await fetched("name;price\nA;\(text)\nB;\(text)\n")
        #expect(records.map { $0["price"] } == [value, value])
        #expect(summary.notes.contains { $0.contains("without currency or percent signs: price (") })
    }

    @Test(arguments: ["WAHR,FALSCH", "VRAI,FAUX", "VERO,FALSO", "Verdadero,Falso", "WAAR,ONWAAR"])
    func `reads true and false as spreadsheets write them in other languages`(words: String) async throws {
        let pair = words.split(separator: ",")
        let text = "id,open\n1,\(pair[0])\n2,\(pair[1])\n"
        #expect(try await Self.columns(text) == "id:integer, open:boolean")
        #expect(try await fetched(text).records.map { $0["open"] } == [.boolean(true), .boolean(false)])
    }

    @Test func `a year that is the same in all rows is their date`() async throws {
        let text = "code,name,Year,n\nA1,Oak,2023,5\nA2,Elm,2023,6\nA3,Ash,2023,7\n"
        #expect(try await finding(in: text).settings.roles.date == ["year"])
        #expect(try await fetched(text).records.map(\.date?.text) == Array(repeating: "2023-01-01", count: 3))
    }
}
