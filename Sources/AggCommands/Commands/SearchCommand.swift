import AggCore
import AggSearch
import AggSource

/// `search`: searches all sources at once.
struct SearchCommand: Command {
    private static let source = Option(
        "--source", "ID", .source, help: "Search only this source; can be repeated.")
    private static let favorites = Option("--favorites", help: "Search only favorites.")

    let declaration = CommandDeclaration(
        name: "search", aliases: ["find"], summary: "Search all sources at once.",
        details: """
            Each word that you type matches the start of a word in a record, with or without accents. Records whose \
            title equals or begins with the query come first; among equally good matches, your favorites and then the \
            best-known records come first. Quoted text is a phrase. Filters such as source:cities and country:FR narrow \
            the search, and work without other words. An empty query shows your favorites.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [Self.source, Self.favorites, LimitOption.option("Show up to N records; N can be “all”.")],
        examples: [
            .init(line: "search san jo", effect: "titles that begin with “san jo”, then other matches"),
            .init(line: "search \"new york\" --limit 5", effect: "the five best matches for a phrase"),
            .init(
                line: "search london uk --source cities", effect: "words in the title and the country, in one source"
            ),
        ])
    let readsRecords = true

    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        (try? await query(arguments, context))?.sources?.map(\.description)
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let query = try await query(arguments, context)
        let settings = context.session.settings
        // An empty query lists the favorites, all of them.
        let limit = arguments.limit ?? (query.isBlank ? LimitOption.everything : settings.limit)
        var answer = try await context.aggregator.search(
            query, limit: limit, usesCache: settings.usesCache)
        if answer.rows.isEmpty, settings.suggests {
            try await ValueSuggestions(
                context: context, words: arguments.words, sources: context.instances(of: query.sources)
            ).add(to: &answer, for: query)
        }
        let typed = CommandLine.query(arguments.words)
        return CommandOutput(RecordsReport(answer, query: typed, more: more(arguments, beyond: limit, context)))
    }

    /// The command that shows more results; nil if the limit is already the maximum.
    private func more(_ arguments: Arguments, beyond limit: Int, _ context: CommandContext) -> String? {
        let sources = arguments.all(Self.source).map { "--source \($0)" }
        let favorites = arguments[Self.favorites] ? ["--favorites"] : []
        return context.more([Word("search")] + arguments.words, options: sources + favorites, beyond: limit)
    }

    func query(of arguments: Arguments, in context: CommandContext) async throws -> SearchQuery? {
        try await query(arguments, context)
    }

    private func query(_ arguments: Arguments, _ context: CommandContext) async throws -> SearchQuery {
        if arguments[Self.favorites] || arguments.words.contains(where: \.asksForFavorites) {
            var query = try await context.favoritesQuery(arguments.words, sources: arguments.all(Self.source))
            query.onlyFavorites = query.onlyFavorites || arguments[Self.favorites]
            return query
        }
        let reader = context.queryReader
        var query = try reader.read(arguments.words.map(\.queryWord))
        for source in arguments.all(Self.source) {
            query.sources = (query.sources ?? []) + [try reader.source(source)]
        }
        return query
    }
}

extension Word {
    /// Whether it is `is:favorite`.
    fileprivate var asksForFavorites: Bool {
        let word = queryWord
        return !word.isNegated && word.qualifier.flatMap(Qualifier.init(name:)) == .is && word.text == "favorite"
    }
}

extension Sequence<Word> {
    /// Whether the words of a query choose an order, as in `sort:title`.
    var chooseOrder: Bool {
        QueryWord.ungrouped(map(\.queryWord)).contains { $0.qualifier.flatMap(Qualifier.init(name:)) == .sort }
    }
}
