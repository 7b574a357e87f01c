package import AggSource
import AggText

/// The words of a record with their accents.
package struct WrittenWords: Hashable, Sendable {
    /// The title and the alternative ones in their spellings.
    let titles: [WordList]
    /// The subtitle, with its other spelling behind it.
    let subtitle: WordList
    /// The values of the searchable columns and the keywords.
    let other: WordList

    /// Takes them from the texts of a record that `RecordWords` takes.
    init(_ record: Record, searchable columns: Set<String>? = nil) {
        titles = Self.titles([record.title] + record.alternativeTitles)
        subtitle = Self.list([record.subtitle].compactMap(\.self))
        var others: [String] = []
        for field in record.fields where columns?.contains(field.name) ?? true {
            switch field.value {
            case .text(let text): others.append(text)
            case .list(let items): others += items
            default: break
            }
        }
        other = Self.list(others + record.keywords)
    }

    /// The spellings of titles.
    private static func titles(_ titles: [String]) -> [WordList] {
        titles.flatMap { MarkedText.forms(of: $0).map { WordList($0.words) } }
    }

    private static func list(_ texts: [String]) -> WordList {
        WordList(texts.flatMap { MarkedText.forms(of: $0).flatMap(\.words) })
    }

    /// Whether the words of a text stand together in one of the texts, with the accents that the text has; the last may go
    /// on where it is open.
    func have(_ text: String, isOpen: Bool) -> Bool {
        Self.have(text, isOpen: isOpen, in: titles + [subtitle, other], onlyAtStart: false)
    }

    /// Whether a text has an accented letter, so that plain texts do not have its words.
    package static func isAccented(_ text: String) -> Bool {
        MarkedText.mayHaveMarks(text) && MarkedText(text).words.contains(where: \.isMarked)
    }

    /// Whether a title begins with the words of a text, with the accents that the text has.
    package static func title(_ title: String, beginsWith text: String, isOpen: Bool) -> Bool {
        guard MarkedText.mayHaveMarks(title) else { return false }
        return have(text, isOpen: isOpen, in: titles([title]), onlyAtStart: true)
    }

    /// Whether the texts of a record have a text as `RecordCondition.written` asks for it.
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
