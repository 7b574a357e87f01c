import AggSource
import Foundation

/// Parses `name:value` if the name is a qualifier or a column of a source.
struct QualifierReader: Sendable {
    private let sources: SourceNames
    private let kinds: [String: [Column.Kind]]
    private let unlisted: [SourceID]
    private let now: Date

    init(_ names: QueryNames, now: Date) {
        sources = names.sources
        kinds = names.kinds
        unlisted = names.unlisted
        self.now = now
    }

    /// Whether the word's name is a qualifier, or a column followed by a value.
    func know(_ word: QueryWord) -> Bool {
        guard let name = word.qualifier?.lowercased() else { return false }
        return Qualifier(name: name) != nil || kinds[name] != nil && !word.text.isEmpty
    }

    /// Whether a word is a filter, which can have an inequality sign.
    func isFilter(_ word: QueryWord) -> Bool {
        guard let name = word.qualifier?.lowercased() else { return false }
        return Qualifier(name: name).map { $0 != .sort } ?? (kinds[name] != nil)
    }

    /// Parses a word; nil if its name is unknown.
    func read(_ word: QueryWord) throws(QueryFault) -> QueryTerm? {
        guard let name = word.qualifier?.lowercased() else { return nil }
        switch Qualifier(name: name) {
        case .source: return .qualifier(word, .source(try sources.id(word.text)))
        case .is: return .qualifier(word, try state(word))
        case .has: return .qualifier(word, .has(try part(word)))
        case .tag:
            let tag = word.text.contains { !$0.isWhitespace } ? RecordCondition.name(ofTag: word.text) : nil
            return .qualifier(word, .tag(try known(tag, word, "one of your tags")))
        case .date:
            let span = try known(DateSpan(word.text, now: now), word, "a date such as 2024-01, >30d, or 2023..2024-06")
            return .qualifier(word, .date(span))
        case .near:
            return .qualifier(word, .near(try circle(word)))
        case .sort: return .sort(word, try order(word))
        case nil:
            guard let kinds = kinds[name], !word.text.isEmpty else { return nil }
            let tests = (try? tests(word, kinds).get()) ?? []
            let conditions = tests.map { RecordCondition.field(name, $0) }
            return .qualifier(word, conditions.count == 1 ? conditions[0] : .any(conditions))
        }
    }

    /// A note on a column's value that no record can have, or that begins with a lone “!”; nil if it needs none.
    func noteOnValue(_ word: QueryWord) -> String? {
        guard let name = word.qualifier, Qualifier(name: name) == nil, let kinds = kinds[name.lowercased()] else {
            return nil
        }
        let excluded = word.isQuoted ? "" : word.text.drop { $0 == "!" }
        let isMarked = excluded.count < word.text.count && excluded.contains { $0.isLetter || $0.isNumber }
        let advice = isMarked ? "to exclude a value, use \(name):!=\(excluded)" : nil
        if case .failure(let fault) = tests(word, kinds) {
            return [fault.message, advice].compactMap(\.self).joined(separator: "; ")
        }
        return advice.map { "the “!” in “\(name):\(word.text)” was ignored; \($0)" }
    }

    /// A note on a word whose name is unknown or has no value; nil if it needs none.
    ///
    /// Texts such as `https://…` or `std::vector` were not meant to name a column.
    func note(on word: QueryWord) -> String? {
        guard let name = word.qualifier, !word.text.hasPrefix("//"), !word.text.hasPrefix(":") else { return nil }
        if kinds[name.lowercased()] != nil { return "“\(name):” has no value, so it was treated as an ordinary word" }
        if let advice = RecordPart.advice(onFilteringBy: name.lowercased()) {
            return "“\(name):” is not a filter, so the term was treated as ordinary words; \(advice)"
        }
        let columns = kinds.keys.sorted()
        var nearest = Nearest.word(to: name, among: columns + Qualifier.allCases.map(\.name))
        if word.text.isEmpty, nearest == nil { return nil }
        nearest = nearest ?? Nearest.part(name, of: columns)
        var note = "no source has a column “\(name)”, so the term was treated as ordinary words"
        if sources.contains(name) {
            note += "; run “show \(name):\(word.text)” to show a record, or use “source:\(name)” to search the source"
            return note
        }
        if let nearest { note += "; did you mean “\(nearest):”?" }
        if !unlisted.isEmpty { note += (nearest == nil ? "; to" : " To") + adviceOnUnlisted }
        return note
    }

    /// How to filter by columns that are not listed, after “to”.
    private var adviceOnUnlisted: String {
        let names = unlisted.prefix(3).map(\.description) + (unlisted.count > 3 ? ["…"] : [])
        return " filter by a column of \(names.joined(separator: ", ")), list it under “columns” in the configuration"
    }

    /// What to write instead of operators of other query languages.
    private static let advice = [
        "AND": "a record must match all words, so just leave “AND” out",
        "NOT": "to exclude a word, put a hyphen before it",
    ]

    /// The columns of every record that only SQL sorts by.
    private static let sortedBySQL: Set = [
        "address", "key", "latitude", "longitude", "prominence", "source", "subtitle", "url",
    ]

    /// A note on a word such as `stars>5`, which lacks a colon, `50km`, or `AND`; nil for other words.
    func noteOnPlain(_ word: QueryWord) -> String? {
        if !word.isQuoted, !word.isNegated, let advice = Self.advice[word.text] ?? Self.adviceOnDistance(word.text) {
            return "“\(word.text)” was treated as an ordinary word; \(advice)"
        }
        let name = word.text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let rest = word.text[name.endIndex...]
        guard !word.isQuoted, kinds[name.lowercased()] != nil, ["<", ">", "=", "!="].contains(where: rest.hasPrefix),
            rest.contains(where: { $0.isLetter || $0.isNumber })
        else { return nil }
        let value = rest.first == "=" ? rest.drop { $0 == "=" } : rest
        return "“\(word.text)” was treated as ordinary words; did you mean “\(name):\(value)”?"
    }

    /// Where to write a distance such as `50km`; nil for other words, and for `5m` and `6ft`, which are common in titles.
    private static func adviceOnDistance(_ word: String) -> String? {
        guard word.hasSuffix("km") || word.hasSuffix("mi"), case .kilometers = DistanceText.read(word) else {
            return nil
        }
        return "to find records within \(word) of a place, run “near PLACE \(word)”"
    }

    private func state(_ word: QueryWord) throws(QueryFault) -> RecordCondition {
        switch word.text.lowercased() {
        case "favorite": .favorite
        case "stale": .stale
        default: throw fault(word, Qualifier.is.values.joined(separator: " or "))
        }
    }

    private func part(_ word: QueryWord) throws(QueryFault) -> RecordCondition.Part {
        switch word.text.lowercased() {
        case "coordinate": .coordinate
        case "date": .date
        case "url": .url
        case "link" where kinds["link"] == nil: .url
        case "subtitle": .subtitle
        case "tag": .tag
        case "note": .note
        case let name where kinds[name] != nil: .column(name)
        case let name:
            throw fault(
                word, Qualifier.has.values.joined(separator: ", ") + ", or a column",
                Nearest.hint(to: name, among: kinds.keys.sorted()))
        }
    }

    /// One order, or several with commas between them.
    private func order(_ word: QueryWord) throws(QueryFault) -> RecordOrder {
        var orders: [RecordOrder] = []
        for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            orders.append(try order(name[...], word))
        }
        return orders.count == 1 ? orders[0] : .several(orders)
    }

    private func order(_ text: Substring, _ word: QueryWord) throws(QueryFault) -> RecordOrder {
        let isDescending = text.hasPrefix("-")
        let name = text.drop { $0 == "-" }.lowercased()
        switch name {
        case "date": return .date(isDescending: isDescending)
        case "title": return .title(isDescending: isDescending)
        case "distance" where !isDescending: return .distance(nil)
        case "distance":
            throw QueryFault(
                word: "sort:\(word.text)",
                message: "“sort:distance” always lists the nearest first and cannot be reversed")
        case _ where kinds[name] != nil: return .column(name, isDescending: isDescending)
        default:
            throw fault(
                word,
                Qualifier.sort.values.joined(separator: ", ")
                    + ", or a column (a leading “-” reverses the order; commas separate several columns)",
                sortHint(name, isDescending: isDescending))
        }
    }

    /// The hint for a name that queries cannot sort by: the statement that can, or else the nearest column.
    private func sortHint(_ name: String, isDescending: Bool) -> String {
        guard Self.sortedBySQL.contains(name) else { return Nearest.hint(to: name, among: kinds.keys.sorted()) }
        let columns = name == "address" ? "address, title" : "address, title, \(name)"
        let order = isDescending ? "\(name) DESC" : name
        return "; to sort by \(name), use “sql SELECT \(columns) FROM records ORDER BY \(order) NULLS LAST”"
    }

    /// The tests of a column's value, one of which it must pass, since its kind depends on the source; a fault if no
    /// value can pass any.
    private func tests(_ word: QueryWord, _ kinds: [Column.Kind]) -> Result<[ValueTest], QueryFault> {
        var tests: [ValueTest] = []
        var faults: [QueryFault] = []
        for kind in kinds {
            switch test(word, kind) {
            case .success(let test): if !tests.contains(test) { tests.append(test) }
            case .failure(let fault): faults.append(fault)
            }
        }
        if tests.isEmpty, let fault = faults.first { return .failure(fault) }
        // The sign of a number is lost in a folded text: -5 would also find 5.
        if word.text.hasPrefix("-"), tests.contains(where: { if case .number = $0 { true } else { false } }) {
            tests.removeAll { if case .equals = $0 { true } else { false } }
        }
        return .success(tests)
    }

    /// The test of a column's value; a fault if no value can pass it.
    private func test(_ word: QueryWord, _ kind: Column.Kind) -> Result<ValueTest, QueryFault> {
        let equals = ValueTest.equals(ValueTest.name(of: word.text))
        if word.isQuoted { return .success(equals) }
        if ["!=", "<>"].contains(word.text) { return .failure(lackingValue(word)) }
        let comparison = Comparison(word.text)
        let range = comparison.flatMap(NumberRange.init)
        switch kind {
        case .integer, .decimal:
            if let range { return .success(.number(range)) }
            // 0.9, .9, and 0.90 are one number; an integer beyond a double's precision equals only itself.
            if let number = NumberRange(equalTo: word.text) { return .success(.number(number)) }
            // A range with a hyphen gets a note of its own if nothing is found.
            if Int64(word.text) != nil || word.text.contains(where: { "-–".contains($0) }) { return .success(equals) }
            return .failure(fault(word, "a number such as 1000, >1000, or 10..20"))
        case .date:
            if let span = DateSpan(word.text, now: now) { return .success(.date(span)) }
            return .failure(fault(word, "a date such as 2024-01, >30d, or 2023..2024-06"))
        case .boolean where comparison == nil && !["true", "false"].contains(word.text.lowercased()):
            return .failure(fault(word, "true or false"))
        case .text, .list, .boolean:
            guard let comparison else { return .success(equals) }
            // A text that is a number, such as a postal code, is compared as a number.
            if let range, kind == .text { return .success(.number(range)) }
            return .failure(notComparable(word, comparison, kind))
        }
    }

    private func lackingValue(_ word: QueryWord) -> QueryFault {
        let name = word.qualifier ?? ""
        let typed = "\(name):\(word.text)"
        let message = "“\(typed)” has no value; to find records with any value, use has:\(name.lowercased())"
        return QueryFault(word: typed, message: message)
    }

    private func notComparable(_ word: QueryWord, _ comparison: Comparison, _ kind: Column.Kind) -> QueryFault {
        let name = word.qualifier ?? ""
        let what = kind == .text ? "text" : kind == .list ? "a list" : "true or false"
        let quoted = "\(name):\"\(word.text)\""
        return QueryFault(
            word: "\(name):\(word.text)",
            message:
                "\(name) is \(what); “\(comparison.sign)” works only with numbers and dates "
                + "(for this exact text, use \(quoted))"
        )
    }

    private func circle(_ word: QueryWord) throws(QueryFault) -> Circle {
        switch Circle.read(word.text) {
        case .circle(let circle): return circle
        case .fault(let reason):
            throw fault(
                word, "a place and a distance, such as 41.88,-87.63,1km or \"41.88N 87.63W 500 ft\"",
                reason.isEmpty ? "" : ": \(reason)")
        }
    }

    private func known<Value>(
        _ value: Value?, _ word: QueryWord, _ expectation: String
    ) throws(QueryFault) -> Value {
        guard let value else { throw fault(word, expectation) }
        return value
    }

    private func fault(_ word: QueryWord, _ expectation: String, _ hint: String = "") -> QueryFault {
        let name = word.qualifier ?? ""
        return QueryFault(
            word: "\(name):\(word.text)", message: "“\(name):” takes \(expectation), not “\(word.text)”\(hint)")
    }
}
