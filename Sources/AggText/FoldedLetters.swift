/// The folded words of a text, and the characters that each of their bytes comes from.
package struct FoldedLetters {
    /// The folded text.
    package let text: String
    /// For each character the end of what it has become.
    private let ends: [Int]
    /// For each word its first byte.
    package let words: [Int]

    /// Folds a text; as an alternate, with `ä`, `ö`, `ü` and `å` spelled as two letters.
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

    /// The characters of the bytes from one up to another.
    package func characters(from start: Int, to end: Int) -> Range<Int> {
        let first = ends.firstIndex { $0 > start } ?? 0
        let last = ends.firstIndex { $0 >= end } ?? ends.count - 1
        return first..<max(first, last) + 1
    }
}
