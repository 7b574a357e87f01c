import AggTesting
import Foundation
import Testing

@testable import AggCommands
@testable import AggCore
@testable import AggSource
@testable import AggStorage

/// Charts, and both kinds of pictures as output and files.
@Suite struct ChartPictureTests {
    private func chart(_ grouping: FacetColumn.Grouping, _ rows: [Facet.Row], columns: Int = 1) -> ChartPicture {
        let columns = (0..<columns).map { _ in FacetColumn("x", grouping) }
        return ChartPicture(FacetAnswer(facet: Facet(rows: rows), columns: columns, notes: [], sources: []))
    }

    private func items(_ chart: ChartPicture) -> [String] {
        chart.groups.flatMap { group in group.items.map { "\($0.label)=\($0.text)" } }
    }

    private let plain = Style(usesColor: false)

    @Test func `draws nothing if there are no values`() {
        #expect(chart(.values, []).lines(width: 40, style: plain) == ["Nothing to draw."])
        #expect(chart(.values, []).svg(title: "").contains("Nothing to draw."))
    }

    @Test func `one value is one bar`() {
        #expect(
            chart(.values, [Facet.Row([.text("a")], 3)]).lines(width: 30, style: plain) == [
                "a 3 " + String(repeating: "█", count: 25)
            ])
    }

    @Test func `time series and histograms have no gaps`() {
        let months = [Facet.Row([.text("2023-11")], 1), Facet.Row([.text("2024-02")], 2), Facet.Row([.text("s")], 1)]
        #expect(items(chart(.dates, months)) == ["2023-11=1", "2023-12=0", "2024-01=0", "2024-02=2", "s=1"])
        let years = [Facet.Row([.text("2020")], 1), Facet.Row([.text("2022")], 1)]
        #expect(items(chart(.dates, years)) == ["2020=1", "2021=0", "2022=1"])
        let bins = [Facet.Row([.range(0, 0.1)], 1), Facet.Row([.range(0.3, 0.4)], 4)]
        #expect(items(chart(.numbers, bins)).map { $0.suffix(2) } == ["=1", "=0", "=0", "=4"])
        let degrees = [Facet.Row([.range(40.58, 40.6)], 1), Facet.Row([.range(40.64, 40.66)], 4)]
        #expect(
            items(chart(.numbers, degrees)) == ["40.58..40.6=1", "40.6..40.62=0", "40.62..40.64=0", "40.64..40.66=4"])
        let far = [Facet.Row([.text("0000-01")], 1), Facet.Row([.text("9999-12")], 1)]
        #expect(items(chart(.dates, far)).count == 2)
        let numbers = [Facet.Row([.number(1)], 1), Facet.Row([.number(3)], 1), Facet.Row([.text("nan")], 1)]
        #expect(items(chart(.numbers, numbers)) == ["1=1", "3=1", "nan=1"])
    }

    @Test func `gaps are not filled if rows were left out`() {
        let rows = [Facet.Row([.text("2023-11")], 1), Facet.Row([.text("2024-02")], 2)]
        let answer = FacetAnswer(
            facet: Facet(rows: rows, others: 1, otherCount: 1), columns: [FacetColumn("x", .dates)], notes: [],
            sources: [])
        #expect(items(ChartPicture(answer)) == ["2023-11=1", "2024-02=2"])
    }

    @Test func `a second column makes groups`() {
        let rows = [
            Facet.Row([.text("a"), .text("x")], 3), Facet.Row([.text("b"), .missing], 2),
            Facet.Row([.text("a"), .text("y")], 1),
        ]
        let lines = chart(.values, rows, columns: 2).lines(width: 40, style: plain)
        #expect(lines.map { $0.prefix(8) } == ["a", "x      3", "y      1", "b", "(none) 2"])
    }

    @Test func `dates and numbers of a second column are in order and have no gaps`() {
        let rows = [
            Facet.Row([.text("a"), .text("2024-03")], 3), Facet.Row([.text("b"), .text("2024-02")], 2),
            Facet.Row([.text("a"), .text("2024-01")], 1),
        ]
        let columns = [FacetColumn("x"), FacetColumn("y", .dates)]
        let answer = FacetAnswer(facet: Facet(rows: rows), columns: columns, notes: [], sources: [])
        #expect(items(ChartPicture(answer)) == ["2024-01=1", "2024-02=0", "2024-03=3", "2024-02=2"])
        #expect(ChartPicture.ordered(answer).map(\.count) == [1, 3, 2])
        #expect(
            ChartPicture.ordered(
                FacetAnswer(
                    facet: Facet(rows: rows), columns: columns.map { FacetColumn($0.name) }, notes: [], sources: []
                )
            ).map(\.count) == [3, 1, 2])
    }

    @Test func `times are in the user's zone, with seconds if they would look the same`() throws {
        func labels(_ seconds: [Double]) throws -> [String] {
            let items = seconds.map { second in
                var item = ChartPicture.Item(label: "before", count: 1)
                item.time = Date(timeIntervalSince1970: 1_795_168_800 + second)
                return item
            }
            let zone = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
            return ChartPicture(items).lines(width: 40, style: plain, zone: zone).map { String($0.prefix(19)) }
        }
        #expect(try labels([0, 60]).map { $0.prefix(16) } == ["2026-11-20 19:00", "2026-11-20 19:01"])
        #expect(try labels([1, 5]) == ["2026-11-20 19:00:01", "2026-11-20 19:00:05"])
    }

    @Test func `lines fit the width, and the file is well-formed`() {
        let rows = [
            Facet.Row([.text(String(repeating: "long <&\u{1B}", count: 20))], 1_000_000), Facet.Row([.text("東京")], 1),
        ]
        for width in [30, 80, 200] {
            #expect(chart(.values, rows).lines(width: width, style: plain).allSatisfy { DisplayWidth.of($0) <= width })
        }
        let svg = chart(.values, rows).svg(title: "x")
        #expect(svg.contains("long &lt;&amp;␛") && svg.hasSuffix("</svg>\n"))
    }

    @Test func `uses colors if they are allowed`() {
        #expect(
            chart(.values, [Facet.Row([.text("a")], 1)]).lines(width: 30, style: Style(usesColor: true))[0].contains(
                "\u{1B}[36m"))
    }

    private func bench(prompter: (any Prompter)? = nil) async throws -> Bench {
        let bench = try Bench(prompter: prompter)
        try await bench.holdTownsAndPeaks()
        try await bench.hold(
            [Record(key: "p", title: "Placed", coordinate: Coordinate(latitude: 1, longitude: 2), prominence: 3)],
            in: "peaks")
        return bench
    }

    @Test func `chart draws what facet counts, and programs get the table`() async throws {
        let bench = try await bench()
        let output = try await bench.run("chart country")
        #expect(Answers.text(output, .table, width: 40).hasPrefix("BR 1 ███"))
        #expect(Answers.text(output, .csv) == "country,count\r\nBR,1\r\nFR,1\r\nGB,1\r\nZA,1\r\n")
        let grouped = try await bench.run("chart country by source lon")
        #expect(Answers.text(grouped, .csv).hasPrefix("source,country,count\r\ntowns,BR,1\r\n"))
        #expect(await bench.error(of: "chart nothing")?.status == .usage)
        #expect(await bench.error(of: "chart")?.status == .usage)
    }

    @Test func `map draws all places, or those of a query`() async throws {
        let bench = try await bench()
        let output = try await bench.run("map")
        #expect(Answers.text(output, .table, width: 40).contains("Placed"))
        #expect(Answers.text(output, .csv) == "address,title,latitude,longitude\r\npeaks:p,Placed,1,2\r\n")
        #expect(Answers.text(try await bench.run("map placed"), .table).contains("1 point"))
        #expect(Answers.text(try await bench.run("map london"), .table).hasPrefix("No points."))
        #expect(await bench.error(of: "map source:nowhere")?.status == .usage)
    }

    @Test(arguments: ["map --names 2", "map big --names 2"])
    func `map labels the best-known places, whatever their source`(line: String) async throws {
        let bench = try Bench()
        func places(_ title: String, _ prominences: [Int]) -> [Record] {
            prominences.map { number in
                let place = Coordinate(latitude: Double(number + 1), longitude: 2)
                return Record(key: "\(number)", title: "\(title) \(number)", coordinate: place, prominence: number)
            }
        }
        try await bench.hold(places("Big town", [7, 6, 5]), in: "towns")
        try await bench.hold(places("Big peak", [0, 1]), in: "peaks")
        let lines = Answers.text(try await bench.run(line), .csv).split(whereSeparator: \.isNewline)
        #expect(lines.dropFirst().map { $0.prefix(7) } == ["towns:7", "towns:6"])
    }

    @Test(arguments: ["count by country, source --limit 3", "count by source, country source:towns --limit 3"])
    func `a chart of counts labels each bar with all the values counted together`(line: String) async throws {
        let bench = try await bench()
        let counts = try #require(try await bench.run(line).body as? TableReport)
        let chart = try #require(try await bench.run("last chart").body as? PictureReport)
        let drawn = Answers.text(CommandOutput(chart), .table, width: 40).split(separator: "\n").prefix(3)
        let labels = counts.table.rows.map { row in row.prefix(2).compactMap(\.stringValue).joined(separator: ", ") }
        #expect(Set(labels).count == 3)
        for (label, bar) in zip(labels, drawn) { #expect(bar.hasPrefix("\(label) 1 █"), "\(drawn)") }
    }

    @Test(arguments: [["chart", "map", "chart"], ["map", "chart", "map"], ["last map", "last chart", "map"]])
    func `pictures of the last results do not replace them`(lines: [String]) async throws {
        var bench = try await bench()
        let columns = ["title", "latitude", "longitude"]
        bench.context.sql = StubSQL(table: DataTable(columns: columns, rows: [["Aqua", 10, 20], ["Bora", 30, 40]]))
        let table = try await bench.run("sql SELECT 1")
        for line in lines {
            let picture = try #require(try await bench.run(line).body as? PictureReport)
            #expect(picture.report.table.columns == columns)
            #expect(picture.points.count == (line.hasSuffix("map") ? 2 : 0))
        }
        #expect(Answers.text(try await bench.run("last csv"), .csv) == Answers.text(table, .csv))
    }

    @Test func `a chart of a statement has no bar for a missing or infinite number`() async throws {
        var bench = try await bench()
        let rows: [[JSONValue]] = [["a", .null], ["b", 2], ["c", .decimal(.infinity)], ["d", 0]]
        bench.context.sql = StubSQL(table: DataTable(columns: ["name", "number"], rows: rows))
        _ = try await bench.run("sql SELECT 1")
        let chart = try #require(try await bench.run("chart").body as? PictureReport)
        let lines = Answers.text(CommandOutput(chart), .table, width: 30).split(separator: "\n").prefix(4)
        #expect(lines.map { $0.prefix(7) } == ["a", "b   2 █", "c inf", "d   0"])
        #expect(!chart.drawn.contains("=\"inf\"") && !chart.drawn.contains("nan"))
    }

    @Test func `a chart of a statement draws its only column, and needs numbers`() async throws {
        var bench = try await bench()
        bench.context.sql = StubSQL(table: DataTable(columns: ["number"], rows: [[3], [3], [1]]))
        _ = try await bench.run("sql SELECT 1")
        let lines = Answers.text(try await bench.run("chart"), .table, width: 30).split(separator: "\n")
        #expect(lines.prefix(3).map { $0.prefix(5) } == ["3 3 █", "3 3 █", "1 1 █"])
        bench.context.sql = StubSQL(table: DataTable(columns: ["name", "place"], rows: [["a", "x"], ["b", .null]]))
        _ = try await bench.run("sql SELECT 1")
        #expect(await bench.error(of: "chart")?.message == "the rows have no numbers to draw")
    }

    @Test func `a chart of records draws a named column of numbers by title, and no coordinate`() async throws {
        let bench = try Bench()
        let place = Coordinate(latitude: 1, longitude: 2)
        try await bench.hold(
            [Record(key: "p", title: "Placed", coordinate: place, fields: [.init("height", .integer(7))])], in: "peaks")
        _ = try await bench.run("search placed")
        #expect(await bench.error(of: "last chart")?.message.hasPrefix("the last results have no numbers to") == true)
        _ = try await bench.run("search placed --columns +height")
        let lines = Answers.text(try await bench.run("last chart"), .table, width: 40).split(separator: "\n")
        #expect(lines.first?.hasPrefix("Placed 7 █") == true, "\(lines)")
        #expect(lines.dropFirst().contains { $0.contains("the bars show height") }, "\(lines)")
    }

    @Test func `a map of a query can be drawn again`() async throws {
        let bench = try await bench()
        _ = try await bench.run("map source:peaks --names 0")
        let again = try #require(try await bench.run("last map").body as? PictureReport)
        #expect(again.points.count == 1)
    }

    @Test func `a map of the last results covers only their sources, and counts those without a place`() async throws {
        let bench = try await bench()
        try await bench.hold([Record(key: "1", title: "Placeville")], in: "towns")
        _ = try await bench.run("search place")
        let map = Answers.text(try await bench.run("last map"), .table)
        #expect(map.contains("1 point, labeled\n1 of 2 records has no coordinates\n"))
        _ = try await bench.run("search placed")
        let picture = try await bench.run("last map")
        #expect(picture.sources.map(\.id.description) == ["peaks"])
        #expect(!Answers.text(picture, .table).contains("coordinates"))
    }

    @Test func `writes a picture to a file, and overwrites one only if forced`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "agg-picture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = folder.appending(path: "a.svg").path
        let bench = try await bench()
        #expect(Answers.text(try await bench.run("map --svg \(name)"), .table) == "Wrote \(name).\n")
        #expect(try String(contentsOfFile: name, encoding: .utf8).contains("Placed"))
        #expect(await bench.error(of: "chart country --svg \(name)")?.code == "file_exists")
        _ = try await bench.run("chart country --svg \(name) --force")
        #expect(try String(contentsOfFile: name, encoding: .utf8).contains("chart country"))
        #expect(await bench.error(of: "map --svg \(folder.path)/missing/a.svg")?.code == "file_not_written")
    }
}
