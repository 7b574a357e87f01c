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
