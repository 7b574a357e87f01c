import AggCore
import AggSearch
import AggSource
import AggText

/// Completes the words of a query: titles, column names, and column values.
struct QueryCompletion {
    let aggregator: Aggregator
    /// The words of the query, the last of which is being typed.
    let query: [TypedWords.Part]
    /// The ids of the only sources to query, as typed; empty for all.
    let sources: [String]
    /// Whether only favorites are searched, by their titles and tags.
    var ofFavorites = false

    /// The maximum number of titles or values; one more is requested, to know whether there are more.
    private static let limit = 200

    /// The proposal: values after a known name; otherwise titles that start with all the words, and columns.
    func proposal() async -> CommandCompleter.Proposal {
        guard let current = query.last, let first = query.first else {
            return CommandCompleter.Proposal(start: 0, candidates: [])
        }
        // The signs of a group or a negation stay before its first word.
        let signs = current.isQuoted ? 0 : Self.signs(of: current.text).count
        let asked = current.text.dropFirst(signs)
        let start = current.start + signs
        if let name = Word.qualifier(in: asked) {
            let value = String(asked.unicodeScalars.dropFirst(name.unicodeScalars.count + 1))
            if let values = await values(of: name.lowercased(), startingWith: value) {
                return CommandCompleter.Proposal(
                    start: start,
                    candidates: values.prefix(Self.limit).map { "\(name):\(GrammarText.written($0))" },
                    isCut: values.count > Self.limit)
            }
        }
        // If there is a quote, the query is a phrase and remains one.
        let isPhrase = query.contains(where: \.isQuoted)
        let found = await titles()
        let isCut = found.count > Self.limit
        let titles = found.prefix(Self.limit).map { isPhrase ? GrammarText.quoted($0) : GrammarText.escaped($0) }
        let names = asked.isEmpty ? [] : qualifiers.filter { $0.hasPrefix(asked.lowercased()) }
        if signs > 0 { return CommandCompleter.Proposal(start: start, candidates: names) }
        if first.start == current.start {
            return CommandCompleter.Proposal(start: current.start, candidates: titles + names, isCut: isCut)
        }
        return titles.isEmpty
            ? CommandCompleter.Proposal(start: current.start, candidates: names)
            : CommandCompleter.Proposal(start: first.start, candidates: titles, isCut: isCut)
    }

    /// The columns and qualifiers that start with the typed word, or the values after the name of one, as plain texts.
    ///
    /// Does not cover titles, which can be several words.
    func words() async -> CompletionProvider.Found {
        let typed = query.last?.text ?? ""
        let signs = Self.signs(of: typed)
        let asked = typed.dropFirst(signs.count)
        guard !asked.isEmpty else { return CompletionProvider.Found(words: []) }
        if let name = Word.qualifier(in: asked) {
            let value = String(asked.unicodeScalars.dropFirst(name.unicodeScalars.count + 1))
            if let values = await values(of: name.lowercased(), startingWith: value) {
                return CompletionProvider.Found(
                    words: values.prefix(Self.limit).map { CompletionCandidate(text: "\(signs)\(name):\($0)") },
                    isCut: values.count > Self.limit)
            }
        }
        let names = qualifiers.filter { $0.hasPrefix(asked.lowercased()) }
        return CompletionProvider.Found(words: names.map { CompletionCandidate(text: signs + $0) })
    }

    /// The signs of a group or a negation before the first word of a text.
    private static func signs(of text: String) -> String { String(text.prefix { $0 == "(" || $0 == "-" }) }

    private func titles() async -> [String] {
        let text = query.map(\.text).joined(separator: " ")
        if ofFavorites { return await favorites(startingWith: text) }
        // A text that folds to nothing, such as a punctuation mark, would match every title.
        guard !Folding.fold(text).isEmpty else { return [] }
        return (try? await aggregator.titles(startingWith: text, in: ids, limit: Self.limit + 1)) ?? []
    }

    /// The titles and tags of favorites; all for an empty text, since favorites are few.
    private func favorites(startingWith text: String) async -> [String] {
        let folded = Folding.fold(text)
        guard text.isEmpty || !folded.isEmpty else { return [] }
        let rows = (try? await aggregator.favorites().rows) ?? []
        let words = Set(rows.map(\.record.title) + rows.flatMap { $0.favorite?.tags ?? [] })
        return words.filter { Folding.fold($0).hasPrefix(folded) }.sorted()
    }

    /// The values that start with a text; nil if the name is neither a qualifier nor a column.
    private func values(of name: String, startingWith text: String) async -> [String]? {
        switch Qualifier(rawValue: name) {
        case .source:
            return aggregator.registry.instances.map(\.id.description).filter { $0.hasPrefix(text) }.sorted()
        case .tag:
            let tags = (try? await aggregator.tags()) ?? []
            return tags.filter { Folding.fold($0).hasPrefix(Folding.fold(text)) }
        case .is, .date, .near: return Self.beginning(Qualifier(rawValue: name)?.values ?? [], with: text)
        case .has: return Self.beginning(Qualifier.has.values.sorted() + columns, with: text)
        case .sort:
            let done = text.lastIndex(of: ",").map { text[...$0] } ?? ""
            let last = text.dropFirst(done.count)
            // Sorting by distance is always nearest first.
            let sign = last.hasPrefix("-") ? "-" : ""
            let values = Qualifier.sort.values.filter { sign.isEmpty || $0 != "distance" }
            return Self.beginning((values + columns).map { sign + $0 }, with: String(last)).map { done + $0 }
        case nil:
            let columns = instances.flatMap(\.dataSource.columns).filter { $0.name == name }
            guard !columns.isEmpty else { return nil }
            if columns.allSatisfy({ $0.kind == .boolean }) { return ["false", "true"].filter { $0.hasPrefix(text) } }
            let holding = instances.filter { $0.dataSource.columns.contains { $0.name == name } }.map(\.id)
            return (try? await aggregator.values(of: name, startingWith: text, in: holding, limit: Self.limit + 1))
                ?? []
        }
    }

    private static func beginning(_ values: [String], with text: String) -> [String] {
        values.filter { $0.hasPrefix(text.lowercased()) }
    }

    private var qualifiers: [String] {
        Set(columns + Qualifier.allCases.map(\.name)).sorted().map { $0 + ":" }
    }

    private var columns: [String] { Set(instances.flatMap(\.dataSource.columns).map(\.name)).sorted() }

    private var instances: [SourceInstance] {
        let all = aggregator.registry.instances
        let named = sources.isEmpty ? all : all.filter { sources.contains($0.id.description) }
        return named.isEmpty ? all : named
    }

    private var ids: [SourceID] { instances.map(\.id) }
}
