extension Folding {
    /// Folds a text with `ä`, `ö`, `ü` and `å` spelled as `ae`, `oe`, `ue` and `aa`.
    ///
    /// Both spellings are common where a keyboard lacks these letters: `München` folds to `munchen`, and its alternate is
    /// `muenchen`. Returns nil when the text has none of these letters, be they one character or a letter and a mark.
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
