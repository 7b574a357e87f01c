/// What becomes of each Latin, Greek and Cyrillic letter and of the punctuation among them, looked up in one step.
///
/// Nearly every text beyond ASCII needs no other character, and so no normalization.
struct LetterTable: Sendable {
    static let shared = LetterTable()

    /// Letters, and blanks where words part; nil for a mark, whose fate the letter before it decides.
    struct Entry: Sendable {
        private(set) var bytes: UInt64 = 0
        private(set) var count: UInt8 = 0

        mutating func append(_ byte: UInt8) {
            bytes |= UInt64(byte) << (UInt64(count) * 8)
            count += 1
        }
    }

    private static let ranges: [ClosedRange<UInt32>] = [0x80...0x52F, 0x1E00...0x1FFF]
    private var low: [Entry?]
    private var high: [Entry?]

    private init() {
        low = Self.entries(Self.ranges[0])
        high = Self.entries(Self.ranges[1])
    }

    subscript(_ scalar: Unicode.Scalar) -> Entry? {
        switch scalar.value {
        case 0x80...0x52F: low[Int(scalar.value - 0x80)]
        case 0x1E00...0x1FFF: high[Int(scalar.value - 0x1E00)]
        default: nil
        }
    }

    private static func entries(_ range: ClosedRange<UInt32>) -> [Entry?] {
        let scalars = range.compactMap(Unicode.Scalar.init)
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
