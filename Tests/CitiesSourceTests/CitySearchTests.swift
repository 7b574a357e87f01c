import AggSearch
import AggSource
import Testing

@testable import CitiesSource

/// Queries as people type them, and how they find the city.
struct CitySearchTests {
    @Test(arguments: [
        ("london", MatchTier.exact), ("lon", .titlePrefix), ("london united kingdom", .subtitle),
        ("london uk", .anywhere), ("london great britain", .anywhere), ("london gb", .anywhere),
    ])
    func `finds London`(query: String, tier: MatchTier) throws {
        #expect(try self.tier(query, "London", 2_643_743, "GB") == tier)
    }

    @Test(arguments: [
        ("munich", "Muenchen", 2_867_714, "DE"), ("münchen", "Muenchen", 2_867_714, "DE"),
        ("munchen germany", "Muenchen", 2_867_714, "DE"), ("rome italy", "Roma", 3_169_070, "IT"),
        ("nyc", "New York", 5_128_581, "US"), ("new york usa", "New York", 5_128_581, "US"),
        ("la", "Los Angeles", 5_368_361, "US"), ("l.a.", "Los Angeles", 5_368_361, "US"),
        ("sf", "San Francisco", 5_391_959, "US"), ("kyiv", "Kiev", 703_448, "UA"),
        ("bombay", "Mumbai", 1_275_339, "IN"),
        ("saigon", "Thanh pho Ho Chi Minh", 1_566_083, "VN"), ("dubai uae", "Dubai", 292_223, "AE"),
        ("paris france", "Paris", 2_988_507, "FR"), ("washington dc", "Washington, D. C.", 4_140_963, "US"),
        ("amsterdam the netherlands", "Amsterdam", 2_759_794, "NL"),
        ("casablanca maroc", "Casablanca", 2_553_604, "MA"),
        ("bruxelles belgique", "Brussels", 2_800_866, "BE"), ("wien osterreich", "Vienna", 2_761_369, "AT"),
    ])
    func `finds a city by another name of the city or its country`(
        query: String, name: String, id: Int, country: String
    ) throws {
        #expect(try tier(query, name, id, country) != nil)
    }

    @Test(arguments: [
        (2_643_743, 7), (5_128_581, 7), (2_988_507, 7), (3_448_439, 7), (2_950_159, 6), (2_867_714, 6),
        (1_261_481, 5), (2_657_896, 5), (2_562_305, 4), (5_313_457, 3), (5_574_991, 2), (4_717_560, 1), (707_860, 0),
        (-1, 0), (Int(UInt32.max) + 1, 0),
    ])
    func `ranks a city by its size`(id: Int, prominence: Int) throws {
        #expect(try CitiesMapper.record(ListedCities.item(id)).prominence == prominence)
    }

    /// Augusta, Georgia, and Augusta, Sicily; Aurora, Colorado, and Aurora, Illinois; Burlington, Ontario, and Vermont.
    @Test(arguments: [(4_180_531, 2_525_646), (5_412_347, 4_883_817), (5_911_592, 5_234_372)])
    func `ranks the largest of several cities with the same name first`(largest: Int, other: Int) throws {
        let records = try [largest, other].map { try CitiesMapper.record(ListedCities.item($0)) }
        #expect(records[0].prominence > records[1].prominence)
    }

    @Test(arguments: [
        ("springfield illinois", "Springfield", 4_250_542, "US"), ("paris texas", "Paris", 4_717_560, "US"),
        ("vancouver british columbia", "Vancouver", 6_173_331, "CA"),
        ("springfield vermont", "Springfield", 5_241_423, "US"), ("il springfield us", "Springfield", 4_250_542, "US"),
    ])
    func `finds a city by its state or province`(query: String, name: String, id: Int, country: String) throws {
        #expect(try tier(query, name, id, country) == .anywhere)
    }

    @Test(arguments: [
        ("springfield il", "Springfield", 4_250_542), ("Springfield, IL", "Springfield", 4_250_542),
        ("san francisco ca", "San Francisco", 5_391_959), ("augusta ga", "Augusta", 4_180_531),
        ("aurora co", "Aurora", 5_412_347), ("springfield vt", "Springfield", 5_241_423),
        ("st louis mo", "Saint Louis", 4_407_066), ("saint louis, mo", "St. Louis", 4_407_066),
        ("vancouver bc", "Vancouver", 6_173_331), ("washington dc", "Washington", 4_140_963),
    ])
    func `a name followed by the code of the state is a whole title`(query: String, name: String, id: Int) throws {
        #expect(try tier(query, name, id, "US") == .exact)
    }

    @Test(arguments: [("soochow", MatchTier.exact), ("苏州", .exact), ("suzhou", .exact), ("宿州", nil)])
    func `tells the two cities called Suzhou apart`(query: String, tier: MatchTier?) throws {
        #expect(try self.tier(query, "Suzhou", 1_886_760, "CN") == tier)
        let others: [String: MatchTier] = ["宿州": .exact, "suzhou": .exact]
        #expect(try self.tier(query, "Suzhou", 1_793_743, "CN") == others[query])
        let records = try [1_886_760, 1_793_743].map { try CitiesMapper.record(ListedCities.item($0)) }
        #expect(records[0].prominence > records[1].prominence)
    }

    /// Midland, Texas and Michigan; Newton, Massachusetts and Kansas; Worcester, Massachusetts and South Africa.
    @Test(arguments: [(5_526_337, 5_001_929), (4_945_283, 4_276_248), (4_956_184, 3_359_041)])
    func `ranks the largest of several cities below a larger city with the same name`(larger: Int, raised: Int) throws {
        let records = try [larger, raised].map { try CitiesMapper.record(ListedCities.item($0)) }
        #expect(records[0].prominence > records[1].prominence)
    }

    private func tier(_ query: String, _ name: String, _ id: Int, _ country: String) throws -> MatchTier? {
        TierMatcher(SearchText(query)).tier(of: try CitiesMapper.record(ListedCities.item(id, name, country)))
    }
}
