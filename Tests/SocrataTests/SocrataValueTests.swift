import AggSource
import Socrata
import Testing

struct SocrataValueTests {
    @Test(arguments: [
        ("\"28\"", FieldValue.integer(28)), ("28", .integer(28)), ("\"-5\"", .integer(-5)), ("28.0", .integer(28)),
        ("\"28.50\"", .decimal(28.5)), ("28.5", .decimal(28.5)), ("\"1e3\"", .integer(1_000)),
        ("\"9223372036854775807\"", .integer(.max)), ("\"9007199254740993\"", .integer(9_007_199_254_740_993)),
        ("\"123456789012345678901\"", .text("123456789012345678901")), ("\" 7 \"", .integer(7)),
        ("\"seven\"", nil), ("\"NaN\"", nil), ("\"1e999\"", nil), ("\"\"", nil), ("null", nil), ("[1]", nil),
        ("{}", nil),
    ])
    func `reads numbers, and whole numbers exactly`(json: String, expected: FieldValue?) throws {
        #expect(FieldValue(try JSONValue(parsing: json), as: .number as SocrataType) == expected)
    }

    @Test(arguments: [
        ("\"2014-10-13T00:00:00.000\"", "2014-10-13"), ("\"2014-10-13T00:00:00\"", "2014-10-13"),
        ("\"2014-10-13\"", "2014-10-13"), ("\"2014-10-13T22:38:01.000\"", "2014-10-13T22:38:01"),
        ("\"2014-10-13T22:38:01Z\"", "2014-10-13T22:38:01Z"), ("\"10/13/2014\"", nil), ("1413158400", nil),
        ("null", nil),
    ])
    func `reads a floating timestamp in the portal's local time`(json: String, expected: String?) throws {
        let value = FieldValue(try JSONValue(parsing: json), as: .date as SocrataType)
        #expect(value == expected.flatMap(RecordDate.init(iso8601:)).map(FieldValue.date))
    }

    @Test(arguments: [
        ("\" DELI \"", " DELI "), ("42", "42"), ("4.5", "4.5"), ("true", "true"), ("\"  \"", nil), ("null", nil),
        (#"{"url":"http://example.org","description":"home"}"#, "http://example.org"),
        (#"{"phone_number":"(212) 555-0100","phone_type":"Work"}"#, "(212) 555-0100"), ("[\"a\"]", nil), ("{}", nil),
    ])
    func `reads text unchanged, and numbers as text`(json: String, expected: String?) throws {
        #expect(FieldValue(try JSONValue(parsing: json), as: .text as SocrataType) == expected.map(FieldValue.text))
    }

    @Test(arguments: [
        ("true", true), ("\"false\"", false), ("\"TRUE\"", true), ("1", nil), ("\"yes\"", nil),
    ])
    func `reads checkboxes`(json: String, expected: Bool?) throws {
        let value = FieldValue(try JSONValue(parsing: json), as: .boolean as SocrataType)
        #expect(value == expected.map(FieldValue.boolean))
    }

    @Test(arguments: [
        (Column.Kind.decimal, "\"5\"", FieldValue.decimal(5)), (.integer, "\"5\"", .integer(5)),
        (.text, "5", .text("5")),
        (.boolean, "true", .boolean(true)), (.list, "[\"a\",\"b\"]", .list(["a", "b"])), (.list, "\"a\"", .list(["a"])),
    ])
    func `reads a value as the declared type of its column`(kind: Column.Kind, json: String, expected: FieldValue?)
        throws
    {
        #expect(FieldValue(try JSONValue(parsing: json), as: kind) == expected)
    }

    @Test(arguments: [Column.Kind.integer, .decimal, .date, .boolean])
    func `leaves out a value that is not of its declared type`(kind: Column.Kind) {
        #expect(FieldValue("seven", as: kind) == nil)
        #expect(FieldValue(.null, as: kind) == nil)
    }

    @Test(arguments: [
        (#"{"type":"Point","coordinates":[-87.6854,41.9641]}"#, 41.9641, -87.6854),
        (#"{"latitude":"41.1085","longitude":"-117.6135","needs_recoding":false}"#, 41.1085, -117.6135),
        (#"{"latitude":41,"longitude":-87}"#, 41.0, -87.0),
    ])
    func `reads a point and the older location format`(json: String, latitude: Double, longitude: Double) throws {
        let object = try #require(try JSONValue(parsing: json).objectValue)
        #expect(SocrataPlace(object)?.coordinate == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        (
            #"{"human_address":"{\"address\":\"1 Main St\",\"city\":\"Chicago\",\"state\":\"IL\",\"zip\":\"60601\"}"}"#,
            "1 Main St, Chicago, IL 60601"
        ),
        (#"{"human_address":"{\"address\":\" 1  Main St \",\"city\":\"\",\"state\":\"\",\"zip\":\"\"}"}"#, "1 Main St"),
    ])
    func `reads the street address in a location's text`(json: String, expected: String) throws {
        let object = try #require(try JSONValue(parsing: json).objectValue)
        #expect(SocrataPlace(object)?.address == expected)
        #expect(FieldValue(.object(object), as: .location as SocrataType) == .text(expected))
    }

    @Test(arguments: [
        #"{"type":"Point","coordinates":[-87]}"#, #"{"type":"Point","coordinates":[200,100]}"#,
        #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, #"{"latitude":"x","longitude":"1"}"#,
        #"{"human_address":"not JSON"}"#, #"{"human_address":"{\"address\":\"\"}"}"#, "{}",
    ])
    func `finds no place in an object without one`(json: String) throws {
        #expect(SocrataPlace(try #require(try JSONValue(parsing: json).objectValue)) == nil)
    }

    @Test(arguments: [
        ("text", SocrataType.text), ("html", .text), ("drop_down_list", .text), ("url", .text), ("number", .number),
        ("money", .number), ("percent", .number), ("double", .number), ("calendar_date", .date),
        ("floating_timestamp", .date), ("fixed_timestamp", .date), ("checkbox", .boolean), ("location", .location),
        ("point", .point), ("multipolygon", .other), ("photo", .other), ("meta_data", .other), ("new_in_2030", .text),
    ])
    func `recognizes the types of columns`(name: String, expected: SocrataType) {
        #expect(SocrataType(name) == expected)
    }
}
