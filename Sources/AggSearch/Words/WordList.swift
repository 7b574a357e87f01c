import AggText

/// The folded words of a text, with their accents where these are known.
struct WordList: Hashable {
    /// The words.
    var words: [String]
    /// For each word its accents, as `MarkedText.Word.marks`; none where they are not known.
    var marks: [[String]] = []

    init(folded: String) {
        // Bytes and not characters, as the text index parts words; and a tenth of the time.
        words = folded.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    init(_ words: [MarkedText.Word]) {
        self.words = words.map(\.folded)
        marks = words.map(\.marks)
    }

    /// Whether the words of a group stand at a place, where the last may go on.
    func has(_ group: [String], _ marks: [[String]]?, at start: Int, mayGoOn: Bool) -> Bool {
        guard let last = group.last, start + group.count <= words.count else { return false }
        let word = words[start + group.count - 1]
        return zip(group.dropLast(), words[start...]).allSatisfy(==)
            && (mayGoOn ? word.begins(with: last) : word == last) && isWritten(marks, at: start)
    }

    /// Whether the words of a group stand together anywhere, where the last may go on.
    func has(_ group: [String], _ marks: [[String]]?, mayGoOn: Bool) -> Bool {
        guard !group.isEmpty, group.count <= words.count else { return false }
        return (0...(words.count - group.count)).contains { has(group, marks, at: $0, mayGoOn: mayGoOn) }
    }

    /// Whether the words from a place on have the accents asked for, wherever one is asked for.
    private func isWritten(_ asked: [[String]]?, at start: Int) -> Bool {
        guard let asked else { return true }
        return asked.enumerated().allSatisfy { index, letters in
            let own = marks.indices.contains(start + index) ? marks[start + index] : []
            return letters.enumerated().allSatisfy { place, letter in
                letter.isEmpty || own.indices.contains(place) && own[place] == letter
            }
        }
    }
}
