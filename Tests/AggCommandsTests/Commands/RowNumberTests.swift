import AggCore
import AggSource
import AggTesting
import Testing

import AggCommands

/// Rows are numbered from top to bottom, and a number refers to the row that is shown with it.
@Suite struct RowNumberTests {
    @Test(arguments: [
        "search lon", "search lon sort:title", "search lon sort:-title", "near 51.5,-0.1 900km", "favorites",
        "favorites lon", "search has:coordinate sort:title", "list towns sort:-title", "list towns",
        "search lon --json",
        "search lon --format csv", "search lon --format list", "list towns --by date", "search --favorites sort:title",
    ])
    func `a number refers to the row it is shown with`(line: String) async throws {
        let bench = try await Self.bench()
        let output = try await bench.run(line)
        let addresses = Self.addresses(in: Renderer.render(output, Presentation(format: output.format ?? .table)))
        #expect(addresses.count == output.answer?.rows.count && addresses.count > 2)
        for (number, address) in addresses.enumerated() {
            #expect(try await bench.run("show \(number + 1)").addresses == [address])
            _ = try await bench.run(line)
        }
    }

    @Test(arguments: ["search lon", "search lon sort:title", "near 51.5,-0.1 900km", "favorites", "favorites lon"])
    func `a table numbers its rows from top to bottom`(line: String) async throws {
        let bench = try await Self.bench()
        for width in [40, 80, 200, nil] as [Int?] {
            let text = Answers.text(try await bench.run(line), .table, width: width)
            let numbers = text.split(separator: "\n").compactMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
            // The last number is in the footer.
            #expect(numbers.dropLast() == ArraySlice(1..<numbers.count), "\(text)")
        }
    }

    @Test(arguments: [
        ("search lon sort:title", ["towns", "towns", "peaks", "peaks", "towns"]),
        ("near 51.5,-0.1 900km", ["peaks", "towns", "towns", "peaks", "towns"]),
    ])
    func `keeps an order that spans several sources`(line: String, sources: [String]) async throws {
        let text = Answers.text(try await Self.bench().run(line), .table, width: 200)
        let column = text.split(separator: "\n").dropFirst().prefix(sources.count).compactMap { row in
            row.split(separator: " ").first { $0 == "towns" || $0 == "peaks" }.map(String.init)
        }
        #expect(column == sources)
    }

    private static func bench() async throws -> Bench {
        let bench = try Bench()
        let records = ["London", "Lonely", "Londrina", "Lons", "Long"].enumerated().map { place, title in
            Record(
                key: "\(place)", title: title, date: RecordDate(iso8601: "2024-03-0\(place + 1)"),
                coordinate: Coordinate(latitude: 51.5 + Double((place + 4) % 5) / 10, longitude: -0.1),
                prominence: place == 1 ? 7 : 0)
        }
        try await bench.hold([records[0], records[2], records[3]], in: "towns")
        try await bench.hold([records[1], records[4]], in: "peaks")
        for record in ["peaks:1", "towns:0", "peaks:4", "towns:3"] { _ = try await bench.run("favorite \(record)") }
        return bench
    }

    /// The addresses of the records in a text, in order of appearance.
    private static func addresses(in text: String) -> [String] {
        var addresses: [String] = []
        for match in text.matches(of: /(towns|peaks):[0-9]/) where !addresses.contains(String(match.output.0)) {
            addresses.append(String(match.output.0))
        }
        return addresses
    }
}
