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
    /// subtitle, such as a country, or by a state. All words together can also be the start of a well-known place's
    /// name.
    ///
    /// - Throws: A failure if no place is found.
    static func find(
        _ words: [Word], in context: CommandContext, for declaration: CommandDeclaration
    ) async throws -> NamedPlace {
        if words[0].isQuoted {
            if let regional = try await regional(words, 1...1, in: context) { return regional }
            let phrase = try await search([QueryWord(words[0].text, isQuoted: true)], in: context)
            let found = try await phrase.rows.isEmpty ? search([QueryWord(words[0].text)], in: context) : phrase
            return try await place(words, 1, found, declaration, in: context)
        }
        var words = words
        // At the end of a name, “OR” is Oregon; elsewhere, it joins the terms of a query.
        if let place = words.indices.dropFirst().first(where: { words[$0].queryWord == .or }) {
            let rest = words[(place + 1)...]
            if try rest.isEmpty || NearPlace.distance(rest, declaration) != nil { words[place] = Word("or") }
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
            let counts = (hasDistance ? length : 1)...length
            if let regional = try await regional(words, counts, in: context) { return regional }
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

    /// The best-known place written as “NAME, COUNTRY”, or with a state or part of its subtitle after the comma.
    ///
    /// It has as many words as possible; `counts` are the numbers to try.
    ///
    /// - Returns: Nil if there is no comma, or a title has it.
    /// - Throws: A failure if there is no place with this name.
    private static func regional(
        _ words: [Word], _ counts: ClosedRange<Int>, in context: CommandContext
    ) async throws -> NamedPlace? {
        var missing: String?
        for count in counts.reversed() {
            let typed = words.prefix(count).map(\.text).joined(separator: " ")
            let parts = typed.split(separator: ",", maxSplits: 1).map(String.init)
            guard parts.count == 2, !Folding.fold(parts[0]).isEmpty else { break }
            let whole = try await search([QueryWord(typed, isQuoted: words[0].isQuoted)], in: context).rows.first?.tier
            if whole == .exact { return nil }
            let region = Folding.fold(parts[1]).split(separator: " ").map { QueryWord(String($0)) }
            // Names that only begin with this one, such as “Parish”, can come first.
            var answer = try await search([QueryWord(parts[0], isQuoted: true)] + region, limit: 500, in: context)
            let matcher = TierMatcher(SearchText(parts[0]))
            answer.rows.removeAll { matcher.tier(of: $0.record) != .exact }
            if let best = inRegion(parts[1], answer.rows).first, let center = best.record.coordinate {
                return NamedPlace(
                    center: center, name: name(best), count: count, typed: typed, otherRows: [], hasMore: false)
            }
            if whole == .titlePrefix { return nil }
            missing = missing ?? typed
        }
        guard let missing else { return nil }
        let bare = String(missing.prefix { $0 != "," })
        let isKnown = try await search([QueryWord(bare)], in: context).rows.contains { isNamed($0, bare) }
        let advice =
            "; “near \(bare)” uses the best-known place with that name, and “search \(bare)” lists all such places"
        throw CommandError(
            code: "no_place", message: "no place found for \(Quoted.text(missing))\(isKnown ? advice : "")")
    }

    /// The rows in a region, such as a country or a state, the best known first: those for which it is a whole name or
    /// code, or else those for which each word of it is one, or begins a word of the subtitle.
    private static func inRegion(_ region: String, _ rows: [RecordsAnswer.Row]) -> [RecordsAnswer.Row] {
        let forms = forms(of: region)
        let named = rows.map { row in
            let subtitle = Folding.fold(row.record.subtitle ?? "")
            let names = Set((row.record.keywords + row.record.fields.map(\.value.text)).map { Folding.fold($0) })
            let isWhole = forms.contains { names.union([subtitle]).contains($0.joined(separator: " ")) }
            let isPartly = forms.contains { form in
                form.allSatisfy { word in
                    names.contains(word) || subtitle.split(separator: " ").contains { $0.hasPrefix(word) }
                }
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

    /// The folded words of a text in all spellings that a search tries, starting with the one typed.
    private static func forms(of text: String) -> [[String]] {
        SearchText(text).forms.map { Array($0.groups.joined()) }
    }

    /// The words of each title of a record, in all its spellings, without the title that only adds the state.
    private static func titles(of record: Record) -> [[String]] {
        let titles = [record.title] + record.alternativeTitles.filter { !$0.hasPrefix(record.title + ", ") }
        return TitleForm.forms(of: titles).map { $0.folded.split(separator: " ").map(String.init) }
    }

    /// Whether words are the whole title of a record, perhaps with words of its subtitle.
    private static func isWholeName(_ row: RecordsAnswer.Row, _ words: ArraySlice<Word>) -> Bool {
        if row.tier == .exact { return true }
        guard row.tier == .subtitle || row.tier == .anywhere else { return false }
        let forms = forms(of: words.map(\.text).joined(separator: " "))
        return titles(of: row.record).contains { title in forms.contains { form in title.allSatisfy(form.contains) } }
    }

    /// Whether words are a record's name rather than just part of its text: they are whole words of its title, or the
    /// start of a well-known place's name.
    private static func isNamed(_ row: RecordsAnswer.Row, _ typed: String) -> Bool {
        let (forms, titles) = (forms(of: typed), titles(of: row.record))
        guard let words = forms.first else { return false }
        let isKnown = row.record.prominence > 0
        func hasTitle(_ isMet: (_ title: [String], _ form: [String]) -> Bool) -> Bool {
            titles.contains { title in forms.contains { isMet(title, $0) } }
        }
        func begins(_ title: [String], _ form: [String]) -> Bool {
            form.first.map { title.contains($0) } ?? false
        }
        switch row.tier {
        case nil: return false
        case .exact: return true
        case .titlePrefix, .titleWords, .titleWordPrefixes:
            if hasTitle({ title, form in form.allSatisfy(title.contains) }) { return true }
            // Only the last word may be unfinished: “queens ny” is not Queensbury, NY.
            if words.count > 1 { return hasTitle { title, form in form.dropLast().allSatisfy(title.contains) } }
            return isKnown && typed.count > 3
        case .subtitle: return words.count > 1 && hasTitle(begins)
        case .anywhere:
            return words.count > 1
                && hasTitle { title, form in begins(title, form) && (isKnown || title.allSatisfy(form.contains)) }
        }
    }

    /// A place with details that identify it: “London, United Kingdom (cities:2643743)”.
    static func name(_ row: RecordsAnswer.Row) -> String {
        "\(description(of: row)) (\(row.address))"
    }

    private static func description(of row: RecordsAnswer.Row) -> String {
        [title(of: row), row.record.subtitle].compactMap(\.self).joined(separator: ", ")
    }

    /// The title of a place, with its state if known, such as “Springfield, MA”, or the other title that was found.
    private static func title(of row: RecordsAnswer.Row) -> String {
        let start = row.record.title + ", "
        if let matched = row.matchedTitle, !matched.hasPrefix(start) { return row.shownTitle }
        return row.record.alternativeTitles.first { $0.hasPrefix(start) } ?? row.shownTitle
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
