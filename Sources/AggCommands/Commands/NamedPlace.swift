import AggCore

/// The best known place of a name, in the order of search.
struct NamedPlace {
    /// Where it is.
    let center: Coordinate
    /// What to call it.
    let name: String
    /// How many words its name takes.
    let count: Int
    private let typed: String
    private let otherRows: [RecordsAnswer.Row]
    private let hasMore: Bool

    /// More words than these are not one name.
    private static let longestName = 6
    /// So many other places of the name are told.
    private static let shownOthers = 2

    /// Finds the place that words begin with.
    ///
    /// A quoted word is a name. Of plain words, those before the distance are; if they name no place, or there is no
    /// distance, the longest beginning that names a well-known place, else the longest that is the whole name of any,
    /// else the first word.
    ///
    /// - Throws: A failure if no place is found.
    static func find(
        _ words: [Word], in context: CommandContext, for declaration: CommandDeclaration
    ) async throws(CommandError) -> NamedPlace {
        if words[0].isQuoted {
            let phrase = try await search([QueryWord(words[0].text, isQuoted: true)], in: context)
            let found = try await phrase.rows.isEmpty ? search([QueryWord(words[0].text)], in: context) : phrase
            return try place(words, 1, found, declaration)
        }
        let names = words.prefix(longestName).prefix { word in
            let read = word.queryWord
            return !word.isQuoted && read.qualifier == nil && !read.isNegated && read != .or
        }
        var length = names.count
        var hasDistance = false
        for index in names.indices.dropFirst() where !hasDistance {
            guard try NearPlace.distance(words[index...], declaration) != nil else { continue }
            (length, hasDistance) = (index, true)
        }
        var whole: (count: Int, answer: RecordsAnswer)?
        for count in (2...max(2, length)).reversed() where count <= length {
            let answer = try await search(words.prefix(count).map { QueryWord($0.text) }, in: context)
            guard let best = answer.rows.first else { continue }
            let isTitle = best.tier.map { $0 <= .titleWordPrefixes } ?? false
            if best.record.prominence > 0 || hasDistance && count == length && isTitle {
                return try place(words, count, answer, declaration)
            }
            if best.tier == .exact, whole == nil { whole = (count, answer) }
        }
        let single = try await search([QueryWord(words[0].text)], in: context)
        let isKnown = single.rows.first.map { $0.tier == .exact && $0.record.prominence > 0 } ?? false
        if let whole, !isKnown { return try place(words, whole.count, whole.answer, declaration) }
        return try place(words, 1, single, declaration)
    }

    /// The best records that have a place and are found by words.
    private static func search(
        _ words: [QueryWord], in context: CommandContext
    ) async throws(CommandError) -> RecordsAnswer {
        let query: SearchQuery
        do throws(QueryFault) {
            query = try context.queryReader.read(words + [QueryWord("coordinate", qualifier: "has")])
        } catch {
            throw CommandError(error)
        }
        do throws(StoreError) {
            return try await context.aggregator.search(
                query, limit: 10, usesCache: context.session.settings.usesCache)
        } catch {
            throw CommandError(error)
        }
    }

    private static func place(
        _ words: [Word], _ count: Int, _ answer: RecordsAnswer, _ declaration: CommandDeclaration
    ) throws(CommandError) -> NamedPlace {
        let typed = words.prefix(count).map(\.text).joined(separator: " ")
        guard let best = answer.rows.first, let center = best.record.coordinate else {
            if !typed.contains(where: { $0.isLetter && !"nsewNSEW".contains($0) }) {
                throw NearPlace.usage("“\(typed)” is not a place", declaration)
            }
            throw CommandError(code: "no_place", message: "no place found for \(Quoted.text(typed))")
        }
        let others = answer.rows.dropFirst().filter { $0.tier == best.tier && $0.tier == .exact }
        return NamedPlace(
            center: center, name: name(best), count: count, typed: typed, otherRows: Array(others),
            hasMore: others.count > shownOthers || answer.isTruncated && others.count + 1 == answer.rows.count)
    }

    /// A place with what tells it apart: “London, United Kingdom (cities:2643743)”.
    static func name(_ row: RecordsAnswer.Row) -> String {
        "\(description(of: row)) (\(row.address))"
    }

    private static func description(of row: RecordsAnswer.Row) -> String {
        [row.shownTitle, row.record.subtitle].compactMap(\.self).joined(separator: ", ")
    }

    /// A sentence on other places of the same name and how to pick one; nil if there are none.
    func others(radius: String) -> String? {
        guard let next = otherRows.first else { return nil }
        let shown = otherRows.prefix(Self.shownOthers).map {
            "\(Self.description(of: $0)): near \($0.address) \(radius)"
        }
        let more = hasMore ? "; more: search \(next.record.title)" : ""
        return "other places called “\(typed)”: \(shown.joined(separator: "; "))\(more)"
    }
}
