import AggSearch
import AggSource
import AggStorage
import AggStore
import Testing

/// Searches for words within a circle in hard cases: at the date line, at the poles, and in huge and tiny circles.
struct PlaceSearchTests {
    private let store: any RecordStore
    private let folder = TemporaryFolder()

    init() async throws {
        store = try Stores.open(folder: folder.path).mirror
        let places = [
            ("east", 0, 179.95), ("west", 0, -179.95), ("line", 0.1, 180), ("pole", 90, 0), ("near pole", 89.9, 170),
            ("other side", 89.9, -10), ("south", -90, 77), ("chicago", 41.88, -87.63), ("far", -41.88, 92.37),
        ]
        try await store.fill(
            with: places.map { name, latitude, longitude in
                Record(
                    key: name, title: "Spot \(name)", coordinate: Coordinate(latitude: latitude, longitude: longitude))
            } + [Record(key: "nowhere", title: "Spot nowhere")])
    }

    private func keys(
        around center: (Double, Double), _ radius: Double, _ text: String = "spot", order: RecordOrder? = nil
    ) async throws -> Set<String> {
        let place = try #require(Coordinate(latitude: center.0, longitude: center.1))
        let circle = try #require(Circle(center: place, radius: radius))
        let search = RecordSearch(
            text: SearchText(text), sources: [.cities: .near(circle)], order: order, limit: 50)
        return Set(try await store.search(search)[.cities]?.matches.map(\.record.key) ?? [])
    }

    @Test(
        arguments: [
            (0, 180, 20, ["east", "west", "line"]), (0, -180, 20, ["east", "west", "line"]),
            (0, 179.95, 12, ["east", "west"]), (90, 0, 12, ["pole", "near pole", "other side"]),
            (90, -123, 1, ["pole"]), (-90, 0, 0.001, ["south"]), (41.88, -87.63, 0.000_001, ["chicago"]),
            (
                41.88, -87.63, 20_000,
                [
                    "chicago", "east", "west", "line", "pole", "near pole", "other side", "south",
                ]
            ),
            (
                41.88, -87.63, 40_000,
                [
                    "chicago", "far", "east", "west", "line", "pole", "near pole", "other side", "south",
                ]
            ),
        ] as [(Double, Double, Double, Set<String>)])
    func `finds every place in the circle`(
        latitude: Double, longitude: Double, radius: Double, expected: Set<String>
    ) async throws {
        #expect(try await keys(around: (latitude, longitude), radius) == expected)
    }

    @Test func `looks for the words in every tier and keeps the order`() async throws {
        #expect(try await keys(around: (0, 180), 20, "spot we") == ["west"])
        #expect(try await keys(around: (0, 180), 20, "west") == ["west"])
        #expect(try await keys(around: (0, 180), 20, "chicago").isEmpty)
        let center = try #require(Coordinate(latitude: 0, longitude: 180))
        let circle = try #require(Circle(center: center, radius: 20))
        let search = RecordSearch(
            text: SearchText("spot"), sources: [.cities: .near(circle)], order: .distance(center), limit: 2)
        let matches = try #require(try await store.search(search)[.cities])
        #expect(Set(matches.matches.map(\.record.key)) == ["east", "west"])
        #expect(matches.isTruncated)
    }
}
