import AggCore
import AggSearch
import AggSource
import AggTesting
import Testing

import AggCommands

@Suite struct NearCommandTests {
    private static let towns = [
        town("1", "Chicago", "United States", 41.85, -87.65, prominence: 6),
        town("2", "New York", "United States", 40.71, -74.01, prominence: 6),
        town("3", "Paris", "France", 48.85, 2.35, prominence: 6),
        town("4", "Paris", "United States", 33.66, -95.56),
        town("5", "San Gimignano", "Italy", 43.47, 11.04), town("6", "San", "Mali", 13.3, -4.9),
        town("7", "New", "Chad", 10, 20), town("8", "Accra Null", "Ghana", 0.0001, 0),
        town("9", "Paris", "Canada", 43.2, -80.38), town("10", "Paris", "Panama", 8.05, -80.57),
    ]

    private static let peaks = [
        town("a", "Burger Stop 41.88", nil, 35, 139), town("b", "Chicago Pizza", nil, 41.88, -87.63),
        town("c", "Empire State Building", nil, 40.748, -73.986),
    ]

    private static func town(
        _ key: String, _ title: String, _ subtitle: String?, _ latitude: Double, _ longitude: Double,
        prominence: Int = 0
    ) -> Record {
        Record(
            key: key, title: title, subtitle: subtitle,
            coordinate: Coordinate(latitude: latitude, longitude: longitude), prominence: prominence)
    }

    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.hold(Self.towns, in: "towns")
        try await bench.hold(Self.peaks, in: "peaks")
        return bench
    }

    @Test(arguments: [
        ("near 41.88 -87.63 1km", "within 1km of 41.88 -87.63", ["Chicago Pizza"]),
        ("near \"41.88, -87.63\" 1km", "within 1km of 41.88, -87.63", ["Chicago Pizza"]),
        ("near 41.88, -87.63 1 km", "within 1 km of 41.88, -87.63", ["Chicago Pizza"]),
        ("near 41.88,-87.63 1km", "within 1km of 41.88,-87.63", ["Chicago Pizza"]),
        ("near 41.88N 87.63W 800 ft", "within 800 ft of 41.88N 87.63W", ["Chicago Pizza"]),
        ("near 41°52′48″N 87°37′48″W 3mi", "within 3mi of 41°52′48″N 87°37′48″W", ["Chicago Pizza", "Chicago"]),
        ("near geo:41.88,-87.63 500m pizza", "within 500m of geo:41.88,-87.63", ["Chicago Pizza"]),
        ("near 41.88 -87.63", "within 10km of 41.88 -87.63", ["Chicago Pizza", "Chicago"]),
        ("near 13 -5 40", "within 40 km of 13 -5", ["San"]),
        ("near 10 20 1 km", "within 1 km of 10 20", ["New"]),
        ("near 10.0,20 1 km", "within 1 km of 10.0,20", ["New"]), ("near 10,20 5 km", "within 5 km of 10,20", ["New"]),
        ("near 0.00001 -0.00002 0.05m", "within 0.05m of 0.00001 -0.00002", []),
        ("near 0,0", "within 10km of 0,0", ["Accra Null"]),
        ("near 0 0", "within 10km of 0 0", ["Accra Null"]),
        ("near chicago 1 km", "within 1 km of Chicago, United States (towns:1)", ["Chicago"]),
        ("near chicago 10km pizza", "within 10km of Chicago, United States (towns:1)", ["Chicago Pizza"]),
        ("near chicago pizza", "within 10km of Chicago, United States (towns:1)", ["Chicago Pizza"]),
        ("near \"chicago pizza\"", "within 10km of Chicago Pizza (peaks:b)", ["Chicago Pizza", "Chicago"]),
        ("near chicago pizza 1km", "within 1km of Chicago Pizza (peaks:b)", ["Chicago Pizza"]),
        ("near new york", "within 10km of New York, United States (towns:2)", ["New York", "Empire State Building"]),
        ("near new york 1 mile", "within 1 mile of New York, United States (towns:2)", ["New York"]),
        ("near empire sta 1 km", "within 1 km of Empire State Building (peaks:c)", ["Empire State Building"]),
        ("near san gimignano", "within 10km of San Gimignano, Italy (towns:5)", ["San Gimignano"]),
        ("near paris france 5 km", "within 5 km of Paris, France (towns:3)", ["Paris"]),
        ("near \"paris, canada\"", "within 10km of Paris, Canada (towns:9)", ["Paris"]),
        ("near \"paris, united states\" 5km", "within 5km of Paris, United States (towns:4)", ["Paris"]),
        ("near paris, canada 5km", "within 5km of Paris, Canada (towns:9)", ["Paris"]),
        ("near towns:4 5", "within 5 km of Paris, United States (towns:4)", ["Paris"]),
    ])
    func `accepts a place and a distance in the usual notations`(
        line: String, note: String, titles: [String]
    ) async throws {
        let output = try await bench().run(line)
        #expect(output.answer?.notes.first == note)
        #expect(output.titles == titles)
    }

    @Test(arguments: [
        ("favorites near:41.88,-87.63,50km", ["Chicago Pizza", "Chicago"]),
        ("favorites near:41.88,-87.63,50km --limit 1", ["Chicago Pizza"]),
        ("near 41.88,-87.63 50km is:favorite", ["Chicago Pizza", "Chicago"]),
        ("favorites chicago near:41.88,-87.63,50km", ["Chicago", "Chicago Pizza"]),
    ])
    func `favorites around a place have distances, and the nearest come first unless there are words`(
        line: String, titles: [String]
    ) async throws {
        let bench = try await bench()
        for address in ["towns:2", "peaks:b", "towns:1"] { _ = try await bench.run("favorite \(address)") }
        let output = try await bench.run(line)
        #expect(output.titles == titles)
        for row in output.answer?.rows ?? [] {
            #expect(row.distance?.rounded(.down) == (row.record.title == "Chicago" ? 3 : 0))
        }
    }

    @Test func `saved searches and hints have the address of a place instead of its row number`() async throws {
        let bench = try await bench()
        _ = try await bench.run("search new york --limit 1")
        let saved = try await bench.run("save x near 1 5km --limit 1").body as? TextAnswer
        #expect(saved?.text == "Saved x: near towns:2 5km --limit 1")
        let text = Answers.text(try await bench.run("near 1 --limit 1"), .table)
        #expect(text.contains("for more: near towns:2 --limit 2"), "\(text)")
    }

    @Test func `a name means the best-known place even if another one is a favorite`() async throws {
        let bench = try await bench()
        _ = try await bench.run("favorite towns:9")
        #expect(try await bench.run("near paris 5km").answer?.notes.first == "within 5km of Paris, France (towns:3)")
    }

    @Test func `a state after a comma is not a part of the name even if a longer name begins like both`() async throws {
        let bench = try await bench()
        let denver = Record(
            key: "1", title: "Denver", subtitle: "United States",
            coordinate: Coordinate(latitude: 39.7, longitude: -105),
            prominence: 5, keywords: ["Colorado", "CO"])
        let county = Self.town("2", "Denver County", "United States", 39.8, -104.9)
        let hamlet = Self.town("3", "Denver", "Canada", 50, -110)
        let portsmouth = Record(
            key: "4", title: "Portsmouth", subtitle: "United States",
            coordinate: Coordinate(latitude: 43, longitude: -70.8),
            prominence: 1, keywords: ["New Hampshire", "NH"])
        try await bench.hold([denver, county, hamlet, portsmouth], in: "towns")
        for line in ["near Denver, CO 1km", "near denver, co"] {
            #expect(try await bench.run(line).answer?.notes.first?.hasSuffix("Denver, United States (towns:1)") == true)
        }
        #expect(try await bench.run("near Denver,CO 1km").titles == ["Denver"])
        #expect(try await bench.run("near Denver County 1km").titles == ["Denver County"])
        #expect(try await bench.run("near denver, can 1km").answer?.notes.first?.hasSuffix("(towns:3)") == true)
        #expect(try await bench.run("near portsmouth, new hampshire 1km").titles == ["Portsmouth"])
        #expect(await bench.error(of: "near portsmouth, hampshire 1km")?.code == "no_place")
        #expect(try await bench.run("near denver, co united 1km").titles == ["Denver"])
    }

    @Test func `a name means the best-known place, and a note shows how to pick another`() async throws {
        let output = try await bench().run("near paris 5 km")
        #expect(
            output.answer?.notes == [
                "within 5 km of Paris, France (towns:3)",
                """
                other places called “paris”: Paris, Panama: near towns:10 5 km; Paris, United States: near towns:4 5 km; \
                more: search Paris
                """,
            ])
        #expect(try await bench().run("near chicago").answer?.notes.count == 1)
    }

    @Test func `two whole numbers are a row and a distance, or a coordinate if a distance follows`() async throws {
        func note(_ line: String) async throws -> String? {
            let bench = try await bench()
            _ = try await bench.run("search paris")
            return try await bench.run(line).answer?.notes.first
        }
        #expect(try await note("near 1 5") == "within 5 km of Paris, France (towns:3)")
        #expect(try await note("near 1 5 2km") == "within 2km of 1 5")
        #expect(try await note("near 2 5km") == "within 5km of Paris, Panama (towns:10)")
    }

    @Test(arguments: [
        ("near 41.88 1km", "“41.88” is not a place: expected a latitude and a longitude"),
        ("near 41.88N", "“41.88N” is not a place"), ("near 95.5,10", "latitudes go from -90 to 90"),
        ("near 41.88 -187.63 1km", "“41.88 -187.63” is not a place: latitudes go from -90 to 90"),
        ("near 41,88 -87,63 1km", "“-87,63” is neither a distance nor part of a place"),
        ("near geo:41.88,x 1km", "“geo:41.88,x” is not a place: expected a latitude and a longitude after geo:"),
        ("near 41.88/-87.63 1km", "“41.88/-87.63” is not a place"),
        ("near chicago 5kms", "“5kms” is not a distance: the unit must be m, km, mi, or ft"),
        ("near chicago 5 yards", "the unit must be m, km, mi, or ft"),
        ("near chicago -5km", "“-5km” is not a distance: the distance must be greater than 0"),
        ("near 40.7,-74 1e9km", "“1e9km” is not a distance"),
        ("near chicago 0", "“0” is not a distance: the distance must be greater than 0"),
        ("near chicago 1,5km", "use a decimal point, as in 1.5km"),
    ])
    func `an invalid place or distance is a usage error that shows the notations`(
        line: String, message: String
    ) async throws {
        let bench = try await bench()
        let error = await #expect(throws: CommandError.self) { try await bench.run(line) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("write a place as “41.88,-87.63”, “41.88 -87.63”") == true)
        #expect(error?.message.contains("and a distance as 500m, 2km, 3mi, or 800ft") == true)
    }

    @Test(arguments: [
        "near chicago tower 1km", "near chicago within 1km tower", "near chicago tower within 1km.",
        "near chicago 1km tower",
    ])
    func `the distance may appear anywhere after the place`(line: String) async throws {
        let answer = try #require(try await bench().run(line).answer)
        #expect(answer.notes.first?.hasPrefix("within 1km of Chicago") == true, "\(answer.notes)")
        #expect(answer.text?.spelling == "tower")
    }

    @Test(arguments: [
        ("near paris 5km bike 28 inch", "bike 28 inch"), ("near paris 5km museum 0", "museum 0"),
        ("near paris 5km 24 hours", "24 hours"), ("near paris 5km run 100m", "run 100m"),
    ])
    func `searches for any words after the distance`(line: String, text: String) async throws {
        let answer = try #require(try await bench().run(line).answer)
        #expect(answer.notes.first?.hasPrefix("within 5km of Paris") == true && answer.text?.typed == text)
    }

    @Test func `finds a record by a title with commas`() async throws {
        let bench = try await bench()
        let title = "School for Information, Research, and Technology"
        let place = Coordinate(latitude: 1, longitude: 2)
        try await bench.hold([.init(key: "s", title: title, coordinate: place)], in: "peaks")
        #expect(try await bench.run("near \"\(title)\" 2km").answer?.notes.first == "within 2km of \(title) (peaks:s)")
    }

    @Test(arguments: [
        "near (41.88, -87.63) 1km", "near ( 41.88 -87.63 ) 1km", "near 41.88,-87.63,1km", "near (41.88 -87.63) 1km",
    ])
    func `a coordinate may be in parentheses, or have its distance after a comma`(line: String) async throws {
        #expect(try await bench().run(line).answer?.notes.first?.hasPrefix("within 1km of 41.88") == true)
    }

    @Test(arguments: [
        ("near me", "agg does not know where you are"),
        ("near \"paris, atlantis\"", "“near paris” uses the best-known place"),
        ("near par", "no place found for “par”"),
        ("near atlantis, france 5km", "no place found for “atlantis, france”"),
        ("near times square 2km", "no place found for “times square”"),
        ("near times square", "no place found for “times square”"),
    ])
    func `words that only occur in records or begin their names are not a place`(line: String, message: String)
        async throws
    {
        let bench = try await bench()
        let error = await #expect(throws: CommandError.self) { try await bench.run(line) }
        #expect(error?.code == "no_place" && error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["near the louvre", "near the louvre 5km", "near bronx zoo"])
    func `the first of several words is a place only if it is the whole name of one`(line: String) async throws {
        let bench = try Bench()
        let bronx = Record(
            key: "b", title: "Bronx", alternativeTitles: ["The Bronx"],
            coordinate: Coordinate(latitude: 40, longitude: -73),
            prominence: 6)
        try await bench.hold([bronx], in: "towns")
        if line == "near bronx zoo" {
            #expect(try await bench.run(line).answer?.notes.first?.hasPrefix("within 10km of Bronx") == true)
        } else {
            let error = await #expect(throws: CommandError.self) { try await bench.run(line) }
            #expect(error?.message.hasPrefix("no place found for “the louvre”") == true)
        }
    }

    @Test(arguments: [
        ("near santiago de compostela", "Santiago de Compostela, Spain (towns:2)"),
        ("near santiago de compostela pizza", "Santiago de Compostela, Spain (towns:2)"),
        ("near santiago de cali", "Cali (Santiago de Cali), Colombia (towns:3)"),
        ("near santiago de", "Cali (Santiago de Cali), Colombia (towns:3)"),
        ("near santiago spain pizza", "Santiago, Chile (towns:1)"),
        ("near windsor uk", "Windsor, United Kingdom (towns:5)"),
        ("near windsor uk pizza", "Windsor, United Kingdom (towns:5)"),
        ("near windsor cafe", "Windsor, Australia (towns:4)"),
        ("near santiago cafe", "Santiago, Chile (towns:1)"),
    ])
    func `a whole name comes before the start of a better known one`(line: String, place: String) async throws {
        let bench = try Bench()
        var cali = Self.town("3", "Cali", "Colombia", 3.4, -76.5, prominence: 6)
        var windsor = Self.town("5", "Windsor", "United Kingdom", 51.5, -0.6)
        cali.alternativeTitles = ["Santiago de Cali"]
        windsor.keywords = ["UK"]
        try await bench.hold(
            [
                Self.town("1", "Santiago", "Chile", -33.4, -70.6, prominence: 6),
                Self.town("2", "Santiago de Compostela", "Spain", 42.9, -8.5), cali,
                Self.town("4", "Windsor", "Australia", -33.6, 150.8, prominence: 1), windsor,
            ], in: "towns")
        let cafes = [Self.town("a", "Santiago Cafe", nil, 1, 1), Self.town("b", "Windsor Cafe", nil, 2, 2)]
        try await bench.hold(cafes, in: "peaks")
        #expect(try await bench.run(line).answer?.notes.first == "within 10km of \(place)")
    }

    @Test func `words that begin a well-known name are a place only if no others follow`() async throws {
        let bench = try await bench()
        try await bench.hold([Self.town("1", "Port-of-Spain", "Trinidad", 10, -61, prominence: 6)], in: "towns")
        #expect(try await bench.run("near port of").answer?.notes.first?.contains("Port-of-Spain") == true)
        let error = await #expect(throws: CommandError.self) { try await bench.run("near port of rotterdam") }
        #expect(error?.message == "no place found for “port of rotterdam”")
    }

    @Test func `suggests a place without its region only if it exists`() async throws {
        let error = await #expect(throws: CommandError.self) { try await bench().run("near \"atlantis, france\"") }
        #expect(error?.message == "no place found for “atlantis, france”")
    }

    @Test func `suggests the name that a misspelled one was meant to be`() async throws {
        let bench = try await bench()
        try await bench.hold(Self.peaks + [Record(key: "z", title: "Chicgxo", prominence: 7)], in: "peaks")
        for line in ["near chicgo", "near chicgo 5km"] {
            let error = await #expect(throws: CommandError.self) { try await bench.run(line) }
            #expect(error?.message.hasPrefix("no place found for “chicgo”; did you mean “Chicago”") == true)
            #expect(error?.message.contains("Chicgxo") == false, "a record without coordinates is not a place")
        }
        _ = try await bench.run("set suggest off")
        let error = await #expect(throws: CommandError.self) { try await bench.run("near chicgo") }
        #expect(error?.message == "no place found for “chicgo”")
    }

    @Test(arguments: ["sort:title", "Sort:title"])
    func `a chosen order replaces the distance, whatever its case`(word: String) async throws {
        #expect(try await bench().run("near 41.88 -87.63 \(word)").titles == ["Chicago", "Chicago Pizza"])
    }

    @Test func `a second distance is a usage error`() async throws {
        let bench = try await bench()
        let error = await #expect(throws: CommandError.self) { try await bench.run("near chicago 1km 2km") }
        #expect(error?.status == .usage && error?.message.contains("“near” takes only one distance") == true)
    }

    @Test func `an unknown place is an error that names it`() async throws {
        let bench = try await bench()
        let error = await #expect(throws: CommandError.self) { try await bench.run("near atlantis 5km") }
        #expect(error?.code == "no_place")
        #expect(error?.message == "no place found for “atlantis”")
    }
}
