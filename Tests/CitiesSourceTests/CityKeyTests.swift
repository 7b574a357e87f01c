import AggSearch
import AggSource
import Testing

@testable import CitiesSource

/// Cities in lists without ids.
struct CityKeyTests {
    @Test(arguments: [
        (
            #"{"name":"Lyon","lat":"45.74846","lng":"4.84671","country":"FR","admin1":"84"}"#,
            "FR/84/Lyon/45.74846,4.84671"
        ),
        (#"{"name":"Le Havre","lat":49,"lng":0.5,"country":"FR","admin1":"28"}"#, "FR/28/Le-Havre/49,0.5"),
        (#"{"name":"Lyon","lat":"45.740","lng":"4.840"}"#, "//Lyon/45.74,4.84"),
    ])
    func `builds a key from country, region, name, and coordinate`(item: String, key: String) throws {
        #expect(try map(item).key == key)
    }

    @Test func `two cities with the same name in one region have different keys`() throws {
        let first = try map(#"{"name":"Saint-Denis","lat":"48.93","lng":"2.35","country":"FR","admin1":"11"}"#)
        let second = try map(#"{"name":"Saint-Denis","lat":"48.15","lng":"2.67","country":"FR","admin1":"11"}"#)
        #expect(first.key != second.key)
    }

    @Test func `the key is one word and reads back as an address`() throws {
        let record = try map(#"{"name":"San José del Cabo","lat":"23.06","lng":"-109.7","country":"MX","admin1":"03"}"#)
        #expect(!record.key.contains { $0.isWhitespace })
        #expect(RecordAddress("cities:\(record.key)")?.key == record.key)
    }

    @Test func `has no prominence, which depends on ids`() throws {
        let record = try map(#"{"name":"London","lat":"51.5","lng":"-0.1","country":"GB"}"#)
        #expect(record.prominence == 0)
        #expect(record.keywords == ["UK", "Great Britain"])
    }

    private func map(_ text: String) throws -> Record {
        try CitiesMapper.record(JSONValue(parsing: text))
    }
}
