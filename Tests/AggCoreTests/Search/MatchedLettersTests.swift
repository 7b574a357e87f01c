import Testing

import AggSearch

@Suite struct MatchedLettersTests {
    @Test(arguments: [
        ("munchen", "München", "[München]"), ("mun", "München", "[Mün]chen"), ("muenchen", "München", "[München]"),
        ("muen", "München", "[Mün]chen"), ("mün", "MUNCHEN", "[MUN]CHEN"), ("mün", "Muenchen", "[Muen]chen"),
        ("munchen", "Mu\u{308}nchen", "[Mu\u{308}nchen]"),
        ("san jo", "San José del Sanlúcar", "[San] [Jo]sé del [San]lúcar"),
        ("ofallon", "O’Fallon", "[O’Fallon]"), ("o'f", "OFallon", "[OF]allon"),
        ("strasse", "Große Straße", "Große [Straße]"),
        ("st", "Saint Louis, St. Paul", "[Saint] Louis, [St]. Paul"), ("京", "東京都", "東[京]都"),
        ("c++", "The C++ book", "The [C++] book"), ("ondon", "London", "London"), ("", "London", "London"),
        ("lon", "", ""), ("pizza", "PIZZA-pizza (Pizzas)", "[PIZZA]-[pizza] ([Pizza]s)"), ("fi", "ﬁne", "[ﬁ]ne"),
        ("f", "ﬁne", "[ﬁ]ne"), ("'", "it's", "it's"), ("a b", "a b c", "[a] [b] c"),
    ])
    func `finds the letters that match`(query: String, text: String, expected: String) {
        #expect(marked(text, SearchText(query)) == expected)
    }

    @Test func `a phrase matches only adjacent words`() {
        let text = SearchText([.init("new york", isPhrase: true), .init("pi")])
        #expect(marked("New Yorkers of New York: new pizza", text) == "New Yorkers of [New York]: new [pi]zza")
    }

    @Test func `respects strict accents`() {
        let text = SearchText("é", accents: .strict)
        #expect(marked("été, ete", text) == "[é]té, ete")
    }

    @Test(arguments: ["a", "e", "s", "東", "ö", "aa", "1"])
    func `finds ranges of characters in the text, in order`(query: String) {
        for text in ["", "ﬀﬃ", "e\u{301}\u{301}", "👩‍👩‍👧‍👦a", "\u{301}a", "½ ㎏ a", "ﷺ", "한국어 a", "Åå Ää", "ǅ", "a\u{200D}b"] {
            var end = -1
            for range in SearchText(query).matchedCharacters(of: text) {
                #expect(range.lowerBound > end && !range.isEmpty && range.upperBound <= text.count)
                end = range.upperBound
            }
        }
    }

    private func marked(_ text: String, _ query: SearchText) -> String {
        let characters = Array(text)
        var marked = ""
        var place = 0
        for range in query.matchedCharacters(of: text) {
            marked += String(characters[place..<range.lowerBound]) + "[" + String(characters[range]) + "]"
            place = range.upperBound
        }
        return marked + String(characters[place...])
    }
}
