import AggSearch
import AggSource
import Testing

@testable import CitiesSource

struct CitiesStarterTests {
    private let records: [Record]

    init() throws {
        let items = try JSONValue(parsing: PackageResources.starter_json).arrayValue ?? []
        records = try items.map { try CitiesMapper.record($0) }
    }

    @Test func `has more than a thousand large cities`() {
        #expect((1_300...1_400).contains(records.count))
        #expect(Set(records.map(\.key)).count == records.count)
        #expect(records.allSatisfy { (4...7).contains($0.prominence) })
    }

    @Test func `every city has a country and a coordinate`() {
        #expect(records.allSatisfy { $0.subtitle != nil && $0.coordinate != nil })
    }

    @Test(arguments: [
        ("london", "London"), ("paris", "Paris"), ("são paulo", "São Paulo"), ("tokyo", "Tokyo"), ("munich", "Munich"),
        ("new york", "New York City"), ("buenos aires", "Buenos Aires"), ("zurich", "Zürich"), ("nairobi", "Nairobi"),
    ])
    func `has the cities that people try first`(query: String, title: String) {
        let matcher = TierMatcher(SearchText(query))
        #expect(records.contains { $0.title == title && matcher.tier(of: $0).map { $0 <= .titlePrefix } ?? false })
    }

    @Test func `has one city per line`() {
        let lines = PackageResources.starter_json.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == records.count + 2)
    }
}
