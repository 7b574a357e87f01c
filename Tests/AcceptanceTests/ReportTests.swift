import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Output as web pages, from a script and on the command line.
    struct ReportTests {
        private func text(_ agg: Agg, _ name: String) throws -> String {
            try String(contentsOfFile: agg.folder.path(name), encoding: .utf8)
        }

        @Test func `redirecting to an .html file writes a web page`() async throws {
            let agg = try Agg()
            let script = """
                search london > london.html
                chart country --limit 3 > chart.HTML
                map source:nyc-schools > map.htm
                sql SELECT title FROM cities LIMIT 2 > sql.html
                search london --format csv > plain.html
                """
            let result = try await agg.run(arguments: [], input: script, in: agg.folder.path)
            #expect(result.status == 0 && result.output.isEmpty)
            let pages = try ["london.html", "chart.HTML", "map.htm", "sql.html"].map { try text(agg, $0) }
            #expect(pages.allSatisfy { $0.hasPrefix("<!DOCTYPE html>\n") && $0.hasSuffix("</html>\n") })
            #expect(pages.allSatisfy { $0.contains("starter sample of") })
            #expect(pages.map { $0.contains("<svg ") } == [false, true, true, false])
            #expect(pages[0].contains("<h1>search london</h1>") && pages[0].contains("<td>London</td>"))
            #expect(try text(agg, "plain.html").hasPrefix("address,source,title"))
        }

        @Test func `the ending of a file selects the format unless one is given`() async throws {
            let agg = try Agg()
            let script = """
                search london --limit 1 > london.csv
                search london --limit 1 > london.TSV
                search london --limit 1 > london.json
                search london --limit 1 > london.jsonl
                search london --limit 1 > london.md
                search london --limit 1 > london.txt
                search london --limit 1 > csv
                search london --limit 1 --format tsv > other.csv
                """
            let result = try await agg.run(arguments: [], input: script, in: agg.folder.path)
            #expect(result.status == 0 && result.output.isEmpty)
            #expect(try text(agg, "london.csv").hasPrefix("address,source,title"))
            #expect(try text(agg, "london.TSV").hasPrefix("address\tsource\ttitle"))
            #expect(try text(agg, "london.json").hasPrefix("{\"agg\":1,\"command\":\"search\""))
            #expect(try text(agg, "london.jsonl").hasPrefix("{\"address\":\"cities:"))
            #expect(try text(agg, "london.md").hasPrefix("| address |"))
            for name in ["london.txt", "csv"] { #expect(try text(agg, name).hasPrefix("#  title")) }
            #expect(try text(agg, "other.csv").hasPrefix("address\tsource\ttitle"))
        }

        @Test func `--format html prints a web page`() async throws {
            let result = try await Agg().run("list", "cities", "--limit", "2", "--format", "html")
            #expect(result.status == 0 && result.output.hasPrefix("<!DOCTYPE html>"))
            #expect(result.output.components(separatedBy: "<tr>").count == 4)
        }
    }
}
