import AggSource
import Testing

@testable import TemplateSource

struct TemplateMapperTests {
    @Test func `maps an item`() throws {
        let record = try map(#"{"id": 7, "name": "Seven", "note": "Lucky", "day": "2026-01-31"}"#)
        #expect(
            record
                == Record(
                    key: "7", title: "Seven", date: RecordDate(iso8601: "2026-01-31"),
                    fields: [Record.Field("note", .text("Lucky"))]))
    }

    @Test(arguments: [
        (#"{"id": 7, "name": "Seven"}"#),
        (#"{"id": 7, "name": "Seven", "note": null, "day": null}"#),
        (#"{"id": 7, "name": "Seven", "note": 1, "day": "soon"}"#),
    ])
    func `omits missing and malformed values`(item: String) throws {
        #expect(try map(item) == Record(key: "7", title: "Seven"))
    }

    @Test(arguments: [
        (#"{"name": "Seven"}"#, "has no id"),
        (#"{"id": "seven", "name": "Seven"}"#, "has no id"),
        (#"{"id": 7}"#, "has no name"),
        (#"{"id": 7, "name": " "}"#, "has no name"),
    ])
    func `explains why an item is skipped`(item: String, reason: String) {
        #expect(throws: MappingFault(reason)) { try map(item) }
    }

    private func map(_ text: String) throws -> Record {
        try TemplateMapper.record(JSONValue(parsing: text))
    }
}
