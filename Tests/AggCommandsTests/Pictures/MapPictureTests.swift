import AggSource
import Testing

@testable import AggCommands

/// Maps: the area they show, where points fall, and what is drawn.
@Suite struct MapPictureTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func points(_ pairs: [(Double, Double)]) throws -> [Coordinate] {
        try pairs.map { try point($0.0, $0.1) }
    }

    private let plain = Style(usesColor: false)

    @Test func `there is no frame without points`() {
        #expect(MapFrame([]) == nil)
        #expect(MapPicture(points: [], names: []).lines(title: "map", width: 40, style: plain) == ["No points."])
        #expect(MapPicture(points: [], names: []).svg(title: "t").contains("No points."))
    }

    @Test(arguments: [
        [(51.5, -0.1)], [(90.0, 0.0)], [(-90.0, 180.0)], [(0.0, -180.0), (0.0, 180.0)],
        [(90.0, 10.0), (-90.0, -170.0)],
        [(10.0, 179.9), (-10.0, -179.9)], [(0, 0), (0, 90), (0, 180), (0, -90)], [(0, 0), (0, 0)],
    ])
    func `all points are inside the frame, wherever they are`(pairs: [(Double, Double)]) throws {
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
            let lines = MapPicture(points: points, names: [("東京 Name", points[0])]).lines(
                title: "map", width: width, style: plain)
            #expect(lines.count >= 7)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(20, width) + 12 })
        }
    }

    @Test func `the frame crosses the date line if that makes it smaller`() throws {
        let frame = try #require(MapFrame(try points([(-17, 178), (-14, -172), (-21, -175)])))
        #expect(frame.width < 12)
        #expect(frame.place(try point(-17, 178)).x < 0.1)
        #expect(frame.place(try point(-14, -172)).x > 0.9)
    }

    @Test func `points around the world are in order of longitude`() throws {
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

    @Test func `the scale is a round distance that fits`() throws {
        // London and Paris are 344 km apart.
        let frame = try #require(MapFrame(try points([(51.50853, -0.12574), (48.85341, 2.3488)])))
        let scale = MapScale(frame, longest: 0.3)
        #expect(scale.text == "50 km")
        #expect(abs(scale.share * frame.kilometres - 50) < 1e-6)
        #expect(MapScale(try #require(MapFrame(try points([(0, 0), (0, 0.02)]))), longest: 0.3).text == "500 m")
    }

    @Test func `a single place is shown with the country around it`() throws {
        let frame = try #require(MapFrame([try point(48.1, 11.6)]))
        #expect((8...9).contains(frame.height))
        let picture = MapPicture(points: [try point(48.1, 11.6)], names: [("Munich", try point(48.1, 11.6))])
        let lines = picture.lines(title: "map munich", width: 80, style: plain)
        #expect(lines.first == "map munich")
        #expect(lines.contains { $0.contains("•Munich") })
        // The borders of Germany, Switzerland, Austria, and Italy.
        #expect(lines.dropFirst().joined().count { $0 == "." } > 50)
    }

    @Test func `draws coastlines beneath the points, in a separate color`() throws {
        let points = try points([(58.6, -3.1), (50.1, -5.7), (51.1, 1.3)])
        let picture = MapPicture(points: points, names: [])
        let lines = picture.lines(title: "map", width: 80, style: Style(usesColor: true)).joined(separator: "\n")
        #expect(lines.contains("\u{1B}[2m") && lines.contains("\u{1B}[36m"))
        let svg = picture.svg(title: "map")
        let ground = try #require(svg.firstRange(of: "#8295ab"))
        let dots = try #require(svg.firstRange(of: "#1f6feb"))
        #expect(ground.lowerBound < dots.lowerBound)
        // The map of a town has no coastlines: theirs are kilometers off.
        let town = MapPicture(points: try self.points([(51.5, -0.1), (51.6, -0.1)]), names: [])
        #expect(!town.svg(title: "map").contains("#8295ab"))
    }

    @Test func `zooms and pans to a part of a map`() throws {
        let frame = try #require(MapFrame(try points([(50, 0), (40, 20)])))
        var view = MapView()
        #expect(view.part(of: frame) == frame)
        view.make(.closer)
        let half = view.part(of: frame)
        #expect(abs(half.height * 2 - frame.height) < 1e-9 && abs(half.width * 2 - frame.width) < 1e-9)
        #expect(abs(half.north - half.height / 2 - 45) < 1e-9 && abs(half.west + half.width / 2 - 10) < 1e-9)
        view.make(.west)
        #expect(abs(view.part(of: frame).west - (half.west - half.width / 4)) < 1e-9)
        view.make(.north)
        let north = view.part(of: frame)
        #expect(north.north > half.north && abs(north.aspect / half.aspect - 1) < 1e-9)
        let picture = MapPicture(points: try points([(50, 0), (40, 20)]), names: [("East", try point(40, 20))])
        #expect(!picture.lines(title: "", width: 60, view: view, style: plain).joined().contains("East"))
        for move in [MapView.Move.north, .east, .closer, .farther, .south, .west] {
            var view = MapView()
            for _ in 0..<100 { view.make(move) }
            let part = view.part(of: frame)
            #expect(part.width > 0 && part.height > 0 && part.aspect.isFinite && abs(part.north) < 400)
            #expect(picture.lines(title: "", width: 60, view: view, style: plain).count > 6)
        }
    }

    @Test func `labels cover neither each other nor markers`() throws {
        let names = try (0..<40).map { index in
            (title: "Name \(index)", place: try point(50 + Double(index % 7) / 3, Double(index % 11) / 2))
        }
        let picture = MapPicture(points: names.map(\.place), names: names)
        let lines = picture.lines(title: "map", width: 80, style: plain).dropFirst().dropLast()
        #expect(lines.joined().count { $0 == "•" } == Set(names.map(\.place)).count)
        let labels = lines.flatMap { $0.matches(of: #/Name \d+/#).map { String($0.output) } }
        #expect(labels.count >= 10 && Set(labels).count == labels.count)
        #expect(Set(labels).isSubset(of: names.map(\.title)))
        let label = #/<text x="([\d.]+)" y="([\d.]+)" font-size="12" text-anchor="(\w+)"[^>]*>(Name \d+)</#
        let boxes = try picture.svg(title: "map").matches(of: label).map { match in
            let (x, y) = (try #require(Double(match.output.1)), try #require(Double(match.output.2)))
            let length = 7.2 * Double(match.output.4.count)
            let shares: [Substring: Double] = ["start": 0, "middle": 0.5, "end": 1]
            let share = shares[match.output.3] ?? 0
            return (x - share * length, y, length)
        }
        #expect(boxes.count >= 30)
        for (index, box) in boxes.enumerated() {
            #expect(box.0 >= 20 && box.0 + box.2 <= 940)
            for other in boxes[..<index] where abs(box.1 - other.1) < 13 {
                #expect(box.0 + box.2 <= other.0 || other.0 + other.2 <= box.0)
            }
        }
    }

    @Test func `a label above its point is centered on it`() throws {
        let place = try point(0, 0)
        // Too narrow for a label on either side.
        let window = MapWindow(frame: try #require(MapFrame([place])), x: 100, y: 0, width: 60, height: 60)
        var document = SVGDocument(width: 200, height: 100, title: "map")
        window.draw([(title: "Town", place: place)], in: &document)
        let svg: String = document.text
        #expect(svg.contains(#"<text x="130" y="22" font-size="12" text-anchor="middle""#))
    }

    @Test func `a map shows its points and names`() throws {
        let points = try points([(51.5, -0.1), (48.9, 2.3), (52.4, 4.9)])
        let names = zip(["London", "Paris", "Amster\u{1B}dam"], points).map { ($0, $1) }
        let lines = MapPicture(points: points, names: names).lines(title: "map <b>\u{1B}", width: 60, style: plain)
        let text = lines.joined(separator: "\n")
        for name in ["London", "Paris", "Amster␛dam"] { #expect(text.contains(name)) }
        #expect(lines.last?.hasSuffix("3 points") == true)
        #expect(lines.first == "map <b>␛")
        let dots = lines.dropLast().joined().unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
        #expect(dots == 0, "all three have a marker")
    }

    @Test func `a file of points is well-formed and small`() throws {
        let many = try (0..<20_000).map { try point(Double($0 % 170) - 85, Double($0 % 359) - 179) }
        let svg = MapPicture(points: many, names: [("<a&\"b\u{1}", many[0])]).svg(title: "map <x> & y")
        #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("&lt;a&amp;&quot;b␁") && svg.contains("<title>map &lt;x&gt; &amp; y</title>"))
        #expect(svg.utf8.count < 1_000_000)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test func `sets dots in characters of two by four dots`() {
        var canvas = BrailleCanvas(columns: 2, rows: 1)
        canvas.set(0, 0)
        canvas.set(0.99, 0.99)
        canvas.set(1, 1)
        #expect(canvas.lines(plain) == ["⠁⢀"])
    }

    @Test func `points hide the background, and text hides both`() {
        var canvas = BrailleCanvas(columns: 6, rows: 1)
        canvas.line(from: (0, 0), to: (1, 0))
        canvas.set(0, 0.9)
        canvas.write("東é", column: 2, row: 0)
        canvas.write("xy", column: 5, row: 0)
        #expect(canvas.lines(plain) == ["⡀.東éx"])
        let colored = canvas.lines(Style(usesColor: true))
        #expect(colored == ["\u{1B}[36m⡀\u{1B}[0m\u{1B}[2m⠉\u{1B}[0m東éx"])
    }

    @Test func `places a label only if there is room`() {
        var labels = LabelPlaces(width: 20, height: 3, gap: 0.5, spacing: 1, markers: [(0.5, 0.5), (4.5, 0.5)])
        let first = labels.place(width: 4, height: 1, beside: (0.5, 0.5))
        #expect(first == nil, "markers and edges on all sides")
        let second = labels.place(width: 4, height: 1, beside: (4.5, 0.5))
        #expect(second?.x == 5 && second?.y == 0)
        let third = labels.place(width: 2, height: 1, beside: (0.9, 1.5))
        #expect(third?.x == 1.4)
    }
}
