import AggSearch
import AggSource
import TestSupport
import Testing

@Suite struct MatchOrderTests {
    /// Whether the query sorts the matches into this order.
    private func isOrder(_ matches: [SearchMatch], for query: String = "new") -> Bool {
        let text = SearchText(query)
        let sorted = matches.reversed().sorted { MatchOrder($0, for: text) < MatchOrder($1, for: text) }
        return sorted == matches
    }

    @Test func `puts the better tier before everything else`() {
        let tiers: [MatchTier] = [.exact, .titlePrefix, .titleWords, .titleWordPrefixes, .subtitle, .anywhere]
        #expect(isOrder(tiers.enumerated().map { match(record("New \($0)", prominence: $0), $1, isFavorite: $0 == 5) }))
    }

    @Test func `puts favorites first within a tier`() {
        #expect(
            isOrder([match(record("New B", prominence: 0), isFavorite: true), match(record("New A", prominence: 7))]))
    }

    @Test func `then puts the better known first`() {
        #expect(
            isOrder([
                match(record("New C", prominence: 7)), match(record("New A", prominence: 3)), match(record("New B")),
            ]))
    }

    @Test func `then puts the spelling as typed first`() {
        #expect(isOrder([match(record("São Tomé")), match(record("Sao Marcos"))], for: "são"))
        #expect(isOrder([match(record("Sao Tomé")), match(record("São Marcos"))], for: "sao"))
    }

    @Test(
        arguments: [
            ("st elmo", "St. Elmo", "Saint Elmo"), ("st. elmo", "St Elmo", "Saint Elmo"),
            ("st e", "St. Elmo", "Saint Elmo"), ("mt z", "Mt. Zion", "Mount Zeil"),
            ("ft kay", "Ft. Kay", "Fort Kay"), ("ste bee", "Ste-Bee", "Sainte-Bee"),
            ("port st lucie", "Port St. Lucie", "Port Saint Lucie"), ("saint elmo", "Saint-Elmo", "St Elmo"),
        ])
    func `puts a word as typed before one that stands for it, whatever the punctuation`(
        query: String, first: String, second: String
    ) {
        #expect(isOrder([match(record(first)), match(record(second))], for: query))
        let last = query.split(separator: " ").reversed().joined(separator: " ")
        #expect(isOrder([match(record(first), .titleWords), match(record(second), .titleWords)], for: last))
    }

    @Test func `an alternative title can have a word as typed`() {
        var elmo = record("Zeta")
        elmo.alternativeTitles = ["Saint Elmo", "St. Elmo"]
        #expect(isOrder([match(elmo), match(record("Saint Elmo"))], for: "st elmo"))
    }

    @Test func `puts a title first that is a whole part of the query`() {
        let (reading, borough) = (match(record("Reading"), .subtitle), match(record("Borough of Reading"), .subtitle))
        #expect(isOrder([reading, borough], for: "reading uk"))
        #expect(
            isOrder(
                [match(record("São João"), .subtitle), match(record("Sao Joao Alto"), .subtitle)], for: "sao joao x"))
        var rome = record("Roma")
        rome.alternativeTitles = ["Rome"]
        #expect(isOrder([match(rome, .subtitle), match(record("New Rome"), .subtitle)], for: "rome italy"))
        #expect(
            isOrder([match(record("Saint Ives"), .anywhere), match(record("Old Ives"), .anywhere)], for: "st ives uk"))
    }

    @Test func `looks for the typed spelling in the words if the title does not start with it`() {
        let first = match(record("Fest in São Paulo"), .titleWords)
        let second = match(record("Art in Sao Paulo"), .titleWords)
        #expect(isOrder([first, second], for: "são"))
    }

    @Test func `ranks a record by the best of its matching titles`() {
        var rome = record("Zama")
        rome.alternativeTitles = ["Newton", "New Aa", "Aachen"]
        #expect(isOrder([match(rome), match(record("New Ab"))]))
        rome.alternativeTitles = ["New Zz"]
        #expect(isOrder([match(record("New Ab")), match(rome)]))
        rome.alternativeTitles = ["Néw Aa", "New Zz"]
        #expect(
            isOrder([match(record("New Ab")), match(rome), match(record("Néw Bb"))]), "spelling goes before the title")
    }

    @Test func `then sorts by folded title`() {
        #expect(isOrder([match(record("New a")), match(record("NEW B")), match(record("new c"))]))
    }

    @Test func `then puts the newest first, and those without a date last`() {
        #expect(
            isOrder([
                match(record("New", date: "2024-03-06")), match(record("New", date: "2024-03-05T10:00:00Z")),
                match(record("New", date: "2024-03-05")), match(record("New", key: "0")),
            ]))
    }

    @Test func `finally sorts by the bytes of the key`() {
        #expect(isOrder(["10", "9", "Z", "a", "é"].map { match(record("New", key: $0)) }))
    }

    @Test func `is a total order: of two different matches, the same one is always first`() {
        var random = SeededGenerator(seed: 7)
        let titles = ["New York", "new york", "Néw York", "Newark"]
        let dates = [nil, "2024-03-05", "2024-03-06"]
        let text = SearchText("new")
        let orders = (0..<200).map { key in
            let record = record(
                titles[random.below(4)], key: "\(key)", prominence: random.below(3), date: dates[random.below(3)])
            let tier = MatchTier.allCases[random.below(6)]
            return MatchOrder(match(record, tier, isFavorite: random.below(2) == 0), for: text)
        }
        let sorted = orders.sorted()
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            #expect(left < right)
            #expect(!(right < left))
        }
        #expect(orders.shuffled(using: &random).sorted() == sorted)
    }
}
