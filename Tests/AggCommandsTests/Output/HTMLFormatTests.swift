import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

import AggCommands

/// Output as web pages: what they show, and that nothing in them runs, loads, or breaks out.
@Suite struct HTMLFormatTests {
    private static let hostile = "<script>alert(1)</script> & \"x\" 'y' \u{202E}\u{0}\u{1B}[31m"

    private func page(_ output: CommandOutput, at time: Date? = nil) -> String {
        var presentation = Presentation(format: .html)
        presentation.chosenZone = .gmt
        presentation.time = time
        return Renderer.render(output, presentation)
    }

    private func output(_ body: any Answer, _ command: String) -> CommandOutput {
        var output = CommandOutput(body)
        output.command = command
        return output
    }

    private func isWellFormed(_ page: String) -> Bool { XMLParser(data: Data(page.utf8)).parse() }

    @Test func `records are rows, with the query, the time, and the sources`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 7_200)
        let page = page(try await bench.run("search london"), at: Date(timeIntervalSince1970: 1_790_000_000))
        #expect(isWellFormed(page))
        for part in [
            "<title>search london</title>", "<h1>search london</h1>", "2026-09-21 14:13 GMT", "<td>London</td>",
            "<li>towns: 2 h old (fetched ", "<th scope=\"col\">address</th>",
        ] {
            #expect(page.contains(part), "\(part) in \(page)")
        }
    }

    @Test func `nothing runs, and nothing is loaded from elsewhere`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns", age: 60)
        for line in ["search london", "map", "chart country", "sources", "help search", "show towns:1"] {
            let page = page(try await bench.run(line))
            #expect(isWellFormed(page), "\(line)")
            for part in ["<script", " src=", "url(", "@import", "<link", "<img", "<iframe", "onload", "onclick"] {
                #expect(!page.contains(part), "\(part) in the page of \(line)")
            }
            #expect(page.contains("default-src 'none'"))
        }
    }

    @Test func `no text breaks out of the page`() throws {
        let report = TableReport(
            DataTable(columns: [Self.hostile, "n"], rows: [[.string(Self.hostile), 1], ["a\nb", 2]]),
            query: "sql " + Self.hostile)
        let page = page(output(report, "sql"))
        #expect(isWellFormed(page))
        #expect(!page.contains("<script>") && !page.contains("\u{202E}") && !page.contains("\u{1B}"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"))
        #expect(page.contains("<td class=\"number\">2</td>") && page.contains("<td>a\nb</td>"))
    }

    @Test(arguments: [
        ("https://example.org/?a=1&b=\"", true), ("HTTP://example.org", true), ("javascript:alert(1)", false),
        (" https://example.org", false), ("https://a.org and https://b.org", false), ("https://a.org\u{1B}", false),
        ("data:text/html,x", false), ("//example.org", false),
    ])
    func `only web URLs are links`(address: String, isLink: Bool) {
        let report = TableReport(DataTable(columns: ["url"], rows: [[.string(address)]]))
        let page = page(output(report, "sql"))
        #expect(page.contains("<a href=") == isLink && isWellFormed(page))
    }

    @Test func `a picture is part of the page`() async throws {
        let bench = try Bench()
        try await bench.hold(.towns, in: "towns")
        let page = page(try await bench.run("chart country"))
        #expect(page.contains("<figure>\n<svg ") && page.contains("</svg>\n</figure>") && page.contains("<tbody>"))
    }

    @Test func `shows that there are no rows`() async throws {
        let page = page(try await Bench().run("search nothing"))
        #expect(page.contains("No results.") && isWellFormed(page))
    }
}
