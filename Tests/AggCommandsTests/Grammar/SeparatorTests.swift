import Testing

@Suite struct SeparatorTests {
    @Test(arguments: [
        ("sources; favorites", [["sources"], ["favorites"]]),
        ("sources ; favorites", [["sources"], ["favorites"]]),
        ("sources;", [["sources"]]),
        (";", []),
        (" ; ; ", []),
        ("; sources", [["sources"]]),
        ("sources;; favorites", [["sources"], ["favorites"]]),
        ("sources;;; favorites", [["sources"], ["favorites"]]),
        ("search \"new york\"; exit", [["search", "‹new york›"], ["exit"]]),
        ("search country:'New Zealand'; exit", [["search", "country:‹New Zealand›"], ["exit"]]),
        ("search ''; exit", [["search", "‹›"], ["exit"]]),
        ("set limit 5; search lon; exit 3", [["set", "limit", "5"], ["search", "lon"], ["exit", "3"]]),
    ])
    func `a semicolon at the end of a word separates commands`(line: String, expected: [[String]]) {
        #expect(read(line) == expected)
    }

    @Test(arguments: ["a;b", ";a", "a;b;c", "sources;favorites", "\"a\";b"])
    func `a semicolon before a letter is literal`(word: String) {
        #expect(read("search \(word)") == [["search", word]])
    }

    @Test func `a bar is an operator only as a separate word`() {
        #expect(words("search a|b |c d|") == ["search", "a|b", "|c", "d|"])
    }
}
