import Testing

import AggCommands

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("a\u{301}\u{323}b", 2), ("東京", 4), ("한국", 4), ("ｱ", 1),
        ("Ａ", 2),
        ("カ\u{3099}", 2), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇫🇷", 2), ("⌚", 2), ("⚡", 2), ("★", 1), ("❤️", 2), ("…", 1),
        ("a\u{200D}b", 2), ("ก็", 1), ("שָׁ", 1), ("🪐", 2), ("🟢", 2), ("〈", 2), ("𠮷", 2), ("␛", 1),
        // Thai and Lao AM, spacing vowel signs of Devanagari, Tamil, and Bengali, and a conjunct of two letters.
        ("น\u{E33}", 2), ("ນ\u{EB3}", 2), ("द\u{93F}ल\u{94D}ल\u{940}", 5), ("கோ", 2), ("\u{995}\u{9BE}", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("a\u{AD}b", 2), ("䷀", 2), ("ｶﾞ", 2),
    ])
    func `counts terminal columns`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("東京都", 6, "東京都"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("abc", 1, "…"),
        ("abc", 0, ""), ("", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"), ("東京", 1, "…"),
        ("ab\u{200D}\u{200D}", 2, "ab\u{200D}\u{200D}"), ("\u{200D}", 0, "\u{200D}"),
        ("น\u{E33}น\u{E33}", 4, "น\u{E33}น\u{E33}"), ("น\u{E33}น\u{E33}", 3, "น\u{E33}…"),
    ])
    func `cuts between characters and marks the cut`(text: String, width: Int, expected: String) {
        let cut = DisplayWidth.cut(text, to: width)
        #expect(cut == expected)
        #expect(DisplayWidth.of(cut) <= width)
    }

    @Test(arguments: [
        ("東", 4, false, "東  "), ("東", 4, true, "  東"), ("abc", 2, false, "abc"), ("e\u{301}", 2, true, " e\u{301}"),
    ])
    func `pads to columns`(text: String, width: Int, right: Bool, expected: String) {
        #expect(DisplayWidth.pad(text, to: width, right: right) == expected)
    }
}
