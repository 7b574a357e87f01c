/// How folding treats a character beyond ASCII.
enum CharacterKind {
    /// A letter or digit of a word; `keepsMarks` is whether the marks after it are kept.
    case letter(keepsMarks: Bool)
    /// A letter that is a word by itself.
    case word
    /// A mark that belongs to the character before it.
    case mark
    /// Punctuation, a symbol, or whitespace, which separates words.
    case blank
    /// A character that is removed: apostrophes and invisible formatting.
    case vanishing

    init(_ scalar: Unicode.Scalar) {
        guard !Self.isApostrophe(scalar) else {
            self = .vanishing
            return
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            self = Self.isWord(scalar) ? .word : .letter(keepsMarks: !Self.isLatinGreekOrCyrillic(scalar))
        case .decimalNumber, .otherNumber: self = .letter(keepsMarks: false)
        case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
        default: self = Self.isInvisible(scalar) ? .vanishing : .blank
        }
    }

    /// Whether a character looks like an apostrophe, a prime, or the sign for a glottal stop.
    ///
    /// Includes characters whose compatibility form is one of these, or would be a space and a mark.
    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x27, 0x60, 0xB4,
            0x02B9...0x02BF, 0x02C8, 0x02CA, 0x02CB, 0x02EE, 0x02F4,
            0x0374, 0x0384, 0x055A, 0x05F3,
            0x1FBD, 0x1FBF, 0x1FEF, 0x1FFD, 0x1FFE,
            0x2018, 0x2019, 0x201B, 0x2032, 0x2035,
            0xA78B, 0xA78C, 0xFF07, 0xFF40:
            true
        default: false
        }
    }

    /// Whether a character separates words although its compatibility form would not.
    ///
    /// These are the doubled primes, which are used as quotation marks or inches, and the zero-width space.
    static func isHiddenBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B, 0x2033, 0x2034, 0x2036, 0x2037, 0x2057: true
        default: false
        }
    }

    /// Whether a character is invisible, such as a soft hyphen or a joiner.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Whether a character combines with the one before it.
    static func isCombiningMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether normalization treats each character separately in a text that has only such characters.
    static func isIndependent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80,
            0x05D0...0x05EA, 0x0620...0x064A,  // Hebrew, Arabic
            0x2010...0x2027, 0x2030...0x203B,  // dashes, quotation marks
            0x3001...0x3003, 0x3007...0x3011,  // ideographic punctuation
            0x3041...0x3096, 0x30A1...0x30FC,  // Kana
            0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
            0xAC00...0xD7A3:  // Hangul syllables
            true
        default: LetterTable.shared[scalar] != nil
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E01...0x0E30, 0x0E32, 0x0E33, 0x0E40...0x0E46,  // Thai
            0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
            0xF900...0xFAD9, 0x20000...0x2FA1D, 0x30000...0x3347F,
            0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,  // Kana
            0x1AFF0...0x1AFFE, 0x1B000...0x1B167,
            0xAC00...0xD7A3:  // Hangul syllables
            true
        default: false
        }
    }

    private static func isLatinGreekOrCyrillic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x2B8, 0x1D00...0x1DBF, 0x1E00...0x1EFF,  // Latin
            0x2C60...0x2C7F, 0xA722...0xA7FF, 0xAB30...0xAB6F, 0x10780...0x107BF, 0x1DF00...0x1DFFF,
            0x370...0x3FF, 0x1F00...0x1FFF,  // Greek
            0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F, 0x1E030...0x1E08F:  // Cyrillic
            true
        default: false
        }
    }
}
