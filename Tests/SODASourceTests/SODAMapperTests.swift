import AggSource
import Socrata
import Testing

@testable import SODASource

struct SODAMapperTests {
    private let inspections = SODAMapper(
        roles: ColumnRoles(title: "dba_name", subtitle: "address", date: "inspection_date", key: "inspection_id"),
        declared: ChicagoInspections.columns, types: [], lists: ChicagoInspections.lists)

    @Test func `makes a record of an inspection`() throws {
        let record = try inspections.record(
            row(
                #"""
                {":id": "row-1", ":@computed_region_1": "5", "inspection_id": "2229727", "dba_name": " THE WARBLER ",
                 "license_": "2549461", "risk": "Risk 1 (High)", "address": "4535 N LINCOLN AVE ", "zip": "60625",
                 "inspection_date": "2018-10-16T00:00:00.000", "results": "Pass w/ Conditions",
                 "location": {"type": "Point", "coordinates": [-87.6854, 41.9641]},
                 "violations": "10. SINKS - Comments: NONE \n IN THE  BAR. | 55. WALLS - Comments: PEELING PAINT | "}
                """#))
        #expect(record.key == "2229727")
        #expect(record.title == "THE WARBLER")
        #expect(record.subtitle == "4535 N LINCOLN AVE")
        #expect(record.date == RecordDate(iso8601: "2018-10-16"))
        #expect(record.coordinate == Coordinate(latitude: 41.9641, longitude: -87.6854))
        #expect(record.url == nil)
        #expect(
            record.fields.map(\.name) == [
                "inspection_id", "dba_name", "results", "risk", "inspection_date", "license_", "address", "zip",
                "violations",
            ])
        #expect(record["inspection_id"] == .integer(2_229_727))
        #expect(record["zip"] == .text("60625"))
        #expect(
            record["violations"] == .text("10. SINKS - Comments: NONE IN THE BAR.\n55. WALLS - Comments: PEELING PAINT")
        )
    }

    @Test(arguments: [
        (#"{"inspection_id": 5}"#, "5"), (#"{"inspection_id": "5"}"#, "5"), (#"{"inspection_id": 5.0}"#, "5"),
        (#"{"inspection_id": "A B"}"#, "A-B"), (#"{"inspection_id": " 5 "}"#, "5"),
    ])
    func `reads the same key from a number or from text`(text: String, key: String) throws {
        let record = try inspections.record(row(text))
        #expect(record.key == key)
        #expect(record.title == key, "what has no name goes by its key")
        #expect(record.date == nil)
        #expect(record.coordinate == nil)
    }

    @Test(arguments: [
        (#"{"dba_name": "A"}"#, "has no inspection_id"), (#"{"inspection_id": null}"#, "has no inspection_id"),
        (#"{"inspection_id": "  "}"#, "has no inspection_id"), (#"{"inspection_id": [1]}"#, "has no inspection_id"),
        ("5", "is a number, not an object"), ("null", "is null, not an object"),
    ])
    func `rejects a row without a key`(text: String, reason: String) throws {
        let item = try row(text)
        #expect(throws: MappingFault(reason)) { try inspections.record(item) }
    }

    @Test func `reads numbers as text and leaves out values of another type`() throws {
        let record = try inspections.record(
            row(
                #"{"inspection_id": 1, "dba_name": 42, "zip": 60625, "license_": "none", "results": {}, "inspection_date": 5}"#
            ))
        #expect(record.title == "42")
        #expect(record.fields.map(\.name) == ["inspection_id", "dba_name", "zip"])
        #expect(record["zip"] == .text("60625"))
        #expect(record.date == nil)
    }

    @Test(arguments: [
        #"{"inspection_id": 1, "latitude": "41.5", "longitude": "-87.5"}"#,
        #"{"inspection_id": 1, "location": {"latitude": "41.5", "longitude": "-87.5", "needs_recoding": false}}"#,
        #"{"inspection_id": 1, "x": {"type": "Point", "coordinates": [-87.5, 41.5]}, "latitude": "0", "longitude": "0"}"#,
        #"{"inspection_id": 1, "x": {"type": "Point", "coordinates": [0, 0]}, "latitude": "41.5", "longitude": "-87.5"}"#,
        #"""
        {"inspection_id": 1, "x": {"type": "Point", "coordinates": [0, 0]},
         "y": {"latitude": "41.5", "longitude": "-87.5"}}
        """#,
    ])
    func `finds the coordinate in any of its forms`(text: String) throws {
        #expect(try inspections.record(row(text)).coordinate == Coordinate(latitude: 41.5, longitude: -87.5))
    }

    @Test func `takes all column types from the metadata if none are declared`() throws {
        let mapper = SODAMapper(
            roles: ColumnRoles(title: "name", key: ":id"), declared: [],
            types: [
                SocrataColumn("name", .text), SocrataColumn("fee", .number), SocrataColumn("opened", .date),
                SocrataColumn("place", .location), SocrataColumn("site", .text), SocrataColumn("area", .other),
                SocrataColumn("date", .date),
            ], lists: [])
        let record = try mapper.record(
            row(
                #"""
                {":id": "row-x.y~1", "fee": "12.5", "name": "Park", "opened": "2020-01-02T03:04:05.000", "unknown": "x",
                 "place": {"human_address": "{\"address\":\"1 Main St\",\"city\":\"\",\"state\":\"\",\"zip\":\"\"}"},
                 "site": {"url": "https://example.org"}, "area": {"type": "MultiPolygon", "coordinates": []},
                 "date": "2024-05-06T00:00:00.000"}
                """#))
        #expect(record.key == "row-x.y~1")
        #expect(record.url == "https://example.org")
        #expect(
            record.fields == [
                Record.Field("name", .text("Park")), Record.Field("fee", .decimal(12.5)),
                Record.Field("opened", .date(try #require(RecordDate(iso8601: "2020-01-02T03:04:05")))),
                Record.Field("place", .text("1 Main St")), Record.Field("site", .text("https://example.org")),
                Record.Field("date_", .date(try #require(RecordDate(iso8601: "2024-05-06")))),
            ])
    }
}
