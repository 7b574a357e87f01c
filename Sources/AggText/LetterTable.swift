import Foundation
import Synchronization

/// The folded forms of Latin, Greek, and Cyrillic letters and the punctuation among them, for lookup in one step.
///
/// Nearly every text beyond ASCII needs no other characters and therefore no normalization. A block of letters is filled
/// when one of them is first needed; most searches need one or two blocks.
struct LetterTable: ~Copyable, Sendable {
    static let shared = LetterTable()

    /// The letters, or a separator between words; nil for a mark, whose handling depends on the letter before it.
    struct Entry: Equatable, Sendable {
        private(set) var bytes: UInt64 = 0
        private(set) var count: UInt8 = 0

        mutating func append(_ byte: UInt8) {
            bytes |= UInt64(byte) << (UInt64(count) * 8)
            count += 1
        }
    }

    /// The entries of consecutive letters.
    private final class Block: Sendable {
        let entries: [Entry?]

        init(from first: UInt32) {
            entries = WesternLetters.entries(from: first) ?? LetterTable.computed(from: first)
        }

        static let size: UInt32 = 64
    }

    private let blocks = InlineArray<27, AtomicLazyReference<Block>> { _ in AtomicLazyReference() }

    subscript(_ scalar: Unicode.Scalar) -> Entry? {
        let (number, place) = scalar.value.quotientAndRemainder(dividingBy: Block.size)
        let index: UInt32
        switch scalar.value {
        case 0x80...0x52F: index = number - 0x80 / Block.size
        // After the 19 blocks of the first range.
        case 0x1E00...0x1FFF: index = 19 + number - 0x1E00 / Block.size
        default: return nil
        }
        let known = blocks[Int(index)].load()
        let block = known ?? blocks[Int(index)].storeIfNil(Block(from: number * Block.size))
        return block.entries[Int(place)]
    }

    /// The entries of a block, according to Unicode.
    static func computed(from first: UInt32) -> [Entry?] {
        let scalars = (first..<first + Block.size).compactMap(Unicode.Scalar.init)
        return zip(scalars, CompatibilityForm.decomposed(scalars)).map(entry)
    }

    private static func entry(_ scalar: Unicode.Scalar, _ form: Substring.UnicodeScalarView) -> Entry? {
        switch CharacterKind(scalar) {
        case .mark: return nil
        case .vanishing: return Entry()
        default: break
        }
        var entry = Entry()
        for part in form {
            switch CharacterKind(part) {
            case .letter, .word:
                for byte in LetterVariants.spelling(of: part).utf8 { entry.append(byte) }
            case .blank where part.value < 0x80: entry.append(ASCIIFolding.fold(UInt8(part.value)))
            case .blank: entry.append(ASCIIFolding.blank)
            case .mark, .vanishing: break
            }
        }
        return entry
    }
}

/// The folded forms of the letters from U+00C0 to U+017F, which most Western languages need.
///
/// They are listed here because computing a block takes a million instructions, a tenth of a search in a new process.
enum WesternLetters {
    /// The three blocks, with two characters for each letter: `_` stands for none, and `-` for a blank.
    private static let forms: [String] = [
        """
        a_a_a_a_a_a_aec_e_e_e_e_i_i_i_i_d_n_o_o_o_o_o_-_o_u_u_u_u_y_thss\
        a_a_a_a_a_a_aec_e_e_e_e_i_i_i_i_d_n_o_o_o_o_o_-_o_u_u_u_u_y_thy_
        """,
        """
        a_a_a_a_a_a_c_c_c_c_c_c_c_c_d_d_d_d_e_e_e_e_e_e_e_e_e_e_g_g_g_g_\
        g_g_g_g_h_h_h_h_i_i_i_i_i_i_i_i_i_i_ijijj_j_k_k_k_l_l_l_l_l_l_l-
        """,
        """
        l l_l_n_n_n_n_n_n_n_n_n_o_o_o_o_o_o_oeoer_r_r_r_r_r_s_s_s_s_s_s_\
        s_s_t_t_t_t_t_t_u_u_u_u_u_u_u_u_u_u_u_u_w_w_y_y_y_z_z_z_z_z_z_s_
        """,
    ]

    /// The entries of a block; nil if it has other letters.
    static func entries(from first: UInt32) -> [LetterTable.Entry?]? {
        guard first >= 0xC0, first < 0x180 else { return nil }
        var entries: [LetterTable.Entry] = []
        for (place, byte) in forms[Int(first - 0xC0) / 64].utf8.enumerated() {
            if place.isMultiple(of: 2) { entries.append(LetterTable.Entry()) }
            switch byte {
            case UInt8(ascii: "_"): break
            case UInt8(ascii: "-"): entries[place / 2].append(ASCIIFolding.blank)
            default: entries[place / 2].append(byte)
            }
        }
        return entries
    }
}

/// Letters spelled with other letters although Unicode gives them no decomposition.
enum LetterVariants {
    /// The plain spelling of the letter in lower case.
    static func spelling(of letter: Unicode.Scalar) -> String {
        guard letter.properties.generalCategory != .otherLetter else { return String(letter) }
        let small = letter.properties.lowercaseMapping
        guard let scalar = small.unicodeScalars.first, let spelling = table[scalar] else { return small }
        return spelling
    }

    /// Whether a letter is a variant of another rather than a letter in its own right.
    static func isAnotherForm(_ letter: Unicode.Scalar) -> Bool {
        letter == "ς" || (0x1C80...0x1C88).contains(letter.value)
    }

    private static let table: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n", "ĸ": "k", "ſ": "s",
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t",
        // Letters of African, Azerbaijani, and older alphabets, as they are commonly typed.
        "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o", "ƀ": "b", "ɓ": "b", "ƈ": "c", "ȼ": "c", "ƌ": "d", "ɖ": "d", "ɗ": "d",
        "ɇ": "e", "ƒ": "f", "ǥ": "g", "ɠ": "g", "ɣ": "g", "ɨ": "i", "ɉ": "j", "ƙ": "k", "ƚ": "l", "ɫ": "l", "ɲ": "n",
        "ƞ": "n", "ɵ": "o", "ƥ": "p", "ɋ": "q", "ɍ": "r", "ɽ": "r", "ȿ": "s", "ƫ": "t", "ƭ": "t", "ʈ": "t", "ʉ": "u",
        "ʋ": "v", "ƴ": "y", "ɏ": "y", "ƶ": "z", "ȥ": "z",
        // One letter in two forms: final sigma, and Old Church Slavonic shapes of modern letters.
        "ς": "σ", "\u{1C80}": "в", "\u{1C81}": "д", "\u{1C82}": "о", "\u{1C83}": "с", "\u{1C84}": "т",
        "\u{1C85}": "т", "\u{1C86}": "ъ", "\u{1C87}": "ѣ", "\u{1C88}": "ꙋ",
    ]
}

/// Unicode compatibility forms of texts.
enum CompatibilityForm {
    /// The composed form (NFKC) of a text, without the characters that folding removes.
    ///
    /// Those are removed first: some would decompose to a space and a mark, others separate letters that compose.
    static func composedForFolding(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if CharacterKind.isHiddenBlank(scalar) {
                scalars.append(" ")
            } else if CharacterKind.isApostrophe(scalar) || CharacterKind.isInvisible(scalar) {
                continue
            } else if let last = scalars.last, !canCompose(last, scalar), CharacterKind.isCombiningMark(scalar) {
                continue
            } else {
                scalars.append(scalar)
            }
        }
        return stable(String(scalars))
    }

    /// Whether Foundation composes a mark with the character before it correctly.
    ///
    /// Foundation uses only the low 16 bits of a character beyond the basic plane, and would turn a Deseret letter with
    /// a common mark into a Cyrillic one. No script mixes planes like this, so such a mark is dropped.
    static func canCompose(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
        (base.value > 0xFFFF) == (mark.value > 0xFFFF)
    }

    /// The composed form (NFKC) of a text.
    static func composed(_ text: String) -> String {
        text.unicodeScalars.allSatisfy(isComposed) ? text : text.precomposedStringWithCompatibilityMapping
    }

    /// Whether a letter of a common Latin alphabet is its own composed form in any context.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80, 0xC0...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E: true
        default: false
        }
    }

    /// The composed form that no longer changes when composed again.
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

    /// The decomposed forms (NFKD) of single characters, requested at once because a call costs more than a character.
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
