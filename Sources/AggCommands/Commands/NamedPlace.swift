import AggCore
import AggSearch
import AggSource
import AggStorage
import AggText

/// The best-known place with a name, in search order.
struct NamedPlace {
    /// Its location.
    let center: Coordinate
    /// The name to show.
    let name: String
    /// The number of words in its name.
    let count: Int
    private let typed: String
    private let otherRows: [RecordsAnswer.Row]
    private let hasMore: Bool

    /// The maximum number of words in a name.
    private static let longestName = 6
    /// The number of other places with the name to mention.
    private static let shownOthers = 2

    /// Finds the place named by the first words.
    ///
    /// A quoted word is a name. Otherwise, the name consists of the words before the distance. If they name no place,
    /// or there is no distance, it is the longest prefix that is the whole name of a well-known place or, from the same
    /// source as the place named by fewer words, of any place; then the longest prefix that is the whole name of any
    /// place, then the first word if that is the whole name of a place. A name can be followed by words of the
    /// subtitle, such as a country. All words together can also be the start of a well-known place's name.
    ///
    /// - Throws: A failure if no place is found.
    static func find(
        _ words: [Word], in context: CommandContext, for declaration: CommandDeclaration
    ) async throws -> NamedPlace {
        if words[0].isQuoted {
            if let regional = try await place(words, 1, in: context) { return regional }
            let phrase = try await search([QueryWord(words[0].text, isQuoted: true)], in: context)
            let found = try await phrase.rows.isEmpty ? search([QueryWord(words[0].text)], in: context) : phrase
            return try await place(words, 1, found, declaration, in: context)
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
        if names.prefix(length).contains(where: { $0.text.contains(",") }) {
            if let regional = try await place(words, length, in: context) { return regional }
        }
        let single = try await search([QueryWord(words[0].text)], in: context)
        let namesake = single.rows.first { $0.tier == .exact }
        let isKnown = namesake.map { $0.record.prominence > 0 } ?? false
        var whole: (count: Int, answer: RecordsAnswer)?
        for count in (2...max(2, length)).reversed() where count <= length {
            let answer = try await search(words.prefix(count).map { QueryWord($0.text) }, in: context)
            guard let best = answer.rows.first else { continue }
            let isTitle = best.tier.map { $0 <= .titleWordPrefixes } ?? false
            let isWhole = isWholeName(best, words.prefix(count))
            if best.record.prominence > 0 ? isWhole || count == length : hasDistance && count == length && isTitle {
                if let whole, whole.answer.rows[0].address.source == best.address.source { break }
                return try await place(words, count, answer, declaration, in: context)
            }
            if isWhole, whole == nil, best.tier == .exact || best.address.source == namesake?.address.source {
                whole = (count, answer)
            }
        }
        if let whole, !isKnown || whole.answer.rows[0].address.source == namesake?.address.source {
            return try await place(words, whole.count, whole.answer, declaration, in: context)
        }
        // Of several words, the first is a name only by itself: not “the” in “the Louvre”.
        if single.rows.contains(where: { length == 1 ? isNamed($0, words[0].text) : $0.tier == .exact }) {
            return try await place(words, 1, single, declaration, in: context)
        }
        // The failure names all words of the place.
        return try await place(
            words, max(1, length), RecordsAnswer(rows: [], sources: single.sources), declaration, in: context)
    }

    /// The best matches for some words that have a location; those that match equally well are in the order of how well
    /// known they are, favorites or not.
    private static func search(
        _ words: [QueryWord], limit: Int = 10, in context: CommandContext
    ) async throws -> RecordsAnswer {
        let query = try context.queryReader.read(words + [QueryWord("coordinate", qualifier: "has")])
        var answer = try await context.aggregator.search(
            query, limit: limit, usesCache: context.session.settings.usesCache)
        answer.rows = answer.rows.enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            if let tier = one.tier, let otherTier = other.tier, tier != otherTier { return tier < otherTier }
            let (known, otherKnown) = (one.record.prominence, other.record.prominence)
            return known == otherKnown ? first.offset < second.offset : known > otherKnown
        }.map(\.element)
        return answer
    }

    /// The best-known place written as “NAME, COUNTRY”, or with another part of its subtitle after the comma.
    ///
    /// - Returns: Nil if there is no comma.
    /// - Throws: A failure if there is no place with this name.
    private static func place(
        _ words: [Word], _ count: Int, in context: CommandContext
    ) async throws -> NamedPlace? {
        let typed = words.prefix(count).map(\.text).joined(separator: " ")
        let parts = typed.split(separator: ",", maxSplits: 1).map { Folding.fold(String($0)) }
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let whole = try await search([QueryWord(typed, isQuoted: words[0].isQuoted)], in: context).rows.first?.tier
        if whole == .exact { return nil }
        let region = parts[1].split(separator: " ").map { QueryWord(String($0)) }
        // Names that only begin with this one, such as “Parish”, can come first.
        var answer = try await search([QueryWord(parts[0])] + region, limit: 500, in: context)
        let matcher = TierMatcher(SearchText(parts[0]))
        answer.rows.removeAll { matcher.tier(of: $0.record) != .exact }
        answer.rows = inRegion(parts[1], answer.rows)
        guard let best = answer.rows.first, let center = best.record.coordinate else {
            if whole == .titlePrefix { return nil }
            let name = String(typed.prefix { $0 != "," })
            let isKnown = try await search([QueryWord(name)], in: context).rows.contains { isNamed($0, name) }
            let advice =
                "; “near \(name)” uses the best-known place with that name, and “search \(name)” lists all such places"
            throw CommandError(
                code: "no_place", message: "no place found for \(Quoted.text(typed))\(isKnown ? advice : "")")
        }
        return NamedPlace(center: center, name: name(best), count: count, typed: typed, otherRows: [], hasMore: false)
    }

    /// The rows in a region, such as a country or a state, the best known first: those for which it is a whole name or
    /// code, or else those for which each word of it is one, or begins a word of the subtitle.
    private static func inRegion(_ region: String, _ rows: [RecordsAnswer.Row]) -> [RecordsAnswer.Row] {
        let words = Folding.fold(region).split(separator: " ")
        let named = rows.map { row in
            let subtitle = Folding.fold(row.record.subtitle ?? "")
            let names = Set((row.record.keywords + row.record.fields.map(\.value.text)).map { Folding.fold($0) })
            let isWhole = names.union([subtitle]).contains(words.joined(separator: " "))
            let isPartly = words.allSatisfy { word in
                names.contains(String(word)) || subtitle.split(separator: " ").contains { $0.hasPrefix(word) }
            }
            return (row: row, isWhole: isWhole, isPartly: isPartly)
        }
        let whole = named.filter(\.isWhole)
        let found = whole.isEmpty ? named.filter(\.isPartly) : whole
        return found.enumerated().sorted { first, second in
            let (one, other) = (first.element.row.record.prominence, second.element.row.record.prominence)
            return one == other ? first.offset < second.offset : one > other
        }.map(\.element.row)
    }

    private static func place(
        _ words: [Word], _ count: Int, _ answer: RecordsAnswer, _ declaration: CommandDeclaration,
        in context: CommandContext
    ) async throws -> NamedPlace {
        let typed = words.prefix(count).map(\.text).joined(separator: " ")
        let named = answer.rows.filter { isNamed($0, typed) }
        guard let best = named.first, let center = best.record.coordinate else {
            if !typed.contains(where: { $0.isLetter && !"nsewNSEW".contains($0) }) {
                throw NearPlace.usage("“\(typed)” is not a place", declaration)
            }
            let advice =
                ["me", "here"].contains(typed.lowercased())
                ? ": agg does not know where you are" : try await similar(to: typed, in: context)
            throw CommandError(code: "no_place", message: "no place found for \(Quoted.text(typed))\(advice)")
        }
        // Two entries for the same town count as one.
        var others: [RecordsAnswer.Row] = []
        for row in named.dropFirst() where row.tier == best.tier && row.tier == .exact {
            let places = ([best] + others).compactMap(\.record.coordinate)
            guard let place = row.record.coordinate, places.allSatisfy({ $0.distance(to: place) > sameTown }) else {
                continue
            }
            others.append(row)
        }
        return NamedPlace(
            center: center, name: name(best), count: count, typed: typed, otherRows: others,
            hasMore: others.count > shownOthers || answer.isTruncated && others.count + 1 == answer.rows.count)
    }

    /// The hint for a misspelled name: `; did you mean “London”?`, or nothing.
    private static func similar(to typed: String, in context: CommandContext) async throws -> String {
        let settings = context.session.settings
        guard settings.suggests else { return "" }
        let query = try context.queryReader.read([QueryWord(typed), QueryWord("coordinate", qualifier: "has")])
        let titles = try await context.aggregator.suggestions(for: query, usesCache: settings.usesCache)
        return titles.isEmpty ? "" : "; did you mean \(titles.map { "“\($0)”" }.joined(separator: " or "))?"
    }

    /// Places with the same name within this distance, in kilometers, count as one.
    private static let sameTown = 10.0

    /// Whether words are the whole title of a record, perhaps with words of its subtitle.
    private static func isWholeName(_ row: RecordsAnswer.Row, _ words: ArraySlice<Word>) -> Bool {
        if row.tier == .exact { return true }
        guard row.tier == .subtitle || row.tier == .anywhere else { return false }
        let words = Folding.fold(words.map(\.text).joined(separator: " ")).split(separator: " ")
        let titles = [row.record.title] + row.record.alternativeTitles
        return titles.contains { Folding.fold($0).split(separator: " ").allSatisfy(words.contains) }
    }

    /// Whether words are a record's name rather than just part of its text: they are whole words of its title, or the
    /// start of a well-known place's name.
    private static func isNamed(_ row: RecordsAnswer.Row, _ typed: String) -> Bool {
        let words = Folding.fold(typed).split(separator: " ")
        let titles = ([row.record.title] + row.record.alternativeTitles).map { Folding.fold($0).split(separator: " ") }
        guard let first = words.first else { return false }
        switch row.tier {
        case nil: return false
        case .exact: return true
        case .titlePrefix, .titleWords, .titleWordPrefixes:
            if titles.contains(where: { title in words.allSatisfy(title.contains) }) { return true }
            return words.count > 1 || row.record.prominence > 0 && typed.count > 3
        case .subtitle: return words.count > 1 && titles.contains { $0.contains(first) }
        case .anywhere:
            return words.count > 1
                && titles.contains {
                    $0.contains(first) && (row.record.prominence > 0 || $0.allSatisfy(words.contains))
                }
        }
    }

    /// A place with details that identify it: “London, United Kingdom (cities:2643743)”.
    static func name(_ row: RecordsAnswer.Row) -> String {
        "\(description(of: row)) (\(row.address))"
    }

    private static func description(of row: RecordsAnswer.Row) -> String {
        [row.shownTitle, row.record.subtitle].compactMap(\.self).joined(separator: ", ")
    }

    /// A sentence about other places with the same name and how to choose one; nil if there are none.
    func others(radius: String, _ line: TypedLine) -> String? {
        guard let next = otherRows.first else { return nil }
        let shown = otherRows.prefix(Self.shownOthers).map {
            let address = $0.address.description
            let near = line.text([Word("near"), Word(address)], options: [radius]) ?? address
            return "\(Self.description(of: $0)): \(near)"
        }
        let search = hasMore ? line.text([Word("search"), Word(next.record.title)]) : nil
        let more = search.map { "; more: \($0)" } ?? ""
        return "other places called “\(typed)”: \(shown.joined(separator: "; "))\(more)"
    }
}
