import Testing

@testable import AggCommands
@testable import AggStorage

@Suite struct SQLCompletionTests {
    private let views = [
        SQLViews.View(name: "records", summary: "A record.", columns: columns(["address", "title"])),
        SQLViews.View(name: "cities", summary: "A city.", columns: columns(["title", "country"])),
        SQLViews.View(name: "big-peaks", summary: "A peak.", columns: columns(["title", "height"])),
    ]

    private static func columns(_ names: [String]) -> [SQLViews.ViewColumn] {
        names.map { SQLViews.ViewColumn(name: $0, type: "TEXT", summary: "It.") }
    }

    /// Completes a statement at the bar in it, or at its end.
    private func complete(_ text: String) -> [String] {
        let parts = text.split(separator: "^", omittingEmptySubsequences: false)
        let proposal = SQLCompletion(views, before: parts[0], behind: parts.count > 1 ? parts[1] : "").proposal
        let start = parts[0].dropLast(proposal.length)
        return proposal.candidates.map { start + $0 }
    }

    @Test(arguments: [
        ("sel", ["SELECT"]), ("", ["SELECT", "WITH"]), ("x", []),
        ("SELECT * FROM ", ["records", "cities", "\"big-peaks\""].map { "SELECT * FROM " + $0 }),
        ("SELECT * FROM ci", ["SELECT * FROM cities"]), ("select * from CI", ["select * from cities"]),
        ("SELECT * FROM b", ["SELECT * FROM \"big-peaks\""]),
        ("SELECT * FROM \"b", ["SELECT * FROM \"big-peaks\""]),
        ("SELECT * FROM \"c", ["SELECT * FROM \"cities\""]),
        ("SELECT * FROM cities JOIN r", ["SELECT * FROM cities JOIN records"]),
    ])
    func `offers views`(text: String, candidates: [String]) {
        #expect(complete(text) == candidates)
    }

    @Test(arguments: [
        ("SELECT cou^ FROM cities", ["SELECT country"]), ("SELECT hei^ FROM cities", []),
        ("SELECT count(hei^) FROM \"big-peaks\"", ["SELECT count(height"]),
        ("SELECT a FROM cities c WHERE c.co", ["SELECT a FROM cities c WHERE c.country"]),
        ("SELECT h", ["SELECT height"]), ("SELECT title, co", ["SELECT title, country"]),
        ("SELECT * FROM cities, \"big-peaks\" WHERE t", ["SELECT * FROM cities, \"big-peaks\" WHERE title"]),
        ("SELECT * FROM cities ORDER BY coun", ["SELECT * FROM cities ORDER BY country"]),
    ])
    func `offers columns of the named views, or of all views`(text: String, candidates: [String]) {
        #expect(complete(text) == candidates)
    }

    @Test(arguments: ["SELECT * FROM cities WHERE country = 'c", "SELECT 'it''s FROM c"])
    func `offers nothing inside a string`(text: String) {
        #expect(complete(text) == [])
    }
}
