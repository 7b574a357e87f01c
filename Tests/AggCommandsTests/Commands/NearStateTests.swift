import AggCore
import AggSearch
import AggSource
import AggTesting
import Testing

import AggCommands

/// Places that are named together with their state or province.
@Suite struct NearStateTests {
    private static let towns = [
        town("1", "Springfield", "IL", "Illinois", 39.8, -89.64, prominence: 4),
        town("2", "Springfield", "MA", "Massachusetts", 42.1, -72.59, prominence: 3),
        town("3", "Springfield", "VT", "Vermont", 43.3, -72.48),
        town("4", "San Jose", "CA", "California", 37.34, -121.89, prominence: 5),
        other("5", "San Jose del Cabo", "Mexico", 23.06, -109.7, prominence: 2),
        town("6", "Saint Louis", "MO", "Missouri", 38.63, -90.2, prominence: 5),
        town("7", "St. Paul", "MN", "Minnesota", 44.94, -93.09, prominence: 4),
        town("8", "Portland", "OR", "Oregon", 45.52, -122.68, prominence: 5),
        town("9", "Portland", "ME", "Maine", 43.66, -70.26, prominence: 2),
        town("10", "Houston", "TX", "Texas", 29.76, -95.36, prominence: 6),
        other("11", "Castries", "Saint Lucia", 14, -61, prominence: 4),
        other("12", "Goettingen", "Germany", 51.53, 9.93, prominence: 2),
        town("13", "Queensbury", "NY", "New York", 43.38, -73.61, prominence: 1),
    ]

    private static func town(
        _ key: String, _ title: String, _ code: String, _ state: String, _ latitude: Double, _ longitude: Double,
        prominence: Int = 0
    ) -> Record {
        var town = other(key, title, "United States", latitude, longitude, prominence: prominence)
        town.alternativeTitles = ["\(title), \(code)"]
        town.keywords = [state, code]
        return town
    }

    private static func other(
        _ key: String, _ title: String, _ country: String, _ latitude: Double, _ longitude: Double, prominence: Int
    ) -> Record {
        Record(
            key: key, title: title, subtitle: country,
            coordinate: Coordinate(latitude: latitude, longitude: longitude), prominence: prominence)
    }

    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.hold(Self.towns, in: "towns")
        return bench
    }

    @Test(arguments: [
        ("san jose ca", "San Jose, CA, United States (towns:4)"),
        ("San Jose, CA", "San Jose, CA, United States (towns:4)"),
        ("\"San Jose, CA\"", "San Jose, CA, United States (towns:4)"),
        ("springfield ma", "Springfield, MA, United States (towns:2)"),
        ("springfield,ma", "Springfield, MA, United States (towns:2)"),
        ("springfield massachusetts", "Springfield, MA, United States (towns:2)"),
        ("springfield vt", "Springfield, VT, United States (towns:3)"),
        ("springfield, vt", "Springfield, VT, United States (towns:3)"),
        ("springfield vermont", "Springfield, VT, United States (towns:3)"),
        ("springfield, vermont", "Springfield, VT, United States (towns:3)"),
        ("portland me", "Portland, ME, United States (towns:9)"),
        ("Portland, OR", "Portland, OR, United States (towns:8)"),
        ("Portland OR 10km", "Portland, OR, United States (towns:8)"),
        ("towns:2", "Springfield, MA, United States (towns:2)"),
    ])
    func `a name can be followed by a state, with or without a comma`(place: String, name: String) async throws {
        #expect(try await bench().run("near \(place)").answer?.notes.first == "within 10km of \(name)")
    }

    @Test(arguments: [
        "springfield ma pizza", "springfield, ma pizza", "springfield, massachusetts pizza",
        "springfield massachusetts pizza", "springfield,ma pizza", "springfield, ma 10km pizza",
    ])
    func `other words after the state are a query`(words: String) async throws {
        let answer = try #require(try await bench().run("near \(words)").answer)
        #expect(answer.notes.first == "within 10km of Springfield, MA, United States (towns:2)")
        #expect(answer.text?.typed == "pizza")
    }

    @Test(arguments: [
        ("st louis missouri", "(towns:6)"), ("st. louis, missouri", "(towns:6)"), ("st louis mo", "(towns:6)"),
        ("saint paul minnesota", "(towns:7)"), ("saint paul, minnesota 5km", "(towns:7)"),
        ("castries, st lucia", "(towns:11)"), ("göttingen germany", "(towns:12)"),
        ("göttingen, germany", "(towns:12)"),
    ])
    func `a name with a state or a country can have another spelling`(place: String, address: String) async throws {
        let note = try await bench().run("near \(place)").answer?.notes.first
        #expect(note?.hasSuffix(address) == true, "\(note ?? "")")
    }

    @Test func `places with the same name are told apart by their states`() async throws {
        #expect(
            try await bench().run("near springfield").answer?.notes == [
                "within 10km of Springfield, IL, United States (towns:1)",
                """
                other places called “springfield”: Springfield, MA, United States: near towns:2 10km; \
                Springfield, VT, United States: near towns:3 10km
                """,
            ])
    }

    @Test(arguments: ["tx", "tx pizza", "springfield, tx", "springfield, tx pizza", "portland, atlantis", "queens ny"])
    func `a state by itself, or one without the place, is not a place`(place: String) async throws {
        #expect(try await bench().error(of: "near \(place)")?.code == "no_place")
    }
}
