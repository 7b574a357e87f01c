import AggSource
import AggStorage
import Testing

import AggStore

/// Fields and snapshots as JSON: every type survives a round trip.
struct FieldsJSONTests {
    private func json(_ value: FieldValue) -> String {
        String(decoding: FieldsJSON.bytes([.init("a", value)]), as: UTF8.self)
    }

    @Test(
        arguments: [
            (.text("x \"\\\n\u{0}"), #"{"a":"x \"\\\n\u0000"}"#), (.text(""), #"{"a":""}"#),
            (.integer(28), #"{"a":28}"#),
            (.decimal(28), #"{"a":28.0}"#), (.decimal(-0.25), #"{"a":-0.25}"#), (.boolean(true), #"{"a":true}"#),
            (.list(["b", "c"]), #"{"a":["b","c"]}"#), (.list([]), #"{"a":[]}"#),
            (.date(RecordDate(canonical: "2024-03-05")), #"{"a":{"date":"2024-03-05"}}"#),
            (.decimal(.infinity), #"{"a":{"decimal":"inf"}}"#),
        ] as [(FieldValue, String)])
    func `writes each type in its own form`(value: FieldValue, text: String) throws {
        #expect(json(value) == text)
        #expect(try FieldsJSON.fields(JSONValue(parsing: text)) == [.init("a", value)])
    }

    @Test(
        arguments: [
            .integer(.min), .integer(.max), .decimal(.leastNonzeroMagnitude), .decimal(.greatestFiniteMagnitude),
            .decimal(1e21), .decimal(0.1 + 0.2), .decimal(1e-7), .text("28"), .text("2024-03-05"), .text("é\u{301}🏝"),
            .text(String(repeating: "x", count: 10_000)),
        ] as [FieldValue])
    func `a value survives a round trip`(value: FieldValue) throws {
        #expect(try FieldsJSON.fields(JSONValue(parsing: json(value))) == [.init("a", value)])
    }

    @Test func `NaN survives a round trip`() throws {
        let fields = try FieldsJSON.fields(JSONValue(parsing: json(.decimal(.nan))))
        guard case .decimal(let number) = fields.first?.value else {
            Issue.record("\(fields)")
            return
        }
        #expect(number.isNaN)
    }

    @Test func `keeps order and repeated names`() throws {
        let fields = [
            Record.Field("b", .integer(1)), .init("a", .integer(2)), .init("b", .text("3")), .init("", .list([])),
        ]
        #expect(try FieldsJSON.fields(JSONValue(parsing: FieldsJSON.bytes(fields))) == fields)
    }

    @Test(arguments: ["[]", "1", #"{"a":null}"#, #"{"a":{}}"#, #"{"a":[1]}"#, #"{"a":{"decimal":"x"}}"#])
    func `reports JSON that it did not write as damaged`(text: String) throws {
        #expect(throws: DamagedRecord.self) { try FieldsJSON.fields(JSONValue(parsing: text)) }
    }

    @Test(arguments: [Record.complete, .titled("A"), Record(key: "", title: "", subtitle: "", url: "", keywords: [""])])
    func `a snapshot contains the whole record`(record: Record) throws {
        #expect(try RecordSnapshot.record(RecordSnapshot.text(record)) == record)
    }

    @Test func `a snapshot is JSON with only the parts that the record has`() {
        let record = Record(
            key: "1", title: "London", coordinate: Coordinate(latitude: 51.5, longitude: -0.125), prominence: 7,
            fields: [.init("country", .text("GB"))])
        #expect(
            RecordSnapshot.text(record)
                == #"{"version":1,"key":"1","title":"London","latitude":51.5,"longitude":-0.125,"prominence":7,"#
                + #""fields":{"country":"GB"}}"#)
    }

    @Test(arguments: ["", "{}", #"{"version":2,"key":"a","title":"b"}"#, #"{"version":1,"key":"a"}"#])
    func `rejects a malformed snapshot or one of another version`(text: String) {
        #expect(throws: DamagedRecord.self) { try RecordSnapshot.record(text) }
    }
}
