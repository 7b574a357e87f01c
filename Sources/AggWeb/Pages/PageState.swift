import AggCommands

/// The state of a page, all of which is in the URL, so back, bookmarks, and links work.
struct PageState: Hashable, Sendable {
    /// The query, as typed.
    var query: String
    /// The maximum number of rows.
    var limit: Int
    /// The column of the chart; nil to choose one automatically.
    var chart: String?

    /// The default number of rows.
    static let usualLimit = 50
    private static let greatestLimit = 2_000

    init(_ values: FormValues) {
        query = String((values["q"] ?? "").prefix(1_000))
        limit = values["limit"].flatMap(Int.init).map { min(max($0, 1), Self.greatestLimit) } ?? Self.usualLimit
        chart = values["chart"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The words of the query.
    var words: [Word] { CommandLine.words(ofQuery: query) }

    /// The query without `near:`, to which the map adds another place.
    var queryWithoutPlace: String {
        CommandLine.query(words.filter { !$0.text.lowercased().hasPrefix("near:") || $0.literalFrom == 0 })
    }

    /// Returns the URL of a page or picture with this state.
    func url(_ path: String) -> String {
        var pairs: [(String, String)] = []
        if !query.isEmpty { pairs.append(("q", query)) }
        if limit != Self.usualLimit { pairs.append(("limit", String(limit))) }
        if let chart { pairs.append(("chart", chart)) }
        let text = FormValues(pairs).text
        return text.isEmpty ? path : "\(path)?\(text)"
    }

    /// Returns this state with an added condition.
    func adding(_ condition: String) -> PageState {
        var state = self
        let words = query.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        state.query = words.isEmpty ? condition : "\(words) \(condition)"
        state.limit = Self.usualLimit
        return state
    }

    /// Returns this state with another query.
    func asking(_ query: String) -> PageState {
        var state = self
        state.query = query
        state.limit = Self.usualLimit
        return state
    }

    /// This state with twice as many rows.
    var widened: PageState {
        var state = self
        state.limit = min(limit * 2, Self.greatestLimit)
        return state
    }
}
