package import AggSource
import AggText

/// The words of a record with their accents.
package struct WrittenWords: Hashable, Sendable {
    /// The title in all its spellings, and each spelling of the alternative titles.
    let titles: [[WordList]]
    /// The subtitle, followed by its alternate spelling.
    let subtitle: WordList
    /// The values of the searchable columns and the keywords.
    let other: WordList

    /// Creates the words from the same texts that `RecordWords` uses.
    init(_ record: Record, unsearchable columns: Set<String> = []) {
        titles =
            [Self.spellings(of: record.title)]
            + record.alternativeTitles.flatMap { Self.spellings(of: $0).map { [$0] } }
        subtitle = Self.list([record.subtitle].compactMap(\.self))
        var others: [String] = []
        RecordWords.forEachOther(of: record, unsearchable: columns) { others.append($0) }
        other = Self.list(others)
    }

    private static func spellings(of title: String) -> [WordList] {
        MarkedText.forms(of: title).map { WordList($0.words) }
    }

    private static func list(_ texts: [String]) -> WordList {
        WordList(texts.flatMap { MarkedText.forms(of: $0).flatMap(\.words) })
    }

    /// Whether the words of a text are adjacent in one of the texts, with the same accents; if open, the last may be a
    /// prefix.
    func have(_ text: String, isOpen: Bool) -> Bool {
        Self.have(text, isOpen: isOpen, in: titles.joined() + [subtitle, other], onlyAtStart: false)
    }

    /// Whether a text has an accented letter, so that unaccented texts don't contain its words.
    package static func isAccented(_ text: String) -> Bool {
        MarkedText.mayHaveMarks(text) && MarkedText(text).words.contains(where: \.isMarked)
    }

    /// Whether a title starts with the words of a text, with the same accents.
    package static func title(_ title: String, beginsWith text: String, isOpen: Bool) -> Bool {
        guard MarkedText.mayHaveMarks(title) else { return false }
        return have(text, isOpen: isOpen, in: spellings(of: title), onlyAtStart: true)
    }

    /// Whether a record meets `RecordCondition.written` for a text.
    package static func have(_ text: String, isOpen: Bool, in record: Record) -> Bool {
        WrittenWords(record).have(text, isOpen: isOpen)
    }

    private static func have(_ text: String, isOpen: Bool, in lists: [WordList], onlyAtStart: Bool) -> Bool {
        MarkedText.forms(of: text).contains { form in
            let (words, marks) = (form.words.map(\.folded), form.words.map(\.marks))
            return lists.contains { list in
                onlyAtStart
                    ? list.has(words, marks, at: 0, mayGoOn: isOpen) : list.has(words, marks, mayGoOn: isOpen)
            }
        }
    }
}

/// The folded words of a text, with their accents if known.
struct WordList: Hashable {
    var words: [String]
    /// The accents of each word, as in `MarkedText.Word.marks`; empty if unknown.
    var marks: [[String]] = []

    init(folded: String) {
        // Bytes rather than characters, as in the text index, and ten times as fast.
        words = folded.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    init(_ words: [MarkedText.Word]) {
        self.words = words.map(\.folded)
        marks = words.map(\.marks)
    }

    /// Whether the words of a group are at a position, where the last may be a prefix.
    func has(_ group: [String], _ marks: [[String]]?, at start: Int, mayGoOn: Bool) -> Bool {
        guard let last = group.last, start + group.count <= words.count else { return false }
        let word = words[start + group.count - 1]
        return zip(group.dropLast(), words[start...]).allSatisfy(==)
            && (mayGoOn ? word.begins(with: last) : word == last) && isWritten(marks, at: start)
    }

    /// Whether the words of a group are adjacent anywhere, where the last may be a prefix.
    func has(_ group: [String], _ marks: [[String]]?, mayGoOn: Bool) -> Bool {
        guard !group.isEmpty, group.count <= words.count else { return false }
        return (0...(words.count - group.count)).contains { has(group, marks, at: $0, mayGoOn: mayGoOn) }
    }

    /// Whether the words starting at a position have all the required accents.
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
