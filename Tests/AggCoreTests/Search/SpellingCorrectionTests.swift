import Testing

import AggSearch

/// What a mistyped word may have been meant to be.
struct SpellingCorrectionTests {
    private let words = ["london": 30, "londrina": 1, "lodz": 2, "long": 9, "lyon": 3, "paris": 12, "parys": 1]

    @Test(arguments: [
        ("lodnon", ["london"]), ("londn", ["london", "long", "lodz"]), ("londonn", ["london"]), ("kondon", ["london"]),
        ("pariz", ["paris", "parys"]), ("lonh", ["long"]), ("xyz", []), ("l", []),
    ])
    func `the nearest words come first, of equally near ones the more frequent`(word: String, nearest: [String]) {
        #expect(SpellingCorrection(word: word).nearest(among: words, limit: 3) == nearest)
    }
}
