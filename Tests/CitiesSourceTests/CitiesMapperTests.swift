import AggSource
import Testing

@testable import CitiesSource

struct CitiesMapperTests {
    @Test func `maps an item of the list`() throws {
        let record = try map(
            #"{"country":"GB","name":"London","_id":2643743,"coord":{"lon":-0.12574,"lat":51.50853}}"#)
        #expect(
            record
                == Record(
                    key: "2643743", title: "London",
                    alternativeTitles: ["Londres", "Londra", "Londen", "Londyn"], subtitle: "United Kingdom",
                    coordinate: Coordinate(latitude: 51.50853, longitude: -0.12574), prominence: 7,
                    fields: [Record.Field("country", .text("GB"))], keywords: ["UK", "Great Britain"]))
    }

    @Test(arguments: [
        ("Roma", 3_169_070, ["Rome", "Rom"]), ("Rome", 3_169_070, ["Rom", "Roma"]), ("Nowhere", 1, []),
    ])
    func `other names of a large city are titles, however the list spells its name`(
        name: String, id: Int, titles: [String]
    ) throws {
        let record = try map(#"{"name":"\#(name)","_id":\#(id),"coord":{"lon":12.4839,"lat":41.89474}}"#)
        #expect(record.alternativeTitles == titles)
    }

    @Test(arguments: [
        (#""Gorkhā""#, "Gorkhā"),
        (#""Mar’ina Roshcha""#, "Mar’ina Roshcha"),
        (#""Castell\u00f3n de la Plana\/Castell\u00f3""#, "Castellón de la Plana/Castelló"),
        (#""Mons-en-Barœ\u009cul""#, "Mons-en-Barœ\u{9C}ul"),
        (#"" Edge ""#, " Edge "),
        (#""東京""#, "東京"),
    ])
    func `keeps a name unchanged`(name: String, title: String) throws {
        #expect(try map(#"{"name":\#(name),"_id":1}"#).title == title)
    }

    @Test(arguments: [
        (#""_id":42"#, "42"), (#""_id":42.0"#, "42"), (#""_id":"42""#, "42"), (#""_id":"0042""#, "42"),
        (#""_id":-7"#, "-7"), (#""id":42"#, "42"), (#""_id":null,"lat":1,"lng":2"#, "//Here/1,2"),
        (#""_id":9223372036854775807"#, "9223372036854775807"),
    ])
    func `takes the key from the id`(id: String, key: String) throws {
        #expect(try map(#"{"name":"Here",\#(id)}"#).key == key)
    }

    @Test(arguments: [
        (#"{"lon":84.633331,"lat":28}"#, 28, 84.633331),
        (#"{"lon":76,"lat":29}"#, 29, 76),
        (#"{"lon":"4.84","lat":"45.74"}"#, 45.74, 4.84),
        (#"{"lng":-180,"lat":-90}"#, -90, -180),
        (#"{"lon":180.0,"lat":9e1}"#, 90, 180),
    ])
    func `reads a coordinate as numbers, whole numbers, or text`(coord: String, latitude: Double, longitude: Double)
        throws
    {
        let record = try map(#"{"name":"Here","_id":1,"coord":\#(coord)}"#)
        #expect(record.coordinate == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: ["", #","coord":null"#, #","coord":{}"#, #","coord":{"lat":null,"lon":null}"#])
    func `maps a city without a coordinate`(coord: String) throws {
        #expect(try map(#"{"name":"Here","_id":1\#(coord)}"#).coordinate == nil)
    }

    @Test(arguments: [
        ("FR", "France"), ("CI", "Ivory Coast"), ("XK", "Kosovo"), ("ST", "São Tomé and Príncipe"),
    ])
    func `names the country in English`(code: String, name: String) throws {
        let record = try map(#"{"name":"Here","_id":1,"country":"\#(code)"}"#)
        #expect(record.subtitle == name)
        #expect(record["country"] == .text(code))
    }

    @Test func `an unknown country keeps its code without a name`() throws {
        let record = try map(#"{"name":"Here","_id":1,"country":"QQ"}"#)
        #expect(record.subtitle == nil)
        #expect(record["country"] == .text("QQ"))
    }

    @Test(arguments: ["", #","country":"""#, #","country":null"#, #","country":7"#])
    func `a city without a country has neither a country name nor a country field`(country: String) throws {
        let record = try map(#"{"name":"Here","_id":1\#(country)}"#)
        #expect(record.subtitle == nil)
        #expect(record.fields.isEmpty)
    }

    @Test(arguments: [
        (#"{"_id":1}"#, "has no name"),
        (#"{"name":"","_id":1}"#, "has no name"),
        (#"{"name":" \u00a0\t","_id":1}"#, "has no name"),
        (#"{"name":7,"_id":1}"#, "has no name"),
        (#"{"name":"Here"}"#, "has no id"),
        (#"{"name":"Here","_id":null,"coord":null}"#, "has no id"),
        (#"{"name":"Here","_id":"a7"}"#, "has an id that is not a whole number"),
        (#"{"name":"Here","_id":1.5}"#, "has an id that is not a whole number"),
        (#"{"name":"Here","_id":[1]}"#, "has an id that is not a whole number"),
        (#"{"name":"Here","_id":92233720368547758070}"#, "has an id that is not a whole number"),
        (#"{"name":"Here","_id":1,"coord":{"lat":91,"lon":0}}"#, "has a coordinate out of range"),
        (#"{"name":"Here","_id":1,"coord":{"lat":0,"lon":-180.1}}"#, "has a coordinate out of range"),
        (#"{"name":"Here","_id":1,"coord":{"lat":"nan","lon":0}}"#, "has a coordinate out of range"),
        (#"{"name":"Here","_id":1,"coord":{"lat":1}}"#, "has an unreadable coordinate"),
        (#"{"name":"Here","_id":1,"coord":{"lat":"north","lon":0}}"#, "has an unreadable coordinate"),
        (#"{"name":"Here","_id":1,"coord":{"lat":true,"lon":0}}"#, "has an unreadable coordinate"),
        (#""London""#, "is a string, not an object"),
        ("[]", "is an array, not an object"),
        ("null", "is null, not an object"),
    ])
    func `explains why an item is not a city`(item: String, reason: String) {
        #expect(throws: MappingFault(reason)) { try map(item) }
    }

    private func map(_ text: String) throws -> Record {
        try CitiesMapper.record(JSONValue(parsing: text))
    }
}
