/// The folding of text shared by titles, searchable text, and queries, so that they can match.
///
/// The folded form consists of words separated by single spaces:
/// - compatibility forms are composed (Unicode NFKC), and letter case is folded;
/// - marks are stripped from Latin, Greek, and Cyrillic letters but kept on letters of other scripts;
/// - a table handles letters without a mark to strip (`ø` as `o`, `ß` as `ss`, `ς` as `σ`, …);
/// - apostrophe-like marks and invisible characters are removed: `O’Fallon` and `OFallon` are one word;
/// - other punctuation, symbols, whitespace, and control characters separate words, except `+` and `#` (`c++`, `c#`);
/// - each Han, Kana, Hangul, and Thai character is a separate word, together with its marks, so that `京` is found in
///   `東京`.
///
/// Folding is idempotent.
package enum Folding {
    /// Folds a text, such as a title or a query.
    ///
    /// The result is empty if the text has no letter, digit, `+`, or `#`.
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
    /// Whether the folded form of a text may have an ASCII letter or digit; false for many texts in scripts other than
    /// Latin, which need not be folded to be compared with a query such as `san`.
    package static func mayHaveASCII(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x80:
                ![ASCIIFolding.blank, ASCIIFolding.vanishing].contains(ASCIIFolding.fold(UInt8(scalar.value)))
            // From Greek to Vedic; Kana; Han; Hangul.
            case 0x370...0x1CFF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3: false
            default: true
            }
        }
    }
}

extension Folding {
    /// Folds a text with `ä`, `ö`, `ü`, and `å` expanded to `ae`, `oe`, `ue`, and `aa`.
    ///
    /// Both spellings are common on keyboards without these letters: `München` folds to `munchen`, and its alternate is
    /// `muenchen`. Returns nil if the text has none of these letters, precomposed or decomposed.
    package static func alternate(of text: String) -> String? {
        // In UTF-8, each of these letters starts with 0xC3, and the marks start with 0xCC.
        var text = text
        guard text.withUTF8({ bytes in bytes.contains { $0 == 0xC3 || $0 == 0xCC } }) else { return nil }
        var spelled = String.UnicodeScalarView()
        var isAlternate = false
        for scalar in text.unicodeScalars {
            if let pair = pair(for: scalar) {
                // One by one, because appending several copies the whole text.
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

/// Folds ASCII texts, which most titles and nearly all keystrokes are.
enum ASCIIFolding {
    /// The folded text, or nil if the bytes are not all ASCII.
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

    /// The folded form of one ASCII character: itself, its lower-case letter, ``blank``, or ``vanishing``.
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
