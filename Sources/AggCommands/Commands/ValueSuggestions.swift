import AggCore
import AggSearch
import AggSource
import AggStorage
import AggText

/// Suggestions for a query that finds nothing because a column has no such value, as in `country:germany`.
struct ValueSuggestions {
    let context: CommandContext
    /// The words of the query.
    let words: [Word]
    /// The sources of the query.
    let sources: [SourceInstance]

    /// The maximum number of values of a column to compare.
    private static let mostValues = 500
    /// The maximum number of values to check for the typed words.
    private static let mostChecked = 10_000
    /// The maximum number of values with these words to suggest, and the maximum length of each.
    private static let mostSuggested = 3
    private static let longestSuggested = 60

    /// Adds suggestions to an answer without rows: queries that find something, or else titles like the words of the
    /// query.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func add(to answer: inout RecordsAnswer, for query: SearchQuery) async throws {
        answer.suggestions = try await queriesOrTitles(for: query)
        answer.notes += try await phraseNotes()
    }

    /// A note with the same suggestions, for an answer that counts records instead of listing them.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func notes(for query: SearchQuery) async throws -> [String] {
        let suggestions = try await queriesOrTitles(for: query).map { "“\($0)”" }
        return suggestions.isEmpty ? [] : ["did you mean \(suggestions.joined(separator: ", "))?"]
    }

    private func queriesOrTitles(for query: SearchQuery) async throws -> [String] {
        let queries = try await queries()
        guard queries.isEmpty, query.hasWords else { return queries }
        return try await context.aggregator.suggestions(for: query, usesCache: context.session.settings.usesCache)
    }

    /// Queries that find something: with “OR” instead of “or”, with `source:ID` instead of the id of a source, with a
    /// value of the column that records name in this way, with the nearest one, with values that contain the typed
    /// words, or else with these words alone.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func queries() async throws -> [String] {
        for (index, word) in words.enumerated() {
            let typed = word.queryWord
            if word.text == "or", !word.isQuoted, index > 0, index < words.count - 1 {
                let found = try await queries(with: ["OR"], at: index)
                if !found.isEmpty { return found }
            }
            if typed.qualifier == nil, !typed.isNegated, !word.isQuoted,
                let source = sources.first(where: { $0.id.description == typed.text.lowercased() })
            {
                let found = try await queries(with: ["source:\(source.id)"], at: index)
                if !found.isEmpty { return found }
            }
            let folded = Folding.fold(typed.text)
            guard let column = typed.qualifier?.lowercased(), !typed.isNegated, Qualifier(name: column) == nil,
                let first = folded.first, Self.isMisspellable(typed.text)
            else { continue }
            let ids = sources.filter { $0.dataSource.columns.contains { $0.name == column } }.map(\.id)
            guard !ids.isEmpty else { continue }
            let values = try await context.aggregator.values(
                of: column, startingWith: String(first), in: ids, limit: Self.mostValues)
            if values.contains(where: { Folding.fold($0) == folded }) { continue }
            let named = try await NamedValues(context: context, column: column).values(named: typed.text, in: ids)
            let likely = values.filter { !Self.isOtherCode($0, than: folded) }
            let nearest = Nearest.word(to: typed.text, among: likely)
            for meant in [named, [nearest].compactMap(\.self)] {
                let found = try await queries(with: meant.map { CommandLine.condition(column, $0) }, at: index)
                if !found.isEmpty { return found }
            }
            let containing = try await containing(typed.text, column, ids).map { CommandLine.condition(column, $0) }
            for texts in [containing, [GrammarText.written(typed.text)]] {
                let found = try await queries(with: texts, at: index)
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    /// A note about a phrase whose words are found only one by one: quotes meant for a shell also make a phrase.
    private func phraseNotes() async throws -> [String] {
        for (index, word) in words.enumerated() {
            let typed = word.queryWord
            let parts = typed.text.split(whereSeparator: \.isWhitespace)
            guard word.isQuoted, typed.qualifier == nil, !typed.isNegated, parts.count > 1 else { continue }
            let apart = parts.map { GrammarText.escaped(String($0)) }.joined(separator: " ")
            if try await queries(with: [apart], at: index).isEmpty { continue }
            return ["no record has the phrase “\(typed.text)”, but some have its words; try it without the quotes"]
        }
        return []
    }

    /// Whether a value is a code of two letters: any short text, such as `ger`, looks like one.
    private static func isOtherCode(_ value: String, than folded: String) -> Bool {
        value.count == 2 && folded.count <= 3
    }

    /// Whether a text can be a misspelled value; a comparison, a range, or a number cannot.
    private static func isMisspellable(_ text: String) -> Bool {
        text.contains(where: \.isLetter) && !text.contains("..") && !["<", ">", "="].contains { text.hasPrefix($0) }
    }

    /// The values that contain the words of a text, such as “Risk 1 (High)” for `high`; none if they are many or long,
    /// since the words alone then find more.
    private func containing(_ text: String, _ column: String, _ ids: [SourceID]) async throws -> [String] {
        let words = " \(Folding.fold(text)) "
        let known = try await context.aggregator.values(of: column, startingWith: "", in: ids, limit: Self.mostChecked)
        let found = known.filter { " \(Folding.fold($0)) ".contains(words) }
        let areFew = found.count <= Self.mostSuggested && found.allSatisfy { $0.count <= Self.longestSuggested }
        return areFew ? found : []
    }

    /// The queries that find something with one of the given texts instead of a word.
    private func queries(with texts: [String], at index: Int) async throws -> [String] {
        var found: [String] = []
        for text in texts {
            let written = words.indices.map { $0 == index ? text : words[$0].typed }.joined(separator: " ")
            if try await finds(written) { found.append(written) }
        }
        return found
    }

    private func finds(_ text: String) async throws -> Bool {
        var query = try context.query(CommandLine.words(ofQuery: text))
        query.sources = sources.map(\.id).filter { query.sources?.contains($0) ?? true }
        let settings = context.session.settings
        return try await !context.aggregator.search(query, limit: 1, usesCache: settings.usesCache).rows.isEmpty
    }
}

extension CommandContext {
    /// A note with suggestions for a query that finds nothing, unless the settings turn them off.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func suggestions(for query: SearchQuery, _ words: [Word]) async throws -> [String] {
        guard session.settings.suggests else { return [] }
        return try await ValueSuggestions(context: self, words: words, sources: instances(of: query.sources))
            .notes(for: query)
    }

    /// Returns the instances of sources; nil for all.
    func instances(of ids: [SourceID]?) -> [SourceInstance] {
        aggregator.registry.instances.filter { ids?.contains($0.id) ?? true }
    }
}
