import AggSearch
import AggSource
import AggStorage
import Testing

@Suite struct RecordTests {
    @Test(arguments: [
        ("cities:2643743", "cities", "2643743"),
        ("feed:https://example.org/a?b=c:d", "feed", "https://example.org/a?b=c:d"),
        ("a: ", "a", " "), ("a::", "a", ":"), ("nyc-schools:01M292", "nyc-schools", "01M292"), ("a:東京", "a", "東京"),
    ])
    func `reads an address and writes it back`(text: String, source: String, key: String) throws {
        let address = try #require(RecordAddress(text))
        #expect(address.source.description == source)
        #expect(address.key == key)
        #expect(address.description == text)
    }

    @Test(arguments: ["", ":", "cities", "cities:", ":1", "Cities:1", " cities:1", "ci ties:1"])
    func `rejects any other text as an address`(text: String) {
        #expect(RecordAddress(text) == nil)
    }

    @Test(arguments: [(-1, 0), (0, 0), (7, 7), (8, 7), (.max, 7), (.min, 0)])
    func `clamps prominence to its range`(given: Int, kept: Int) {
        #expect(Record(key: "1", title: "One", prominence: given).prominence == kept)
        var record = Record(key: "1", title: "One")
        record.prominence = given
        #expect(record.prominence == kept)
    }

    @Test(arguments: [(0.0, 0.0, false), (-0.0, 0, false), (0, 0.0001, true), (-78.5, 0, true)])
    func `counts a coordinate of exactly 0,0 as missing`(latitude: Double, longitude: Double, isKept: Bool) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        var record = Record(key: "1", title: "One", coordinate: coordinate)
        #expect((record.coordinate != nil) == isKept)
        record.coordinate = nil
        record.coordinate = coordinate
        #expect((record.coordinate != nil) == isKept)
        #expect((try RecordSnapshot.record(RecordSnapshot.text(record)).coordinate != nil) == isKept)
        let snapshot = #"{"version": 1, "key": "1", "title": "One", "latitude": 0, "longitude": -0.0}"#
        #expect(try RecordSnapshot.record(snapshot).coordinate == nil)
    }

    @Test func `keeps its alternative titles in a snapshot and reports changes to them`() throws {
        let record = Record(key: "1", title: "Roma", alternativeTitles: ["Rome", "Rím"])
        #expect(try RecordSnapshot.record(RecordSnapshot.text(record)) == record)
        #expect(!RecordSnapshot.text(Record(key: "1", title: "Roma")).contains("alternative"))
        #expect(
            FieldChange.between(Record(key: "1", title: "Roma"), record) == [
                FieldChange("alternative_titles", from: nil, to: .list(["Rome", "Rím"]))
            ])
        #expect(throws: MappingFault.self) {
            let long = String(repeating: "a", count: Record.greatestSize)
            try Record(key: "1", title: "Roma", alternativeTitles: [long]).checkSize()
        }
    }

    @Test func `counts text once that is both a field and a property`() throws {
        let name = String(repeating: "n", count: 300_000)
        let text = String(repeating: "t", count: 600_000)
        var record = Record(key: name, title: name, subtitle: text)
        record.fields = [.init("name", .text(name)), .init("text", .text(" \(text)\n"))]
        try record.checkSize()
        record.fields.append(.init("name_2", .text(name)))
        #expect(throws: MappingFault.self) { try record.checkSize() }
        record.fields = [.init("other", .text(String(repeating: "o", count: 99_999)))]
        try record.checkSize()
        record.fields.append(.init("more", .list(["a", "b"])))
        #expect(throws: MappingFault.self) { try record.checkSize() }
    }

    @Test func `returns the value of a column`() {
        let record = Record(key: "1", title: "One", fields: [.init("a", .integer(1)), .init("b", .text("x"))])
        #expect(record["b"] == .text("x"))
        #expect(record["c"] == nil)
    }

    @Test(arguments: [
        (FieldValue.text(" as it is "), " as it is "), (.integer(-5), "-5"), (.decimal(0.5), "0.5"),
        (.boolean(true), "true"), (.boolean(false), "false"), (.list(["a", "b"]), "a, b"), (.list([]), ""),
    ])
    func `writes a value as text`(value: FieldValue, text: String) {
        #expect(value.text == text)
    }

    @Test func `writes a value as JSON`() throws {
        let date = try #require(RecordDate(iso8601: "2024-03-05"))
        #expect(FieldValue.date(date).text == "2024-03-05")
        #expect(FieldValue.date(date).json == .string("2024-03-05"))
        #expect(FieldValue.text("a").json == .string("a"))
        #expect(FieldValue.integer(3).json == .integer(3))
        #expect(FieldValue.decimal(0.5).json == .decimal(0.5))
        #expect(FieldValue.boolean(true).json == .boolean(true))
        #expect(FieldValue.list(["a", "b"]).json == .array([.string("a"), .string("b")]))
    }

    @Test(arguments: [
        (90.0, 180.0, true), (-90, -180, true), (0, 0, true), (90.0001, 0, false), (0, -180.0001, false),
        (.nan, 0, false), (0, .infinity, false),
    ])
    func `accepts only a coordinate on Earth`(latitude: Double, longitude: Double, isTaken: Bool) {
        #expect((Coordinate(latitude: latitude, longitude: longitude) != nil) == isTaken)
    }

    @Test(arguments: [
        (Column.Kind.text, true), (.list, true), (.integer, false), (.decimal, false), (.boolean, false),
        (.date, false),
    ])
    func `searches text and lists by default`(kind: Column.Kind, isSearchable: Bool) {
        #expect(Column("a", kind, "A.").isSearchable == isSearchable)
        #expect(Column("a", kind, "A.", isSearchable: !isSearchable).isSearchable == !isSearchable)
    }
}
