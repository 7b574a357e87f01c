import AggSource
import Testing

@testable import NYCSchoolsSource

struct NYCSchoolsMapperTests {
    private func record(_ text: String, scores: SATScores? = nil) throws -> Record {
        try NYCSchoolsMapper(scores: scores).record(JSONValue(parsing: text))
    }

    @Test func `makes a record of a school`() throws {
        let record = try record(
            #"""
            {"dbn": "02M260", "school_name": " Clinton School ", "boro": "M", "borough": "MANHATTAN",
             "neighborhood": "Chelsea-Union Sq", "primary_address_line_1": "10 East 15th Street", "zip": "10003",
             "website": "www.theclintonschool.net", "total_students": "376", "attendance_rate": "0.970000029",
             "graduation_rate": "0.612999976", "latitude": "40.73653", "longitude": "-73.9927", "subway": "N/A",
             "academicopportunities1": "Arts", "academicopportunities3": "Debate", "unknown": "x"}
            """#)
        #expect(record.key == "02M260")
        #expect(record.title == "Clinton School")
        #expect(record.subtitle == "Manhattan, Chelsea-Union Sq")
        #expect(record.coordinate == Coordinate(latitude: 40.73653, longitude: -73.9927))
        #expect(record.url == "https://www.theclintonschool.net")
        #expect(record["total_students"] == .integer(376))
        #expect(record["attendance_rate"] == .decimal(0.97))
        #expect(record["graduation_rate"] == .decimal(0.613))
        #expect(record["academicopportunities"] == .list(["Arts", "Debate"]))
        #expect(record["website"] == .text("https://www.theclintonschool.net"))
        #expect(record["subway"] == nil)
        #expect(record.fields.map(\.name) == SchoolColumns.all.map(\.column.name).filter { record[$0] != nil })
    }

    @Test(arguments: [
        ("www.a.org", "https://www.a.org"), ("http://a.org/x", "http://a.org/x"), ("HTTPS://a.org", "HTTPS://a.org"),
        (" a.org ", "https://a.org"), ("schools.nyc.gov/x or www.b.org", "https://schools.nyc.gov/x"),
        ("N/A", nil), ("none", nil), ("", nil),
    ])
    func `adds a scheme to a website`(text: String, expected: String?) throws {
        let record = try record(#"{"dbn":"1","school_name":"A","website":"\#(text)"}"#)
        #expect(record.url == expected)
    }

    @Test(arguments: [
        (#""boro":"K""#, "Brooklyn"), (#""boro":"R""#, "Staten Island"), (#""borough":"BRONX    ""#, "Bronx"),
        (#""borough":"STATEN IS""#, "Staten Island"), (#""boro":"?""#, nil),
    ])
    func `names the borough`(member: String, expected: String?) throws {
        #expect(try record(#"{"dbn":"1","school_name":"A",\#(member)}"#).subtitle == expected)
    }

    @Test(arguments: [
        (#""latitude":"40.5","longitude":"-74.5""#, true), (#""latitude":40.5,"longitude":-74.5"#, true),
        (#""location":"1 Main St, NY 10003 (40.5, -74.5)""#, true), (#""location":"1 Main St""#, false),
        (#""location":"(x, y)""#, false), (#""latitude":"","longitude":"-74""#, false), (#""bus":"M1""#, false),
    ])
    func `finds the coordinate, from the street address if necessary`(members: String, isFound: Bool) throws {
        let record = try record(#"{"dbn":"1","school_name":"A",\#(members)}"#)
        #expect(record.coordinate == (isFound ? Coordinate(latitude: 40.5, longitude: -74.5) : nil))
    }

    @Test(arguments: [
        (#"{"school_name":"A"}"#, "has no dbn"), (#"{"dbn":"1"}"#, "has no school_name"),
        (#"{"dbn":" ","school_name":"A"}"#, "has no dbn"), ("[]", "is an array, not an object"),
    ])
    func `rejects a row without a number or a name`(text: String, reason: String) {
        #expect(throws: MappingFault(reason)) { try record(text) }
    }

    @Test func `reads numbers as text and text as numbers`() throws {
        let record = try record(
            #"{"dbn":12,"school_name":34,"total_students":376,"attendance_rate":"many","zip":10003}"#)
        #expect(record.key == "12")
        #expect(record.title == "34")
        #expect(record["total_students"] == .integer(376))
        #expect(record["attendance_rate"] == nil)
        #expect(record["zip"] == .text("10003"))
    }

    @Test func `joins scores: reported, suppressed, and not reported`() throws {
        var scores = SATScores()
        for item in try JSONValue(parsing: Schools.scores).arrayValue ?? [] { try scores.add(item) }
        func values(_ number: String) throws -> [FieldValue?] {
            let record = try record(#"{"dbn":"\#(number)","school_name":"A"}"#, scores: scores)
            return [record["sat_math_avg_score"], record["sat_note"]]
        }
        #expect(try values("01M292") == [.integer(404), nil])
        #expect(try values("02M392") == [nil, .text("suppressed")])
        #expect(try values("03M999") == [nil, .text("not reported")])
    }

    @Test(arguments: [
        (#""num_of_sat_test_takers":"7","sat_math_avg_score":"s""#, "not reported, suppressed"),
        (
            #""num_of_sat_test_takers":" 7 ","sat_critical_reading_avg_score":"1","sat_math_avg_score":"2","sat_writing_avg_score":"x""#,
            "x"
        ),
        (#""sat_math_avg_score":"650.5""#, "not reported, 650.5"),
    ])
    func `explains why individual scores are missing`(row: String, note: String) throws {
        var scores = SATScores()
        try scores.add(JSONValue(parsing: "{\"dbn\":\"1\",\(row)}"))
        #expect(scores.fields(of: "1").last == Record.Field("sat_note", .text(note)))
    }

    @Test func `leaves out scores that could not be loaded`() throws {
        let record = try record(#"{"dbn":"1","school_name":"A"}"#)
        #expect(SATScores.columns.allSatisfy { record[$0.column.name] == nil })
    }
}
