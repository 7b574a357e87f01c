import Testing

import AggSearch

/// Suggestions for a mistyped word.
struct SpellingCorrectionTests {
    private let words = ["london": 30, "londrina": 1, "lodz": 2, "long": 9, "lyon": 3, "paris": 12, "parys": 1]

    @Test(arguments: [
        ("lodnon", ["london"]), ("londn", ["london", "long", "lodz"]), ("londonn", ["london"]), ("kondon", ["london"]),
        ("pariz", ["paris", "parys"]), ("lonh", ["long"]), ("xyz", []), ("l", []),
    ])
    func `suggests the nearest words first, and the more frequent of equally near ones`(word: String, nearest: [String])
    {
        #expect(SpellingCorrection(word: word).nearest(among: words, limit: 3) == nearest)
    }

    @Test func `a letter is not replaced by another one`() {
        #expect(SpellingCorrection(word: "j").nearest(among: ["e": 7, "oj": 1], limit: 3) == ["oj"])
    }
}
