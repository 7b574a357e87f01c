import Foundation

/// Unicode's compatibility forms of texts.
enum CompatibilityForm {
    /// The composed form (NFKC) of a text without the characters that vanish in folding.
    ///
    /// Those go first: some would decompose to a blank and a mark, others stand between letters that compose.
    static func composedForFolding(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if CharacterKind.isHiddenBlank(scalar) {
                scalars.append(" ")
            } else if CharacterKind.isApostrophe(scalar) || CharacterKind.isInvisible(scalar) {
                continue
            } else if let last = scalars.last, !canCompose(last, scalar), CharacterKind.isMark(scalar) {
                continue
            } else {
                scalars.append(scalar)
            }
        }
        return stable(String(scalars))
    }

    /// Whether Foundation can be trusted to compose a mark with the character before it.
    ///
    /// It takes a character beyond the basic plane by its low 16 bits, and would make a Cyrillic letter of a Deseret one with
    /// a common mark. No writing mixes the planes like this, so such a mark is left out.
    static func canCompose(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
        (base.value > 0xFFFF) == (mark.value > 0xFFFF)
    }

    /// The composed form (NFKC) of a text.
    static func composed(_ text: String) -> String {
        text.unicodeScalars.allSatisfy(isComposed) ? text : text.precomposedStringWithCompatibilityMapping
    }

    /// Whether a letter of a common Latin alphabet is its own composed form whatever stands beside it.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80, 0xC0...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E: true
        default: false
        }
    }

    /// The composed form that composes to itself.
    ///
    /// Foundation leaves a few sequences half composed (a compatibility Jamo before a vowel, some Tibetan vowels).
    private static func stable(_ text: String) -> String {
        var form = composed(text)
        for _ in 0..<3 {
            let next = composed(form)
            guard !next.utf8.elementsEqual(form.utf8) else { break }
            form = next
        }
        return form
    }

    /// The decomposed forms (NFKD) of single characters, asked for at once since a call costs more than a character.
    static func decomposed(_ scalars: [Unicode.Scalar]) -> [Substring.UnicodeScalarView] {
        let separator: Unicode.Scalar = "\n"
        var joined = String.UnicodeScalarView()
        for scalar in scalars {
            joined.append(scalar)
            joined.append(separator)
        }
        let forms = String(joined).decomposedStringWithCompatibilityMapping
        return forms.unicodeScalars.split(
            separator: separator, maxSplits: scalars.count, omittingEmptySubsequences: false)
    }
}
