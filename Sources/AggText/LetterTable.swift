import Synchronization

/// What becomes of each Latin, Greek and Cyrillic letter and of the punctuation among them, looked up in one step.
///
/// Nearly every text beyond ASCII needs no other character, and so no normalization. A block of letters is worked out when one
/// of them is met first: most searches need one or two.
struct LetterTable: ~Copyable, Sendable {
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

    /// The entries of letters that follow each other.
    private final class Block: Sendable {
        let entries: [Entry?]

        init(from first: UInt32) {
            let scalars = (first..<first + Block.size).compactMap(Unicode.Scalar.init)
            entries = zip(scalars, CompatibilityForm.decomposed(scalars)).map(entry)
        }

        static let size: UInt32 = 64
    }

    private let blocks = InlineArray<27, AtomicLazyReference<Block>> { _ in AtomicLazyReference() }

    subscript(_ scalar: Unicode.Scalar) -> Entry? {
        let (number, place) = scalar.value.quotientAndRemainder(dividingBy: Block.size)
        let index: UInt32
        switch scalar.value {
        case 0x80...0x52F: index = number - 0x80 / Block.size
        // Behind the 19 blocks of the first range.
        case 0x1E00...0x1FFF: index = 19 + number - 0x1E00 / Block.size
        default: return nil
        }
        let known = blocks[Int(index)].load()
        let block = known ?? blocks[Int(index)].storeIfNil(Block(from: number * Block.size))
        return block.entries[Int(place)]
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
