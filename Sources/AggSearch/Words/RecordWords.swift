package import AggSource
import AggText

/// The folded texts of a record that are searched; stores index the same texts.
package struct RecordWords: Hashable, Sendable {
    /// The folded title.
    package let title: String
    /// The folded title with ä, ö, ü, and å expanded; nil if that makes no difference.
    package let alternate: String?
    /// All folded forms of the alternative titles.
    package let alternativeTitles: [String]
    /// The folded subtitle, followed by its alternate spelling.
    package let subtitle: String
    /// The folded values of the searchable columns and the keywords.
    package let other: String
    /// The folded values of the columns that are not searched; only conditions on those columns use them.
    package let unsearchable: String
    /// The same words with their accents, if accents matter.
    private var written: WrittenWords?

    /// Folds the texts of a record; texts and lists are searchable, except in the given columns.
    package init(_ record: Record, unsearchable columns: Set<String> = []) {
        var repeated = RepeatedTexts()
        self.init(record, unsearchable: columns, &repeated)
    }

    /// Folds the texts of one of many records; repeated texts are folded once.
    package init(_ record: Record, unsearchable columns: Set<String> = [], _ repeated: inout RepeatedTexts) {
        title = Folding.fold(record.title)
        alternate = Folding.alternate(of: record.title)
        alternativeTitles =
            record.alternativeTitles.isEmpty ? [] : TitleForm.forms(of: record.alternativeTitles).map(\.folded)
        subtitle = record.subtitle.map { repeated.both($0) } ?? ""
        var (other, unsearchable) = ("", "")
        Self.forEachOther(of: record, unsearchable: columns) { repeated.append($0, to: &other) }
        for field in record.fields where columns.contains(field.name) {
            Self.forEachText(of: field) { repeated.append($0, to: &unsearchable) }
        }
        self.other = other
        self.unsearchable = unsearchable
        written = nil
    }

    /// Passes each text of the searchable columns, and each keyword, to a closure.
    static func forEachOther(of record: Record, unsearchable columns: Set<String>, _ body: (String) -> Void) {
        for field in record.fields where !columns.contains(field.name) { forEachText(of: field, body) }
        record.keywords.forEach(body)
    }

    private static func forEachText(of field: Record.Field, _ body: (String) -> Void) {
        switch field.value {
        case .text(let text): body(text)
        case .list(let items): items.forEach(body)
        default: break
        }
    }

    /// Creates the words from already folded texts.
    package init(
        title: String, alternate: String?, alternativeTitles: [String] = [], subtitle: String, other: String,
        unsearchable: String = ""
    ) {
        self.title = title
        self.alternate = alternate
        self.alternativeTitles = alternativeTitles
        self.subtitle = subtitle
        self.other = other
        self.unsearchable = unsearchable
        written = nil
    }

    /// Folds the texts of a record and keeps their accents, for a search where accents matter.
    package init(written record: Record, unsearchable columns: Set<String> = []) {
        self.init(record, unsearchable: columns)
        written = WrittenWords(record, unsearchable: columns)
    }

    /// The title and the alternative titles in all their spellings.
    package var allTitles: [String] { [title] + (alternate.map { [$0] } ?? []) + alternativeTitles }
    /// The words of each title, in all its spellings.
    var titleWords: [[WordList]] {
        if let written { return written.titles }
        let own = [title] + [alternate].compactMap(\.self)
        return [own.map(WordList.init(folded:))] + alternativeTitles.map { [WordList(folded: $0)] }
    }
    var subtitleWords: [WordList] { [written?.subtitle ?? WordList(folded: subtitle)] }
    var otherWords: [WordList] { [written?.other ?? WordList(folded: other)] }

    /// Whether folded words are adjacent, in this order, in one of the texts; if open, the last may be a prefix.
    package func have(_ words: [String], isOpen: Bool) -> Bool {
        let wanted = " " + words.joined(separator: " ") + (isOpen ? "" : " ")
        // Bytes rather than characters, as in the stores: a mark may follow the last letter of a prefix.
        return !words.isEmpty
            && (allTitles + [subtitle, other]).contains { (" " + $0 + " ").utf8.contains(wanted.utf8) }
    }
}

/// Folds recurring texts, such as country names in a list of cities, only once.
package struct RepeatedTexts: Sendable {
    /// Beyond this number of different texts, few are repeated.
    private static let limit = 2_000

    private var known: [String: String] = [:]

    package init() {}

    /// The folded text, followed by its alternate spelling.
    mutating func both(_ text: String) -> String {
        guard known.count < Self.limit else { return Self.both(text) }
        if let both = known[text] { return both }
        let both = Self.both(text)
        known[text] = both
        return both
    }

    /// Appends the words of both spellings of a text.
    mutating func append(_ text: String, to words: inout String) {
        let both = both(text)
        if words.isEmpty {
            words = both
        } else if !both.isEmpty {
            words += " "
            words += both
        }
    }

    private static func both(_ text: String) -> String {
        let folded = Folding.fold(text)
        return Folding.alternate(of: text).map { folded + " " + $0 } ?? folded
    }
}
