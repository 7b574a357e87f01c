/// The folded words of a text, with a record of which letters had an accent.
///
/// A letter counts as accented if folding changes it: `é`, but also `ø` and `ß`. Letters are compared in lower-case
/// NFC, so that the encoding of an accent does not matter.
package struct MarkedText: Hashable, Sendable {
    /// A folded word.
    package struct Word: Hashable, Sendable {
        /// The word, as returned by `Folding.fold`.
        package var folded = ""
        /// For each byte of the folded word, the accented letter it comes from; empty for a plain letter.
        package var marks: [String] = []
        /// The word as written, in lower case.
        package var written = ""

        /// Whether any letter has an accent.
        package var isMarked: Bool { marks.contains { !$0.isEmpty } }

        /// Creates an empty word.
        package init() {}

        /// Creates a word without accents from its folded form.
        package init(plain folded: String) {
            self.folded = folded
            written = folded
        }
    }

    /// The words, in order.
    package private(set) var words: [Word] = []

    /// Folds a text; the alternate form expands `ä`, `ö`, `ü`, and `å` to two letters.
    package init(_ text: String, isAlternate: Bool = false) {
        var builder = Builder(isAlternate: isAlternate)
        for scalar in CompatibilityForm.composedForFolding(text).unicodeScalars { builder.append(scalar) }
        words = builder.words
    }

    /// The text in both foldings, or in the only one.
    package static func forms(of text: String) -> [MarkedText] {
        let folded = MarkedText(text)
        guard Folding.alternate(of: text) != nil else { return [folded] }
        return [folded, MarkedText(text, isAlternate: true)]
    }

    /// Whether a text may contain an accented letter.
    package static func mayHaveMarks(_ text: String) -> Bool { text.utf8.contains { $0 >= 0x80 } }
}

extension MarkedText {
    /// Folds a text letter by letter.
    private struct Builder {
        let isAlternate: Bool
        private var folded = FoldedText(capacity: 32)
        private var bytesSeen = 0
        /// The number of bytes of the last letter in the last word; 0 after a space.
        private var lastLetter = 0
        private(set) var words: [Word] = []

        init(isAlternate: Bool) {
            self.isAlternate = isAlternate
        }

        mutating func append(_ scalar: Unicode.Scalar) {
            let small = scalar.properties.lowercaseMapping
            if isAlternate, let pair = Folding.pair(for: scalar) {
                for letter in pair { folded.append(letter) }
                add(small, isPlain: false)
                return
            }
            folded.append(scalar)
            if folded.count > bytesSeen {
                add(small, isPlain: LetterVariants.isAnotherForm(scalar))
            } else if CharacterKind.isCombiningMark(scalar) {
                addMark(scalar)
            } else if !CharacterKind.isApostrophe(scalar) {
                lastLetter = 0
            }
        }

        /// Adds the folded form of a letter.
        private mutating func add(_ small: String, isPlain: Bool) {
            let new = folded.bytes(from: bytesSeen)
            bytesSeen = folded.count
            let blank = UInt8(ascii: " ")
            let parts = new.split(separator: blank, omittingEmptySubsequences: true)
            if new.first == blank || words.isEmpty { words.append(Word()) }
            for (index, part) in parts.enumerated() {
                if index > 0 { words.append(Word()) }
                let text = String(decoding: part, as: UTF8.self)
                let mark = isPlain || text == small ? "" : small
                let last = words.count - 1
                words[last].folded += text
                words[last].marks += part.map { _ in mark }
                words[last].written += small
                lastLetter = part.count
            }
        }

        /// Adds an accent that is a separate character to the letter before it.
        private mutating func addMark(_ mark: Unicode.Scalar) {
            guard lastLetter > 0, let last = words.indices.last else { return }
            var letter = words[last].marks.last ?? ""
            if letter.isEmpty {
                letter = String(decoding: words[last].folded.utf8.suffix(lastLetter), as: UTF8.self)
            }
            letter.unicodeScalars.append(mark)
            for index in words[last].marks.indices.suffix(lastLetter) { words[last].marks[index] = letter }
            words[last].written.unicodeScalars.append(mark)
        }
    }
}
