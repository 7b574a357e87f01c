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

    @Test(arguments: [
        ("qemuu", ["qemu"]), ("dabi", ["dhabi", "gabi", "dali"]), ("gandi", ["gandhi"]), ("embuu", ["embu"]),
        ("1990", ["1900"]),
    ])
    func `a word that differs only in h and double letters comes first, and less close ones are omitted`(
        word: String, nearest: [String]
    ) {
        let words = ["qemu": 1, "embu": 9, "emu": 3, "dali": 4, "dhabi": 1, "gabi": 5, "gandhi": 1, "1900": 1]
        #expect(SpellingCorrection(word: word).nearest(among: words, limit: 3) == nearest)
    }

    @Test(arguments: ["c#", "c++", "#"])
    func `one letter and a sign are like no other word`(word: String) {
        let words = ["c": 5, "cc": 3, "co": 2, "c++": 1]
        #expect(SpellingCorrection(word: word).nearest(among: words, limit: 3) == [])
    }

    @Test func `a letter is not replaced by another one`() {
        #expect(SpellingCorrection(word: "j").nearest(among: ["e": 7, "oj": 1], limit: 3) == ["oj"])
    }
}
