import AggSource
import Foundation
import TestSupport
import Testing

/// Responses of real APIs, if available.
struct JSONPublicDataTests {
    private static let schools = "nyc-schools/s3k6-pzi2.json"
    private static let inspections = "soda/4ijn-s7e5.2013-03.default-1000.json"

    @Test(.enabled(if: RealData.has(schools), "the data is missing"))
    func `splits a directory of schools into the same items as a full parse`() throws {
        let bytes = try RealData.bytes(Self.schools)
        let items = try read(bytes, piece: 4096).items
        #expect(items.count == 440)
        #expect(try JSONValue(parsing: bytes) == .array(items))
        #expect(items.allSatisfy { $0["dbn"]?.stringValue?.count == 6 })
    }

    @Test(.enabled(if: RealData.has(inspections), "the data is missing"))
    func `a page of inspections survives a round trip`() throws {
        let value = try JSONValue(parsing: RealData.bytes(Self.inspections))
        #expect(value.arrayValue?.count == 1000)
        #expect(try JSONValue(parsing: value.text) == value)
    }

    @Test(.enabled(if: RealData.has(schools), "the data is missing"))
    func `agrees with Foundation on every member`() throws {
        let bytes = try RealData.bytes(Self.schools)
        let expected = try JSONDecoder().decode([[String: String]].self, from: Data(bytes))
        let items = try read(bytes).items
        for (item, strings) in zip(items, expected) {
            let members = item.objectValue?.members ?? []
            #expect(Dictionary(members.map { ($0.name, $0.value.stringValue ?? "") }) { $1 } == strings)
        }
    }
}
