import AggSearch
import AggSource
import Testing

@Suite struct TierMatcherTests {
    private let record = AggCoreTests.record(
        "Old Market Hall", "Springfield, Kansas",
        fields: ["owner": .text("City Council"), "topics": .list(["trade", "brick work"]), "floors": .integer(3)],
        keywords: ["Bazaar"])

    private func tier(_ query: String) -> MatchTier? {
        TierMatcher(SearchText(query)).tier(of: record)
    }

    private func tier(phrase: String, then word: String? = nil) -> MatchTier? {
        let terms = [SearchText.Term(phrase, isPhrase: true)] + (word.map { [SearchText.Term($0)] } ?? [])
        return TierMatcher(SearchText(terms)).tier(of: record)
    }

    @Test(arguments: [
        ("old market hall", MatchTier.exact), ("OLD  Market-Hall", .exact),
        ("o", .titlePrefix), ("old", .titlePrefix), ("old m", .titlePrefix), ("old market hal", .titlePrefix),
        ("market", .titleWords), ("market h", .titleWords), ("hall old", .titleWords), ("hall m", .titleWords),
        ("mark hall", .titleWordPrefixes), ("ha ol", .titleWordPrefixes),
        ("market springfield", .subtitle), ("kan", .subtitle), ("spring mark", .subtitle),
        ("council", .anywhere), ("old council", .anywhere), ("trade", .anywhere), ("work", .anywhere),
        ("bazaar kansas old city", .anywhere), ("baz", .anywhere),
    ])
    func `finds the best tier`(query: String, expected: MatchTier) {
        #expect(tier(query) == expected)
    }

    @Test(arguments: ["hallo", "arket", "old market hall x", "ld", "3", "floors", "owner", "missouri old"])
    func `finds nothing if a word is missing`(query: String) {
        #expect(tier(query) == nil)
    }

    @Test(arguments: ["", "  ", "?!", "“”"])
    func `finds nothing for a blank query`(query: String) {
        #expect(SearchText(query).isBlank)
        #expect(tier(query) == nil)
    }

    @Test(arguments: [
        ("old market hall", MatchTier?.some(.exact)), ("old mark", .titlePrefix), ("market hall", .titleWords),
        ("market ha", .titleWords), ("hall market", nil), ("mark hall", nil), ("springfield kan", .subtitle),
        ("hall springfield", nil), ("city council", .anywhere), ("brick work", .anywhere), ("trade brick", .anywhere),
    ])
    func `keeps the words of a phrase together`(phrase: String, expected: MatchTier?) {
        #expect(tier(phrase: phrase) == expected)
    }

    @Test(
        arguments: [
            ("東京", "東京都", MatchTier.titlePrefix), ("東京", "新東京", .titleWords), ("東", "新東京", .titleWords),
            ("東京", "京東", nil), ("東 京", "京東", .titleWords), ("東京・大阪", "大阪と東京", .titleWords),
            ("กรุงเทพ", "ถนนกรุงเทพ", .titleWords), ("กรุงเ", "ถนนกรุงเทพ", .titleWords), ("กรุงเทพ", "เทพกรุง", nil),
            ("iPhone手机", "手机 iPhone", .titleWords),
        ] as [(String, String, MatchTier?)])
    func `keeps the letters of a word together in scripts without blanks`(
        query: String, title: String, expected: MatchTier?
    ) {
        #expect(TierMatcher(SearchText(query)).tier(of: AggCoreTests.record(title)) == expected)
    }

    @Test func `matches only the very last word as a prefix if words must be whole`() {
        #expect(tier(phrase: "market hall", then: "ol") == .titleWords)
        #expect(tier(phrase: "market hal", then: "old") == nil)
    }

    @Test(arguments: [Accents.loose, .strict])
    func `checks only searchable columns`(accents: Accents) {
        for query in ["council", "cöuncil"] {
            let matcher = TierMatcher(SearchText(query, accents: accents))
            let expected: MatchTier? = accents == .loose || query == "council" ? .anywhere : nil
            #expect(matcher.tier(of: record, unsearchable: ["topics"]) == expected)
            #expect(matcher.tier(of: record, unsearchable: ["owner"]) == nil)
        }
    }

    @Test(
        arguments: [
            ("rome", MatchTier.exact, "Rome"), ("rom", .titlePrefix, nil), ("roma", .exact, nil),
            ("rim", .exact, "Řím"),
            ("aeterna", .titleWords, "Urbs Aeterna"), ("rome italy", .subtitle, "Rome"), ("roma italy", .subtitle, nil),
            ("lazio", .anywhere, nil), ("rome lazio", .anywhere, "Rome"), ("roma rome", .subtitle, "Rome"),
            ("rome aeterna", .subtitle, nil), ("aet urb", .titleWordPrefixes, "Urbs Aeterna"),
        ] as [(String, MatchTier, String?)])
    func `finds a record by its alternative titles and reports which one matched`(
        query: String, tier: MatchTier, needed: String?
    ) {
        let rome = Record(
            key: "1", title: "Roma", alternativeTitles: ["Rome", "Řím", "Urbs Aeterna"], subtitle: "Italy",
            keywords: ["Lazio"])
        let matcher = TierMatcher(SearchText(query))
        #expect(matcher.tier(of: rome) == tier)
        #expect(matcher.alternativeTitle(of: rome, in: tier) == needed)
    }

    @Test(
        arguments: [("Köln", ["Cologne"], nil), ("Cologne", ["Köln"], "Köln"), ("Koeln", ["Köln"], nil)]
            as [(String, [String], String?)])
    func `an expanded umlaut matches without an alternative title`(title: String, others: [String], needed: String?) {
        let record = Record(key: "1", title: title, alternativeTitles: others)
        let matcher = TierMatcher(SearchText("koeln"))
        #expect(matcher.tier(of: record) == .exact)
        #expect(matcher.alternativeTitle(of: record, in: .exact) == needed)
        #expect(matcher.alternativeTitle(of: record, in: .titlePrefix) == needed)
    }

    @Test(arguments: ["muller konig", "mueller koenig", "muller koenig", "mueller konig"])
    func `each word of a title can have its own spelling`(query: String) {
        let record = Record(key: "1", title: "Café Müller-König", alternativeTitles: ["Kaffeehaus"])
        #expect(TierMatcher(SearchText(query)).tier(of: record) == .titleWords)
        #expect(TierMatcher(SearchText(query, accents: .strict)).tier(of: record) == .titleWords)
    }

    @Test func `applies strict accents to the title that matches`() {
        let record = Record(key: "1", title: "Elsewhere", alternativeTitles: ["Sao", "São Paulo"])
        #expect(TierMatcher(SearchText("são", accents: .strict)).tier(of: record) == .titlePrefix)
        #expect(TierMatcher(SearchText("sao", accents: .strict)).tier(of: record) == .exact)
        #expect(TierMatcher(SearchText("são paulo", accents: .strict)).tier(of: record) == .exact)
    }

    @Test func `finds keywords whichever columns are searchable`() {
        let columns: Set = ["owner", "topics", "floors"]
        #expect(TierMatcher(SearchText("bazaar")).tier(of: record, unsearchable: columns) == .anywhere)
    }

    @Test(arguments: [
        ("Köln", "koln"), ("Köln", "koeln"), ("Köln", "köln"), ("Koeln", "köln"), ("Århus", "aarhus"),
        ("Saint Paul", "st paul"), ("St. Paul", "saint paul"), ("O’Fallon", "ofallon"), ("東京都", "東京"),
    ])
    func `finds every spelling of a title`(title: String, query: String) {
        #expect(TierMatcher(SearchText(query)).tier(of: AggCoreTests.record(title)) != nil)
    }
}
