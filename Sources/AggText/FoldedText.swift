/// A folded text under construction: words separated by single spaces.
struct FoldedText {
    private var bytes: [UInt8] = []
    private var wordIsOver = false
    /// The previous letter, if its marks are kept.
    private var base: Unicode.Scalar?

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    var count: Int { bytes.count }

    /// The bytes from an index on.
    func bytes(from start: Int) -> ArraySlice<UInt8> { bytes[start...] }

    /// Appends the folded form of one character of a text in NFKC.
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            append(ASCIIFolding.fold(UInt8(scalar.value)))
            base = nil
        } else if let entry = LetterTable.shared[scalar] {
            append(entry)
            base = nil
        } else {
            appendByKind(scalar)
        }
    }

    private mutating func appendByKind(_ scalar: Unicode.Scalar) {
        switch CharacterKind(scalar) {
        case .letter(let keepsMarks):
            for letter in LetterVariants.spelling(of: scalar).unicodeScalars {
                // The capital of some letter outside the table may have its lower-case letter inside.
                if letter.value < 0x80 || LetterTable.shared[letter] != nil {
                    append(letter)
                } else {
                    appendLetter(letter)
                }
            }
            base = keepsMarks ? scalar : nil
        case .word:
            wordIsOver = true
            appendLetter(scalar)
            wordIsOver = true
            base = scalar
        case .mark:
            if let base, CompatibilityForm.canCompose(base, scalar), let units = UTF8.encode(scalar) {
                bytes.append(contentsOf: units)
            }
        case .vanishing: break
        case .blank:
            wordIsOver = true
            base = nil
        }
    }

    private mutating func append(_ entry: LetterTable.Entry) {
        var remaining = entry.bytes
        for _ in 0..<entry.count {
            append(UInt8(truncatingIfNeeded: remaining))
            remaining >>= 8
        }
    }

    /// Appends one byte of a letter, or handles the code for the end of a word or for nothing.
    private mutating func append(_ byte: UInt8) {
        switch byte {
        case ASCIIFolding.vanishing: break
        case ASCIIFolding.blank: wordIsOver = true
        default:
            partWords()
            bytes.append(byte)
        }
    }

    private mutating func appendLetter(_ letter: Unicode.Scalar) {
        partWords()
        if let units = UTF8.encode(letter) { bytes.append(contentsOf: units) }
    }

    private mutating func partWords() {
        if wordIsOver && !bytes.isEmpty { bytes.append(ASCIIFolding.blank) }
        wordIsOver = false
    }
}

/// The folded words of a text, and the characters that their bytes come from.
package struct FoldedLetters {
    /// The folded text.
    package let text: String
    /// For each character, the end of its folded form.
    private let ends: [Int]
    /// For each word, its first byte.
    package let words: [Int]

    /// Folds a text; the alternate form expands `ä`, `ö`, `ü`, and `å` to two letters.
    package init(_ text: String, isAlternate: Bool) {
        var folded = FoldedText(capacity: text.utf8.count * 2)
        var ends: [Int] = []
        for character in text {
            for scalar in CompatibilityForm.composedForFolding(String(character)).unicodeScalars {
                if isAlternate, let pair = Folding.pair(for: scalar) {
                    for letter in pair { folded.append(letter) }
                } else {
                    folded.append(scalar)
                }
            }
            ends.append(folded.count)
        }
        self.text = folded.text
        self.ends = ends
        let bytes = folded.bytes(from: 0)
        words = bytes.indices.filter { place in
            bytes[place] != ASCIIFolding.blank && (place == 0 || bytes[place - 1] == ASCIIFolding.blank)
        }
    }

    /// The characters that a range of bytes comes from.
    package func characters(from start: Int, to end: Int) -> Range<Int> {
        let (first, last) = (character(ofByte: start), character(ofByte: end - 1))
        return first..<max(first, last) + 1
    }

    /// Whether no character separates a word from the one before it, as between `東` and `京` in `東京`.
    package func isJoined(_ word: Int) -> Bool {
        guard word > 0 else { return false }
        // The byte before a word is a blank.
        let start = words[word]
        return character(ofByte: start) - character(ofByte: start - 2) <= 1
    }

    /// The character that a byte comes from: the first one whose folded form ends after it.
    private func character(ofByte place: Int) -> Int {
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension String {
    /// Whether the text sorts before another by its UTF-8 bytes, as in SQLite's `BINARY` order.
    package func isBefore(_ other: String) -> Bool {
        let order = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.lexicographicallyPrecedes(right) }
        }
        return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension StringProtocol {
    /// Whether the text starts with another by its UTF-8 bytes, as in a range of a `BINARY` index.
    @inlinable
    package func begins(with start: some StringProtocol) -> Bool {
        utf8.starts(with: start.utf8)
    }
}
