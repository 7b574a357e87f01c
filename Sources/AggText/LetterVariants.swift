/// Letters that are spelled with others although Unicode gives them no decomposition.
enum LetterVariants {
    /// The letter in lower case, spelled plainly.
    static func spelling(of letter: Unicode.Scalar) -> String {
        guard letter.properties.generalCategory != .otherLetter else { return String(letter) }
        let small = letter.properties.lowercaseMapping
        guard let scalar = small.unicodeScalars.first, let spelling = table[scalar] else { return small }
        return spelling
    }

    /// Whether a letter is another shape of one, and no letter of its own.
    static func isAnotherForm(_ letter: Unicode.Scalar) -> Bool {
        letter == "ς" || (0x1C80...0x1C88).contains(letter.value)
    }

    private static let table: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n", "ĸ": "k", "ſ": "s",
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t",
        // Letters of African, Azerbaijani and older alphabets, as they are commonly typed.
        "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o", "ƀ": "b", "ɓ": "b", "ƈ": "c", "ȼ": "c", "ƌ": "d", "ɖ": "d", "ɗ": "d",
        "ɇ": "e", "ƒ": "f", "ǥ": "g", "ɠ": "g", "ɣ": "g", "ɨ": "i", "ɉ": "j", "ƙ": "k", "ƚ": "l", "ɫ": "l", "ɲ": "n",
        "ƞ": "n", "ɵ": "o", "ƥ": "p", "ɋ": "q", "ɍ": "r", "ɽ": "r", "ȿ": "s", "ƫ": "t", "ƭ": "t", "ʈ": "t", "ʉ": "u",
        "ʋ": "v", "ƴ": "y", "ɏ": "y", "ƶ": "z", "ȥ": "z",
        // One letter in two forms: final sigma, and Old Church Slavonic shapes of modern letters.
        "ς": "σ", "\u{1C80}": "в", "\u{1C81}": "д", "\u{1C82}": "о", "\u{1C83}": "с", "\u{1C84}": "т",
        "\u{1C85}": "т", "\u{1C86}": "ъ", "\u{1C87}": "ѣ", "\u{1C88}": "ꙋ",
    ]
}
