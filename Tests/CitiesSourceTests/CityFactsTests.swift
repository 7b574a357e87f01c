import AggSearch
import AggSource
import Testing

@testable import CitiesSource

/// Which rows get the bundled facts: the size, the state, and other names.
struct CityFactsTests {
    /// The ids are those of Berlin, no city, Beijing, and Springfield, Illinois.
    @Test func `cities in a list with ids of its own get no facts about other cities`() throws {
        let list = """
            [{"country":"AU","name":"Foo","_id":2950159,"coord":{"lon":150,"lat":-33}},
             {"country":"AU","name":"Town A","_id":99000001,"coord":{"lon":150,"lat":-33}},
             {"country":"AU","name":"Town B","_id":1816670,"coord":{"lon":150,"lat":-33}},
             {"country":"FR","name":"Quux","_id":4250542,"coord":{"lon":2,"lat":48}}]
            """
        let records = try (JSONValue(parsing: list).arrayValue ?? []).map { try CitiesMapper.record($0) }
        #expect(records.map(\.prominence) == [0, 0, 0, 0])
        #expect(records.flatMap(\.alternativeTitles) == [])
        for query in ["berlin", "beijing", "quux illinois"] {
            let matcher = TierMatcher(SearchText(query))
            #expect(!records.contains { matcher.tier(of: $0) != nil }, "\(query)")
        }
    }

    @Test(arguments: [(0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)])
    func `a city up to half a degree from its place keeps its facts`(north: Double, east: Double) throws {
        let london = try CitiesMapper.record(ListedCities.item(2_643_743, "Londinium", north: north, east: east))
        #expect(london.prominence == 7 && london.alternativeTitles.contains("Londres"))
        let springfield = try CitiesMapper.record(ListedCities.item(4_250_542, north: north, east: east))
        #expect(springfield.keywords == ["Illinois", "IL"])
    }

    @Test func `boroughs that GeoNames lists as counties have a state`() {
        let bronx = Coordinate(latitude: 40.82732, longitude: -73.92357)
        let queens = Coordinate(latitude: 40.7001, longitude: -73.79958)
        #expect(CitySize.of(5_110_253, at: bronx)?.state == "USNY")
        #expect(CitySize.of(5_133_268, at: queens)?.state == "USNY")
    }

    @Test(arguments: [(3.0, 0.0), (-3, 0), (0, 5), (0, -5)])
    func `a city far from its place gets no facts`(north: Double, east: Double) throws {
        expectNoFacts(try CitiesMapper.record(ListedCities.item(2_643_743, north: north, east: east)))
    }

    /// Funafuti is at 179.2° E.
    @Test(arguments: [(179.2, 4), (178, 4), (180, 4), (-180, 4), (-179.5, 4), (176, 0), (-177, 0), (0, 0)])
    func `finds a city near the date line from both sides`(longitude: Double, prominence: Int) throws {
        let item = #"{"name":"Fongafale","_id":2110394,"coord":{"lon":\#(longitude),"lat":-8.5}}"#
        #expect(try CitiesMapper.record(JSONValue(parsing: item)).prominence == prominence)
    }

    @Test func `a city without a coordinate gets no facts`() throws {
        expectNoFacts(try CitiesMapper.record(JSONValue(parsing: #"{"name":"London","_id":2643743}"#)))
    }

    @Test(arguments: [
        ("Springfield", 4_250_542, ["Springfield, IL"]), ("Vancouver", 6_173_331, ["Vancouver, BC"]),
        ("New York City", 5_128_581, ["NYC", "NY", "Nueva York", "New York", "New York City, NY"]),
        ("Washington", 4_140_963, ["DC", "Washington DC", "Washington, D. C."]),
        ("Washington, D. C.", 4_140_963, ["Washington", "DC", "Washington DC"]),
        ("Paris, TX", 4_717_560, []),
    ])
    func `the last other name of a city is its title with its state, unless a name already has the state`(
        title: String, id: Int, names: [String]
    ) throws {
        #expect(try CitiesMapper.record(ListedCities.item(id, title)).alternativeTitles == names)
    }

    private func expectNoFacts(_ record: Record, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(record.prominence == 0, sourceLocation: sourceLocation)
        #expect(record.alternativeTitles.isEmpty && record.keywords.isEmpty, sourceLocation: sourceLocation)
    }
}
