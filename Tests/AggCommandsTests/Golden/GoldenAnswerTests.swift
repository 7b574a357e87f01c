import AggCore
import AggSource
import AggTesting
import Foundation
import Testing

@testable import AggCommands

/// Every command in every format, at terminals of three widths and without one, byte for byte.
@Suite struct GoldenAnswerTests {
    /// A line for every command, and the lines to run before it.
    static let lines: [String: (before: [String], line: String)] = [
        "alerts": (["save tg search country:TG --watch", "refresh towns --force"], "alerts"),
        "changes": (["refresh towns --force"], "changes since 2d"),
        "chart": ([], "chart country"),
        "completion": ([], "completion fish"),
        "count": ([], "count by country, source --limit 4"),
        "doctor": ([], "doctor"),
        "edit": (["sql SELECT 1"], "edit"),
        "exit": ([], "exit 3"),
        "explain": ([], "explain lon country:GB"),
        "facet": ([], "facet country --limit 3"),
        "favorite": ([], "favorite towns:1"),
        "favorites": (["favorite towns:1 --tag lunch --note \"two | words\"", "favorite peaks:b"], "favorites"),
        "help": ([], "help search"),
        "history": ([], "history"),
        "live": ([], "live"),
        "last": (["search mont"], "last"),
        "list": ([], "list towns --limit 3"),
        "man": ([], "man search"),
        "map": ([], "map"),
        "mcp": ([], "mcp"),
        "near": ([], "near 51.5,-0.1 400km --limit 3"),
        "news": (["refresh towns --force"], "news"),
        "open": ([], "open towns:5"),
        "read": ([], "read morning.agg"),
        "refresh": ([], "refresh"),
        "related": ([], "related towns:1"),
        "relink": ([], "relink"),
        "run": (["save f search country:FR"], "run f"),
        "save": ([], "save f search country:FR"),
        "saved": (["save f search country:FR", "save l list towns --limit 2"], "saved"),
        "schema": ([], "schema towns"),
        "search": (["favorite towns:1"], "search lon --limit 4"),
        "serve": ([], "serve"),
        "set": (["set limit 20", "set --keep theme light"], "set"),
        "show": ([], "show towns:5"),
        "source": ([], "source add stub lakes"),
        "sources": ([], "sources"),
        "sql": ([], "sql SELECT 'it''s' FROM \"a-b\""),
        "store": ([], "store status"),
        "unfavorite": (["favorite towns:1"], "unfavorite towns:1"),
        "watch": ([], "watch --times 3 5 search lon"),
        "unsave": (["save f search country:FR"], "unsave f"),
    ]

    private static let places: [(name: String, width: Int?)] = [
        ("a terminal of 40 columns", 40), ("a terminal of 80 columns", 80), ("a terminal of 200 columns", 200),
        ("no terminal", nil),
    ]

    @Test(arguments: CommandRegistry.builtIn.commands.map(\.declaration.name))
    func `matches the golden file`(name: String) async throws {
        let (before, line) = try #require(Self.lines[name], "a new command needs a line here")
        var bench = try Bench(answers: ["/towns": [.text("1|London|United Kingdom|GB\n9|Lomé|Togo|TG")]])
        bench.context.openLink = { _ in }
        bench.context.editFile = { _, _ in }
        bench.context.generated = { name throws(CommandError) in "the text “\(name)”\n" }
        bench.context.sql = StubSQL()
        bench.context.sharedStore = StubSharedStore()
        bench.context.history = { ["search lon", "show 1"] }
        bench.context.live = { _ in .left }
        bench.context.serve = { _ in }
        bench.context.serveAssistant = { _ in }
        bench.context.health = [
            StubHealth(found: [
                HealthFinding("mirror", .ok, "/store/mirror.sqlite is intact (1 MB)"),
                HealthFinding("locale", .warning, "POSIX is not UTF-8", fix: "set LANG=C.UTF-8"),
                HealthFinding("user", .failed, "damaged\u{1B}[31m | so", fix: "agg doctor --repair, \"please\""),
            ])
        ]
        try await bench.hold(.towns + [Self.full], in: "towns", age: 7_200)
        try await bench.hold(.peaks, in: "peaks", origin: .starter)
        for line in before {
            _ = try await bench.run(line)
            // A record is a new match only if it came after the search was saved.
            if name == "alerts" { bench.clock.advance(by: 1) }
        }
        let output = Self.still(try await bench.run(line))
        var sections: [String] = []
        for format in OutputFormat.allCases {
            // A web page does not depend on the terminal.
            for place in format == .html ? Self.places.suffix(1) : Self.places[...] {
                var presentation = Presentation(format: format, width: place.width, usesColor: place.width != nil)
                presentation.chosenZone = .gmt
                sections.append("=== \(line) · \(format.rawValue) · \(place.name)\n\(Self.text(output, presentation))")
            }
        }
        try Golden("Tests/Golden/\(name).txt").expect(sections.joined())
    }

    /// A record with a value in every property.
    private static let full = Record(
        key: "5", title: "Llanfair­pwllgwyngyll 東京 Lonely", subtitle: "Wales, \"the long one\"",
        date: RecordDate(iso8601: "2024-03-05T14:00:00Z"),
        coordinate: Coordinate(latitude: 53.2218, longitude: -4.2013),
        url: "https://example.org/?a=1&b=<2>", prominence: 2,
        fields: [
            .init("country", .text("GB|W")), .init("height", .integer(36)), .init("tags", .list(["long", "na\tme"])),
            .init("note", .text("two\nlines\\and\u{1B}[31m a sequence")),
        ])

    /// The output, with the same elapsed times in every run.
    private static func still(_ output: CommandOutput) -> CommandOutput {
        var output = output
        output.elapsed = .microseconds(1_230)
        if var report = output.body as? RefreshReport {
            for index in report.outcomes.indices { report.outcomes[index].elapsed = .milliseconds(20) }
            output.body = report
        }
        return output
    }

    /// The rendered output, with visible control characters to keep the file text.
    private static func text(_ output: CommandOutput, _ presentation: Presentation) -> String {
        Renderer.render(output, presentation).exchangingScalars { scalar in
            switch scalar {
            case "\u{1B}": "␛"
            case "\r": "␍"
            default: nil
            }
        }
    }
}
