import Testing

@testable import GitHubSource

struct GitHubQueryTests {
    @Test(arguments: [
        ("stars:>1", "stars:>1"),
        ("created:>{7 days ago}", "created:>2026-11-13"),
        ("pushed:{2 weeks ago}..{1 day ago} x", "pushed:2026-11-06..2026-11-19 x"),
        ("{0 days ago}", "2026-11-20"),
        ("an open { brace", "an open { brace"),
    ])
    func `replaces placeholders with days`(text: String, expected: String) {
        let query = GitHubQuery(text)
        #expect(query.faults == [])
        #expect(query.expanded(at: noon) == expected)
    }

    @Test(arguments: ["{7 dayz ago}", "{days ago}", "{-1 days ago}", "{}", "{7 days}"])
    func `names an unknown placeholder`(placeholder: String) {
        let faults = GitHubQuery("created:>\(placeholder)").faults
        #expect(faults.count == 1)
        #expect(faults.first?.contains("“\(placeholder)”") == true)
    }

    @Test func `rejects a blank query and one that is too long`() {
        #expect(GitHubQuery(" \n").faults == ["needs a query, such as language:swift"])
        #expect(GitHubQuery(String(repeating: "a", count: 256)).faults == [])
        #expect(GitHubQuery(String(repeating: "a", count: 257)).faults.count == 1)
    }

    @Test(
        arguments: [
            ("language:swift sort:stars", "language:swift", .stars, false),
            ("sort:updated-asc  http server", "http server", .updated, true),
            ("x sort:forks order:asc", "x", .forks, true),
            ("x sort:help-wanted-issues", "x", .helpWantedIssues, false),
            ("x sort:nonsense", "x sort:nonsense", .stars, false),
        ] as [(String, String, GitHubSearch.Sort, Bool)])
    func `extracts the order from a typed search`(typed: String, query: String, sort: GitHubSearch.Sort, ascends: Bool)
    {
        let search = GitHubSearch(typed: typed)
        #expect(search == GitHubSearch(query: GitHubQuery(query), sort: sort, isAscending: ascends))
    }
}
