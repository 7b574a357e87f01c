import AggSource
import Foundation
import Testing

@testable import ArcGISSource

struct ArcGISMapperTests {
    private let fields = #"""
        [{"name":"FID","type":"esriFieldTypeOID","alias":"FID"},
         {"name":"Kind","type":"esriFieldTypeInteger","alias":"Kind","domain":
           {"type":"codedValue","codedValues":[{"code":1,"name":"Oak"},{"code":2,"name":"Elm"}]}},
         {"name":"State","type":"esriFieldTypeSmallInteger","alias":"State"},
         {"name":"Health","type":"esriFieldTypeSmallInteger","alias":"Health"},
         {"name":"Planted","type":"esriFieldTypeDate","alias":"Planted on"},
         {"name":"Seen","type":"esriFieldTypeDateOnly","alias":"Seen"},
         {"name":"Height (m)","type":"esriFieldTypeDouble","alias":" "},
         {"name":"Big","type":"esriFieldTypeBigInteger","alias":"Big"},
         {"name":"Page","type":"esriFieldTypeString","alias":"Page"},
         {"name":"Shape","type":"esriFieldTypeGeometry","alias":"Shape"}]
        """#

    private func layer(_ more: String = "") throws -> ArcGISLayer {
        try ArcGISLayer(
            JSONValue(
                parsing:
                    #"{"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint",\#(more)"fields":\#(fields)}"#
            ))
    }

    private func record(_ attributes: String, _ geometry: String = "null", more: String = "") throws -> Record {
        let layer = try layer(more)
        let mapper = ArcGISMapper(layer, roles: layer.roles(over: ColumnRoles()), declared: [])
        let feature = try JSONValue(parsing: #"{"attributes":\#(attributes),"geometry":\#(geometry)}"#)
        return try mapper.record(feature, .degrees)
    }

    @Test func `names columns after fields and leaves out shapes`() throws {
        #expect(
            try layer().columns.map(\.name) == [
                "fid", "kind", "state", "health", "planted", "seen", "height_m", "big", "page",
            ])
        #expect(try layer().columns[1].kind == .text)
        #expect(try layer().columns.map(\.summary).contains("Planted on"))
        #expect(try layer().objectID == "FID")
    }

    @Test func `decodes codes and keeps codes that the domain lacks`() throws {
        #expect(try record(#"{"FID":1,"Kind":2}"#)["kind"] == .text("Elm"))
        #expect(try record(#"{"FID":1,"Kind":2.0}"#)["kind"] == .text("Elm"))
        #expect(try record(#"{"FID":1,"Kind":9}"#)["kind"] == .text("9"))
        #expect(try record(#"{"FID":1,"Kind":null}"#)["kind"] == nil)
    }

    @Test func `decodes the type of a row and the domains of that type`() throws {
        let types =
            #""typeIdField":"State","types":[{"id":0,"name":"Alive","domains":{"Health":{"type":"codedValue","#
            + #""codedValues":[{"code":1,"name":"Good"}]}}},{"id":1,"name":"Dead","domains":{"Health":{"type":"inherited"}}}],"#
        let alive = try record(#"{"FID":1,"State":0,"Health":1}"#, more: types)
        #expect(alive["state"] == .text("Alive") && alive["health"] == .text("Good"))
        #expect(try record(#"{"FID":1,"State":1,"Health":1}"#, more: types)["health"] == .text("1"))
        let kinds = try layer(types).columns.filter { ["state", "health"].contains($0.name) }.map(\.kind)
        #expect(kinds == [.text, .text])
    }

    @Test(
        arguments: [
            ("1700000000000", "2023-11-14T22:13:20Z"), ("1714521600000", "2024-05-01"),
            ("-1000", "1969-12-31T23:59:59Z"),
            ("-86400000", "1969-12-31"), ("null", nil), (#""soon""#, nil), ("1e300", nil),
        ] as [(String, String?)])
    func `reads dates from milliseconds`(value: String, expected: String?) throws {
        #expect(try record(#"{"FID":1,"Planted":\#(value)}"#)["planted"]?.text == expected)
    }

    @Test func `reads numbers and dates written as text`() throws {
        let record = try record(#"{"FID":1,"Seen":"2024-05-01","Height (m)":"12.5","Big":"9007199254740993"}"#)
        #expect(record["seen"]?.text == "2024-05-01")
        #expect(record["height_m"] == .decimal(12.5))
        #expect(record["big"] == .integer(9_007_199_254_740_993))
    }

    @Test func `uses the global id as key and the display field as title`() throws {
        let document = try JSONValue(
            parsing: #"{"name":"T","displayField":"B","fields":[{"name":"A","type":"esriFieldTypeOID"},"#
                + #"{"name":"G","type":"esriFieldTypeGlobalID"},{"name":"C","type":"esriFieldTypeString"},"#
                + #"{"name":"B","type":"esriFieldTypeString"}]}"#)
        let layer = try ArcGISLayer(document)
        let roles = layer.roles(over: ColumnRoles())
        #expect(roles == ColumnRoles(title: "b", subtitle: "c", date: nil, key: "g"))
        let mapper = ArcGISMapper(layer, roles: roles, declared: [])
        let row: JSONValue = ["attributes": ["A": 1, "G": "{AB-1}", "B": "  Name  here ", "C": "x"]]
        let record = try mapper.record(row, .degrees)
        #expect(record.key == "{AB-1}" && record.title == "Name here" && record.subtitle == "x")
        #expect(throws: MappingFault("has no G")) { try mapper.record(["attributes": ["A": 1]], .degrees) }
        #expect(throws: MappingFault("has no attributes")) { try mapper.record(["geometry": .null], .degrees) }
    }

    @Test(arguments: ["global_id", "GlobalID", "globalid"])
    func `finds a column by the name of its field, in any case`(name: String) throws {
        let document = try JSONValue(
            parsing: #"{"name":"T","fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"}]}"#)
        #expect(try ArcGISLayer(document).roles(over: ColumnRoles(key: name)).key == "global_id")
    }

    @Test func `identifies a row by its content if no field is unique`() throws {
        let document = try JSONValue(parsing: #"{"name":"T","fields":[{"name":"A","type":"esriFieldTypeString"}]}"#)
        let layer = try ArcGISLayer(document)
        let mapper = ArcGISMapper(layer, roles: layer.roles(over: ColumnRoles()), declared: [])
        let records = try ["x", "y", "x"].map { try mapper.record(["attributes": ["A": .string($0)]], .degrees) }
        #expect(records[0].key == records[2].key && records[0].key != records[1].key)
    }

    @Test func `names a row without a title after the layer`() throws {
        #expect(try record(#"{"FID":7,"Page":" "}"#).title == "Trees 7")
    }

    @Test(
        arguments: [
            (#"{"x":-87.6,"y":41.8}"#, 41.8, -87.6), (#"{"points":[[0,10],[2,20]]}"#, 15, 1),
            (#"{"paths":[[[0,1],[4,5]],[[2,9],[2,3]]]}"#, 5, 2),
            (#"{"rings":[[[0,0],[0,2],[2,2],[2,0],[0,0]]]}"#, 1, 1),
            (#"{"x":-9751787.4,"y":5130026.1,"spatialReference":{"wkid":102100,"latestWkid":3857}}"#, 41.8, -87.6),
            (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, 3, 2),
        ] as [(String, Double, Double)])
    func `uses a point or the center of a shape as the coordinate`(
        geometry: String, latitude: Double, longitude: Double
    ) throws {
        let place = try #require(try record(#"{"FID":1}"#, geometry).coordinate)
        #expect(abs(place.latitude - latitude) < 0.01 && abs(place.longitude - longitude) < 0.01)
    }

    @Test(arguments: [
        "null", "{}", #"{"paths":[]}"#, #"{"rings":[[]]}"#, #"{"x":"NaN","y":"NaN"}"#, #"{"x":null,"y":null}"#,
        #"{"x":500000,"y":4600000}"#, #"{"x":1,"y":2,"spatialReference":{"wkid":2229}}"#, #"{"x":0,"y":0}"#,
    ])
    func `finds no coordinate in a shape without one`(geometry: String) throws {
        #expect(try record(#"{"FID":1}"#, geometry).coordinate == nil)
    }

    @Test func `finds the spatial reference of a response`() throws {
        func reference(_ text: String) throws -> SpatialReference {
            try SpatialReference(of: HTTPBody(Array(text.utf8)))
        }
        #expect(try reference(#"{"spatialReference":{"wkid":102100,"latestWkid":3857},"features":[]}"#) == .webMercator)
        #expect(try reference(#"{"spatialReference" : { "wkid" : 2229 },"features":[]}"#) == .other("2229"))
        #expect(try reference(#"{"features":[]}"#) == .degrees)
    }
}
