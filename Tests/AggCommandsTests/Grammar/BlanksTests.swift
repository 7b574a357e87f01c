import Testing

@Suite struct BlanksTests {
    @Test(arguments: [
        ("", []),
        ("   ", []),
        ("sources", ["sources"]),
        ("  list   cities  ", ["list", "cities"]),
        ("search\tlon\tuk", ["search", "lon", "uk"]),
        ("search san\u{A0}jose", ["search", "san", "jose"]),
        ("search 東京　塔", ["search", "東京", "塔"]),
        ("search \u{301}a b", ["search", "\u{301}a", "b"]),
        ("sources\r", ["sources"]),
    ])
    func `splits a line at whitespace`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test(arguments: ["c++", "c#", "a;b", "--limit=5", "a|b", "name:value", "12:30", "-", "(x)", "a>b", "\u{0}", "é́"])
    func `keeps punctuation inside a word`(word: String) {
        #expect(words("search \(word)") == ["search", word])
    }

    @Test(arguments: ["\u{0}a\u{0}", "\u{1B}[31m", "👩‍👩‍👧‍👦", "e\u{301}\u{323}", "\u{202E}abc", "\u{FFFD}", "🇫🇷🇩🇪", "ﷺ"])
    func `accepts any Unicode character in a word`(text: String) {
        #expect(words("search \(text) x") == ["search", text, "x"])
    }
}
