import AggSource
import Testing

import AggWeb

/// The map and the chart next to the results.
@Suite struct ChartTests {
    @Test func `a chart is a table whose texts are the values and counts`() async throws {
        try await Site().serving { visit throws in
            for page in ["/?q=lon", "/parts/facets?q=lon", "/parts/facets?q=lon&chart=country"] {
                let text = try visit.get(page).body
                #expect(text.contains("<figcaption>country</figcaption>"), "\(page)")
                #expect(text.contains("<th scope=\"row\">GB</th>") && text.contains("<td class=\"number\">2</td>"))
                #expect(text.contains("<rect width=\"100.0\"") && text.contains("<rect width=\"50.0\""))
                #expect(!text.contains("chart country"))
            }
        }
    }

    @Test func `a chart of a column without values gives way to one that has some`() async throws {
        let records: [Record] = .towns + [Record(key: "9", title: "Nowhere"), Record(key: "10", title: "Nowhere")]
        try await Site(records).serving { visit throws in
            for column in ["nothing", "date"] {
                let text = try visit.get("/parts/facets?q=lon&chart=\(column)").body
                #expect(text.contains("<figcaption>country</figcaption>"), "\(column)")
            }
            #expect(try visit.get("/parts/facets?q=lon&chart=title").body.contains("<figcaption>title</figcaption>"))
            #expect(try !visit.get("/parts/facets?q=xyzzyq&chart=country").body.contains("<figcaption>country"))
        }
    }

    @Test func `the map without a query shows the favorites`() async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/points?q=is:favorite").body.isEmpty)
            _ = try visit.get("/favorite", method: "POST", body: "star=add+towns:1")
            visit.change()
            #expect(try visit.get("/points?q=is:favorite").headers["content-length"] == "8")
            let page = try visit.get("/").body
            #expect(page.contains("data-points=\"/points?q=is:favorite\"") && page.contains("Where your favorites are"))
        }
    }
}
