/// The one folding of text that titles, searchable text and queries share, so that they meet.
///
/// The folded form is made of words separated by single blanks:
/// - compatibility forms are composed (Unicode NFKC) and letter case is folded;
/// - marks are stripped from Latin, Greek and Cyrillic letters, and stay on the letters of other scripts;
/// - a table spells letters that have no mark to strip (`ø` as `o`, `ß` as `ss`, `ς` as `σ`, …);
/// - apostrophe-like marks and invisible characters vanish: `O’Fallon` and `OFallon` are one word;
/// - other punctuation, symbols, blanks and control characters part words, except `+` and `#` (`c++`, `c#`);
/// - each Han, Kana, Hangul and Thai character is a word of its own, together with its marks, so that `京` is found
///   inside `東京`.
///
/// Folding a folded text gives the same text again.
package enum Folding {
    /// Folds a text, such as a title or a query.
    ///
    /// The result is empty when the text has no letter, no digit, no `+` and no `#`.
    package static func fold(_ text: String) -> String {
        var text = text
        return text.withUTF8 { ASCIIFolding.fold($0) } ?? foldBeyondASCII(text)
    }

    /// Folds a part of a text, such as one word of a query.
    package static func fold(_ text: Substring) -> String {
        var text = text
        return text.withUTF8 { ASCIIFolding.fold($0) } ?? foldBeyondASCII(String(text))
    }

    private static func foldBeyondASCII(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.allSatisfy({ CharacterKind.isIndependent($0) }) else {
            return fold(CompatibilityForm.composedForFolding(text).unicodeScalars)
        }
        return fold(scalars)
    }

    private static func fold(_ scalars: String.UnicodeScalarView) -> String {
        var folded = FoldedText(capacity: scalars.count * 4)
        for scalar in scalars { folded.append(scalar) }
        return folded.text
    }
}

extension Folding {
    /// Folds a text with `ä`, `ö`, `ü` and `å` spelled as `ae`, `oe`, `ue` and `aa`.
    ///
    /// Both spellings are common where a keyboard lacks these letters: `München` folds to `munchen`, and its alternate is
    /// `muenchen`. Returns nil if the text has none of these letters, be they one character or a letter and a mark.
    package static func alternate(of text: String) -> String? {
        // 0xC3 begins each of these letters in UTF-8, 0xCC begins the marks.
        var text = text
        guard text.withUTF8({ bytes in bytes.contains { $0 == 0xC3 || $0 == 0xCC } }) else { return nil }
        var spelled = String.UnicodeScalarView()
        var isAlternate = false
        for scalar in text.unicodeScalars {
            if let pair = pair(for: scalar) {
                // One by one: to append several copies all that is there already.
                for scalar in pair { spelled.append(scalar) }
                isAlternate = true
            } else if let base = spelled.last, let letter = secondLetter(base: base, mark: scalar) {
                spelled.append(letter)
                isAlternate = true
            } else {
                spelled.append(scalar)
            }
        }
        return isAlternate ? fold(String(spelled)) : nil
    }

    static func pair(for letter: Unicode.Scalar) -> String.UnicodeScalarView? {
        switch letter {
        case "ä", "Ä": "ae".unicodeScalars
        case "ö", "Ö": "oe".unicodeScalars
        case "ü", "Ü": "ue".unicodeScalars
        case "å", "Å": "aa".unicodeScalars
        default: nil
        }
    }

    private static func secondLetter(base: Unicode.Scalar, mark: Unicode.Scalar) -> Unicode.Scalar? {
        switch (base, mark.value) {
        case ("a", 0x308), ("A", 0x308), ("o", 0x308), ("O", 0x308), ("u", 0x308), ("U", 0x308): "e"
        case ("a", 0x30A), ("A", 0x30A): "a"
        default: nil
        }
    }
}

/// Folds texts of ASCII characters alone, which most titles and nearly all keystrokes are.
enum ASCIIFolding {
    /// The folded text, or nil if the bytes go beyond ASCII.
    static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { folded in
            var count = 0
            var wordIsOver = false
            for byte in bytes {
                switch fold(byte) {
                case vanishing: continue
                case blank: wordIsOver = count > 0
                case let letter:
                    if wordIsOver {
                        folded[count] = blank
                        count += 1
                        wordIsOver = false
                    }
                    folded[count] = letter
                    count += 1
                }
            }
            return count
        }
    }

    /// What becomes of one ASCII character: itself, its small letter, ``blank`` or ``vanishing``.
    static func fold(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "#"):
            byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "'"), UInt8(ascii: "`"): vanishing
        default: blank
        }
    }

    static let blank = UInt8(ascii: " ")
    static let vanishing: UInt8 = 0
}
