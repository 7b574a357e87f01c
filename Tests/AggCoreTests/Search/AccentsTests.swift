import Testing

import AggSearch
import AggSource

/// Strict accents: a letter typed with an accent matches only itself.
struct AccentsTests {
    private func tier(_ query: String, _ record: Record, isPhrase: Bool = false) -> MatchTier? {
        TierMatcher(SearchText([SearchText.Term(query, isPhrase: isPhrase)], accents: .strict)).tier(of: record)
    }

    @Test(arguments: [
        ("são", "São Paulo", true), ("são", "Sao Tome", false), ("sao", "São Paulo", true), ("sao", "Sao Tome", true),
        ("é", "e", false), ("é", "è", false), ("é", "É", true), ("é", "e\u{301}cole", true),
        ("e\u{301}", "école", true),
        ("e", "é", true), ("sã", "São Paulo", true),
        ("são p", "São Paulo", true), ("são á", "São Paulo", false),
        ("säo", "São Paulo", false), ("résume", "Résumé", true), ("resumé", "Resume", false), ("ê", "ế", false),
        ("müller", "Müller", true), ("müller", "Mueller", false), ("müller", "Muller", false),
        ("mueller", "Müller", true), ("muellér", "Müllér", true), ("muellér", "Müller", false),
        ("straße", "Straße", true), ("straße", "Strasse", false), ("strasse", "Straße", true),
        ("st éloi", "Saint Éloi", true), ("sté anne", "Sainte Anne", false), ("ste anne", "Sainte Anne", true),
        ("łódź", "Łódź", true), ("łodz", "Łódź", true), ("łodz", "Lodz", false), ("ø", "o", false), ("o", "ø", true),
        ("Ångström", "Ångström", true), ("Ångström", "Aangstrom", false), ("東京", "東京都", true), ("й", "и", false),
        ("и", "й", true), ("σοφος", "σοφός", true), ("σοφός", "σοφος", false), ("L’été", "l'été", true),
    ])
    func `an accented letter matches only itself, and a plain letter any accent`(
        query: String, title: String, isFound: Bool
    ) {
        #expect((tier(query, record(title)) != nil) == isFound)
    }

    @Test(arguments: [
        ("são paulo", MatchTier?.some(.exact)), ("são", .titlePrefix), ("são-paulo bras", .subtitle),
        ("tomé", .subtitle),
        ("pâulo", nil), ("brasil são", .subtitle), ("ações", .anywhere), ("acoes", .anywhere), ("açoes", .anywhere),
        ("ãcoes", nil), ("ilha", .anywhere),
    ])
    func `the tier depends on where the accents match`(query: String, expected: MatchTier?) {
        let record = record(
            "São Paulo", "Tomé, Brasil", fields: ["topics": .list(["ações", "x"])], keywords: ["ilha"])
        #expect(tier(query, record) == expected)
    }

    @Test func `matches the subtitle if the title lacks the accent`() {
        #expect(tier("são", record("Sao Tome", "São Tomé e Príncipe")) == .subtitle)
    }

    @Test(arguments: [
        ("são paulo", true), ("sao paulo", true), ("são páulo", false), ("paulo são", false), ("são pau", true),
    ])
    func `a phrase keeps its accents`(phrase: String, isFound: Bool) {
        #expect((tier(phrase, record("Grande São Paulo"), isPhrase: true) != nil) == isFound)
    }

    @Test func `strict accents do not change a text without accents`() {
        #expect(!SearchText("sao paulo", accents: .strict).hasMarks)
        #expect(SearchText("sao st", accents: .strict) == SearchText("sao st"))
        #expect(!SearchText("são").hasMarks)
    }
}
