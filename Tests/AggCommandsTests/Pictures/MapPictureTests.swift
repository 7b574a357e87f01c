import AggSource
import Testing

@testable import AggCommands

/// Maps: what they are fitted to, where points fall, and what is drawn.
@Suite struct MapPictureTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func points(_ pairs: [(Double, Double)]) throws -> [Coordinate] {
        try pairs.map { try point($0.0, $0.1) }
    }

    private let plain = Style(usesColor: false)

    @Test func `without points there is no window`() {
        #expect(MapFrame([]) == nil)
        #expect(MapPicture(points: [], names: []).lines(width: 40, style: plain) == ["No points."])
        #expect(MapPicture(points: [], names: []).svg(title: "t").contains("No points."))
    }

    @Test(arguments: [
        [(51.5, -0.1)], [(90.0, 0.0)], [(-90.0, 180.0)], [(0.0, -180.0), (0.0, 180.0)],
        [(90.0, 10.0), (-90.0, -170.0)],
        [(10.0, 179.9), (-10.0, -179.9)], [(0, 0), (0, 90), (0, 180), (0, -90)], [(0, 0), (0, 0)],
    ])
    func `all points are inside, wherever they are`(pairs: [(Double, Double)]) throws {
        let points = try points(pairs)
        var frame = try #require(MapFrame(points))
        for aspect in [frame.aspect, 0.2, 1, 5] {
            frame.fit(aspect: aspect)
            #expect(abs(frame.aspect / aspect - 1) < 1e-6 || abs(frame.north) > 90)
            for point in points {
                let place = frame.place(point)
                #expect((0...1).contains(place.x) && (0...1).contains(place.y))
            }
        }
        for width in [1, 20, 80, 500] {
            let lines = MapPicture(points: points, names: [("東京 Name", points[0])]).lines(width: width, style: plain)
            #expect(lines.count >= 7)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(20, width) + 12 })
        }
    }

    @Test func `the window lies across the date line where that is smaller`() throws {
        let frame = try #require(MapFrame(try points([(-17, 178), (-14, -172), (-21, -175)])))
        #expect(frame.width < 12)
        #expect(frame.place(try point(-17, 178)).x < 0.1)
        #expect(frame.place(try point(-14, -172)).x > 0.9)
    }

    @Test func `what goes around the world is in the order of its longitudes`() throws {
        let points = try points(stride(from: -175.0, through: 175, by: 5).map { (0, $0) })
        let frame = try #require(MapFrame(points))
        let places = points.map { frame.place($0).x }
        #expect(places == places.sorted() && Set(places).count == points.count)
    }

    @Test func `north is up, and east is on the right`() throws {
        let frame = try #require(MapFrame(try points([(50, 0), (40, 20)])))
        let (west, east) = (frame.place(try point(50, 0)), frame.place(try point(40, 20)))
        #expect(west.x < east.x && west.y < east.y)
    }

    @Test func `the scale is a round number of kilometres that fits`() throws {
        // London and Paris are 344 km apart.
        let frame = try #require(MapFrame(try points([(51.50853, -0.12574), (48.85341, 2.3488)])))
        let scale = MapScale(frame, longest: 0.3)
        #expect(scale.text == "50 km")
        #expect(abs(scale.share * frame.kilometres - 50) < 1e-6)
        #expect(MapScale(try #require(MapFrame([try point(0, 0)])), longest: 0.3).text == "200 m")
    }

    @Test func `a map shows its points and names`() throws {
        let points = try points([(51.5, -0.1), (48.9, 2.3), (52.4, 4.9)])
        let names = zip(["London", "Paris", "Amster\u{1B}dam"], points).map { ($0, $1) }
        let lines = MapPicture(points: points, names: names).lines(width: 60, style: plain)
        let text = lines.joined(separator: "\n")
        for name in ["London", "Paris", "Amster␛dam"] { #expect(text.contains(name)) }
        #expect(lines.last?.hasSuffix("3 points") == true)
        let dots = lines.dropLast().joined().unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
        #expect((1...3).contains(dots))
    }

    @Test func `a file of points is well-formed and small`() throws {
        let many = try (0..<20_000).map { try point(Double($0 % 170) - 85, Double($0 % 359) - 179) }
        let svg = MapPicture(points: many, names: [("<a&\"b\u{1}", many[0])]).svg(title: "map <x> & y")
        #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("&lt;a&amp;&quot;b␁") && svg.contains("<title>map &lt;x&gt; &amp; y</title>"))
        #expect(svg.utf8.count < 1_000_000)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test func `dots are set in characters of two by four, and names never lie on names`() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.set(0, 0)
        canvas.set(0.99, 0.99)
        canvas.set(1, 1)
        #expect(canvas.lines { $0 } == ["⠁⢀"])
        var named = BrailleCanvas(columns: 10, rows: 1)
        let written = [("abc", 0.0), ("d", 0.1), ("東", 0.99)].map { text, x in named.write(text, at: x, 0) }
        #expect(written == [true, false, true])
        #expect(named.lines { $0 } == [" abc   東 "])
    }
}
