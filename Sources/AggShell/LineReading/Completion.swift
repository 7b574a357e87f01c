/// What may stand in place of the word before the cursor.
package struct Completion: Sendable, Equatable {
    /// One way to finish the word.
    package struct Candidate: Sendable, Equatable {
        /// The text that takes the place of the word, quoted as the grammar of the line wants it.
        package var text: String
        /// The text shown in the list of candidates.
        package var display: String
        /// Whether a blank follows when this is the only candidate.
        package var appendsBlank: Bool

        /// Makes a candidate; without a text for the list it is shown as it is inserted.
        package init(_ text: String, display: String? = nil, appendsBlank: Bool = true) {
            self.text = text
            self.display = display ?? text
            self.appendsBlank = appendsBlank
        }
    }

    /// The offset of the word's first character in the line, in characters; the word ends at the cursor.
    package var start: Int
    /// What fits, in the order of the list.
    package var candidates: [Candidate]
    /// Whether more would fit: then what the candidates have in common is not inserted.
    package var isCut: Bool

    /// Makes a completion of the word that begins at `start`.
    package init(start: Int, candidates: [Candidate], isCut: Bool = false) {
        self.start = start
        self.candidates = candidates
        self.isCut = isCut
    }
}

/// Finds the candidates for the word before the cursor of a line.
///
/// The cursor is an offset in characters. The answer is awaited for a fifth of a second at most, so it must come from
/// what is in memory or in the local store.
package typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completion
