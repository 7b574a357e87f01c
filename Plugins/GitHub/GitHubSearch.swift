/// A search for repositories: what is looked for and in what order.
struct GitHubSearch: Hashable, Sendable {
    /// What results are ordered by; `best-match` is the API's own order and is asked for by leaving `sort` out.
    enum Sort: String, CaseIterable, Sendable {
        case stars, forks, updated
        case helpWantedIssues = "help-wanted-issues"
        case bestMatch = "best-match"
    }

    var query: GitHubQuery
    var sort = Sort.stars
    var isAscending = false

    init(query: GitHubQuery, sort: Sort = .stars, isAscending: Bool = false) {
        self.query = query
        self.sort = sort
        self.isAscending = isAscending
    }

    /// Reads a search as it is typed on the site, with its order among the words: `language:swift sort:stars order:asc`.
    ///
    /// The site's own `sort:stars-asc` is read as well. An unknown order stays a word of the query.
    init(typed text: String) {
        self.init(query: GitHubQuery(""))
        let words = text.split(whereSeparator: \.isWhitespace).filter { !takesOrder(from: $0) }
        query = GitHubQuery(words.joined(separator: " "))
    }

    private mutating func takesOrder(from word: Substring) -> Bool {
        switch word {
        case "order:asc": isAscending = true
        case "order:desc": isAscending = false
        case _ where word.hasPrefix("sort:"):
            var name = word.dropFirst("sort:".count)
            var direction: Bool?
            for (suffix, ascends) in [("-asc", true), ("-desc", false)] where name.hasSuffix(suffix) {
                name = name.dropLast(suffix.count)
                direction = ascends
            }
            guard let sort = Sort(rawValue: String(name)) else { return false }
            self.sort = sort
            isAscending = direction ?? isAscending
        default: return false
        }
        return true
    }
}
