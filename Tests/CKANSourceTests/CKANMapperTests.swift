import AggSource
import Foundation
import TestSupport
import Testing

@testable import CKANSource

struct CKANMapperTests {
    private func table(_ fields: KeyValuePairs<String, String>) throws -> CKANTable {
        let list = fields.map { JSONValue.object(["id": .string($0.key), "type": .string($0.value)]) }
        return try CKANTable(["fields": .array(list)])
    }

    private func record(
        _ fields: KeyValuePairs<String, String>, _ row: String, _ roles: ColumnRoles = ColumnRoles(key: "id")
    ) throws -> Record {
        try CKANMapper(table(fields), roles: roles, declared: []).record(JSONValue(parsing: row))
    }

    @Test func `leaves out the portal's own columns, but not a rank in the data`() throws {
        let table = try table(["_id": "int", "Country Name": "text", "rank": "int4", "_full_text": "tsvector"])
        #expect(table.columns.map(\.name) == ["country_name", "rank"])
    }

    @Test func `does not take the given title for the subtitle too, however it is written`() throws {
        let table = try table(["Tree Name": "text", "note": "text"])
        #expect(table.roles(over: ColumnRoles(title: "Tree Name")) == ColumnRoles(title: "tree_name", subtitle: "note"))
    }

    @Test func `does not take JSON for the subtitle`() throws {
        let roles = try table(["Name": "text", "Shape": "json", "Ward": "text"]).roles(over: ColumnRoles())
        #expect(roles == ColumnRoles(title: "name", subtitle: "ward"))
    }

    @Test func `does not take a latitude or longitude for the subtitle`() throws {
        let roles = try table(["Lat": "text", "Lon": "text", "Name": "text"]).roles(over: ColumnRoles())
        #expect(roles == ColumnRoles(title: "name"))
        let named = try table(["Lat": "text", "Lon": "text", "Name": "text", "Ward": "text"]).roles(over: ColumnRoles())
        #expect(named == ColumnRoles(title: "name", subtitle: "ward"))
    }

    @Test(arguments: ["geo_point_2d", "the_geom", "wkt", "coordinates"])
    func `does not take a column with both coordinates for the title or the subtitle`(name: String) throws {
        let only = try table([name: "text", "code": "text"]).roles(over: ColumnRoles())
        #expect(only.title == "code" && only.subtitle == nil)
        let others = try table([name: "text", "Name": "text", "kind": "text"]).roles(over: ColumnRoles())
        #expect(others == ColumnRoles(title: "name", subtitle: "kind"))
    }

    @Test func `can take a location for the subtitle, since it may be the name of a place`() throws {
        let roles = try table(["Name": "text", "location": "text"]).roles(over: ColumnRoles())
        #expect(roles == ColumnRoles(title: "name", subtitle: "location"))
    }

    @Test func `takes no column for the subtitle that is not listed`() throws {
        let table = try table(["Name": "text", "Note": "text", "Ward": "text", "Day": "date"])
        let listed = [Column("name", .text, ""), Column("ward", .text, "")]
        #expect(table.roles(over: ColumnRoles(), among: listed) == ColumnRoles(title: "name", subtitle: "ward"))
    }

    @Test(
        arguments: [
            ("numeric", #""12.50""#, .decimal(12.5)), ("numeric", "12.5", .decimal(12.5)), ("int4", "7", .integer(7)),
            ("numeric", #""12345678901234567891""#, .text("12345678901234567891")),
            ("numeric", #""3.14159265358979323846""#, .decimal(.pi)),
            ("int8", #""9007199254740993""#, .integer(9_007_199_254_740_993)), ("bool", "true", .boolean(true)),
            ("bool", #""f""#, .boolean(false)), ("text", "7", .text("7")), ("json", #"{"a":1}"#, .text(#"{"a":1}"#)),
            ("_text", #"["a","b"]"#, .list(["a", "b"])), ("text", #"" ""#, nil), ("int4", "null", nil),
        ] as [(String, String, FieldValue?)])
    func `reads values by their types, including numbers written as text`(
        type: String, value: String, expected: FieldValue?
    ) throws {
        #expect(try record(["id": "int", "v": type], #"{"id":1,"v":\#(value)}"#)["v"] == expected)
    }

    @Test func `reads times without a time zone, and days`() throws {
        let record = try record(
            ["id": "int", "a": "timestamp", "b": "date", "c": "timestamptz"],
            #"{"id":1,"a":"2015-01-01T03:00:00","b":"2015-01-02","c":"2015-01-01T03:00:00+01:00"}"#,
            ColumnRoles(date: "a", key: "id"))
        #expect(record.date?.text == "2015-01-01T03:00:00")
        #expect(record["b"]?.text == "2015-01-02" && record["c"]?.text == "2015-01-01T02:00:00Z")
    }

    @Test(
        arguments: [
            (["id": "int", "lat": "numeric", "Long": "text"], #"{"id":1,"lat":41.8,"Long":"-87.6"}"#),
            (["id": "int", "geo_point_2d": "text"], #"{"id":1,"geo_point_2d":"41.8, -87.6"}"#),
            (["id": "int", "the_geom": "text"], #"{"id":1,"the_geom":"POINT (-87.6 41.8)"}"#),
            (["id": "int", "geom": "text"], #"{"id":1,"geom":"{\"type\":\"Point\",\"coordinates\":[-87.6,41.8]}"}"#),
            (["id": "int", "geom": "text"], #"{"id":1,"geom":"{\"type\":\"Point\",\"coordinates\":[-87.6,41.8,5]}"}"#),
            (["id": "int", "geom": "json"], #"{"id":1,"geom":{"type":"Point","coordinates":[-87.6,41.8]}}"#),
            (["id": "int", "geom": "text"], #"{"id":1,"geom":"{'lon': -87.6, 'lat': 41.8}"}"#),
            (["id": "int", "geom": "text"], #"{"id":1,"geom":"{\"lat\": 41.8, \"lon\": -87.6}"}"#),
            (["id": "int", "wkt": "text"], #"{"id":1,"wkt":"POINT Z (-87.6 41.8 10)"}"#),
            (["id": "int", "wkt": "text"], #"{"id":1,"wkt":"SRID=4326;POINT(-87.6 41.8)"}"#),
            (["id": "int", "lat": "text", "lon": "text"], #"{"id":1,"lat":" 41.8 ","lon":"-87.6 "}"#),
            (
                ["id": "int", "lat": "int", "lon": "int", "geo_point_2d": "text"],
                #"{"id":1,"lat":0,"lon":0,"geo_point_2d":"41.8, -87.6"}"#
            ),
        ] as [(KeyValuePairs<String, String>, String)])
    func `finds the coordinate of a row`(fields: KeyValuePairs<String, String>, row: String) throws {
        #expect(try record(fields, row).coordinate == Coordinate(latitude: 41.8, longitude: -87.6))
    }

    @Test func `does not treat a street address or meters as a coordinate`() throws {
        #expect(try record(["id": "int", "location": "text"], #"{"id":1,"location":"1 Main St 2"}"#).coordinate == nil)
        #expect(
            try record(["id": "int", "location": "text"], #"{"id":1,"location":"Point Rd 12 34 56"}"#).coordinate == nil
        )
        #expect(
            try record(["id": "int", "x": "int", "y": "int"], #"{"id":1,"x":500000,"y":4600000}"#).coordinate == nil)
    }

    @Test func `skips rows without a key, or identifies rows by content if there is no key`() throws {
        let table = try table(["id": "text", "v": "text"])
        let mapper = CKANMapper(table, roles: ColumnRoles(key: "id"), declared: [])
        #expect(throws: MappingFault("has no id")) { try mapper.record(["v": "x"]) }
        #expect(throws: MappingFault("is a number, not an object")) { try mapper.record(7) }
        let digest = CKANMapper(table, roles: ColumnRoles(key: CKANMapper.contentKey), declared: [])
        let rows: [JSONValue] = [["_id": 1, "v": "x"], ["_id": 2, "v": "x"], ["_id": 3, "v": "y"]]
        let keys = try rows.map { try digest.record($0).key }
        #expect(keys[0] == keys[1] && keys[1] != keys[2])
        #expect(throws: MappingFault("has no values")) { try digest.record(["_id": 4]) }
    }

    @Test func `searches for a key across all rows`() throws {
        var search = CKANKeySearch(
            try table(["name": "text", "no": "int", "code": "text", "kind": "text"]), given: "no")
        for (number, code) in [(1, "a"), (2, "b"), (2, "c")] {
            search.add([
                "_id": .integer(Int64(number)), "no": .integer(Int64(number)), "code": .string(code),
                "name": .string(code), "kind": "k",
            ])
        }
        #expect(search.key == "code")
        #expect(
            search.fault == "“no” is not unique: it has repeated values in 1 of 3 rows; use key:code")
    }
}

/// Recorded responses of portals; skipped if the recordings are missing.
@Suite(.enabled(if: RealData.has("ckan")))
struct RecordedPortalsTests {
    @Test(arguments: RealData.files(in: "ckan").filter { $0.contains("datastore_search") && $0.hasSuffix(".json") })
    func `reads the columns and rows of every recorded table`(path: String) async throws {
        let bytes = try RealData.bytes(path)
        let answer = HTTPResponse(url: URL(filePath: "/"), status: 200, body: HTTPBody(bytes))
        let table = try CKANTable(answer.ckanResult(now: Date()))
        let records = try JSONValue(parsing: bytes)["result"]?["records"]?.arrayValue ?? []
        #expect(!table.fields.isEmpty && !table.fields.contains { $0.name == "_id" })
        var count = 0
        let mapper = CKANMapper(table, roles: ColumnRoles(key: CKANMapper.contentKey), declared: [])
        try await CKANPages.rows(of: answer) { row in if (try? mapper.record(row)) != nil { count += 1 } }
        #expect(count == records.count)
    }
}
