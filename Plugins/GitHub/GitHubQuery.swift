import AggSource
import Foundation

/// The words of a search, in which `{7 days ago}` stands for that day.
struct GitHubQuery: Hashable, Sendable {
    /// The maximum length of a query, in characters (docs.github.com, REST API, "Search").
    static let longest = 256

    /// The query as configured.
    let text: String

    /// Creates a query from configured text; ``faults`` lists what is wrong with it.
    init(_ text: String) {
        // Every start creates a query: Foundation's trimming would take a tenth of a millisecond.
        let tail = text.drop(while: \.isWhitespace)
        self.text = String(tail[..<(tail.lastIndex { !$0.isWhitespace }.map(tail.index(after:)) ?? tail.startIndex)])
    }

    /// What is wrong with the query, each fault worded to follow the name of the source.
    var faults: [String] {
        if text.isEmpty { return ["needs a query, such as language:swift"] }
        var faults = parts.compactMap { part in
            if case .unknown(let text) = part {
                "has the unknown placeholder “\(text)” in its query; use a placeholder such as {7 days ago} or {2 weeks ago}"
            } else {
                nil
            }
        }
        if expanded(at: Date(timeIntervalSince1970: 0)).count > Self.longest {
            faults.append("has a query longer than GitHub's limit of \(Self.longest) characters")
        }
        return faults
    }

    /// The query with its placeholders replaced by dates in UTC.
    func expanded(at now: Date) -> String {
        parts.map { part in
            switch part {
            case .text(let text), .unknown(let text): text
            case .daysAgo(let days):
                RecordDate(instant: now.addingTimeInterval(-Double(days) * 86_400))?.day ?? ""
            }
        }.joined()
    }

    private enum Part {
        case text(String)
        case daysAgo(Int)
        case unknown(String)
    }

    private var parts: [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append(.text(String(rest[..<open])))
            let placeholder = rest[open...close]
            parts.append(Self.days(in: placeholder).map(Part.daysAgo) ?? .unknown(String(placeholder)))
            rest = rest[rest.index(after: close)...]
        }
        return parts + [.text(String(rest))]
    }

    private static func days(in placeholder: Substring) -> Int? {
        let words = placeholder.dropFirst().dropLast().split(separator: " ")
        guard words.count == 3, words[2] == "ago", let count = Int(words[0]), (0...100_000).contains(count) else {
            return nil
        }
        return switch words[1] {
        case "day", "days": count
        case "week", "weeks": count * 7
        default: nil
        }
    }
}

/// A search for repositories: the query and the order of its results.
struct GitHubSearch: Hashable, Sendable {
    /// The order of results; `best-match` is the API's own order, requested by omitting `sort`.
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

    /// Parses a search as typed on the site, with its order among the words: `language:swift sort:stars order:asc`.
    ///
    /// The site's own `sort:stars-asc` works, too. An unknown order remains a word of the query.
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
