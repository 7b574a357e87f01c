package import AggSource
import AggText

/// The folded texts of a record that a search looks at; stores index the same.
package struct RecordWords: Hashable, Sendable {
    /// The folded title.
    package let title: String
    /// The folded title with ä, ö, ü and å written out; nil if that makes no difference.
    package let alternate: String?
    /// The alternative titles in all their folded forms.
    package let alternativeTitles: [String]
    /// The folded subtitle, with its other spelling behind it.
    package let subtitle: String
    /// The folded values of the searchable columns and the keywords.
    package let other: String
    /// The same words with their accents, where those were asked for.
    private var written: WrittenWords?

    /// Folds the texts of a record; without a set of columns every text and list is searchable.
    package init(_ record: Record, searchable columns: Set<String>? = nil) {
        var repeated = RepeatedTexts()
        self.init(record, searchable: columns, &repeated)
    }

    /// Folds the texts of one of many records; what others have had as well is folded once.
    package init(_ record: Record, searchable columns: Set<String>? = nil, _ repeated: inout RepeatedTexts) {
        title = Folding.fold(record.title)
        alternate = Folding.alternate(of: record.title)
        alternativeTitles =
            record.alternativeTitles.isEmpty ? [] : TitleForm.forms(of: record.alternativeTitles).map(\.folded)
        subtitle = record.subtitle.map { repeated.both($0) } ?? ""
        var other: [String] = []
        for field in record.fields where columns?.contains(field.name) ?? true {
            switch field.value {
            case .text(let text): other.append(repeated.both(text))
            case .list(let items): other += items.map { repeated.both($0) }
            default: break
            }
        }
        other += record.keywords.map { repeated.both($0) }
        self.other = other.filter { !$0.isEmpty }.joined(separator: " ")
        written = nil
    }

    /// Takes over texts that were folded before.
    package init(
        title: String, alternate: String?, alternativeTitles: [String] = [], subtitle: String, other: String
    ) {
        self.title = title
        self.alternate = alternate
        self.alternativeTitles = alternativeTitles
        self.subtitle = subtitle
        self.other = other
        written = nil
    }

    /// Folds the texts of a record and keeps their accents, for a search to which these count.
    package init(written record: Record, searchable columns: Set<String>? = nil) {
        self.init(record, searchable: columns)
        written = WrittenWords(record, searchable: columns)
    }

    /// The title and the alternative ones in their spellings.
    var titles: [String] { [title] + (alternate.map { [$0] } ?? []) + alternativeTitles }
    var titleWords: [WordList] { written?.titles ?? titles.map(WordList.init(folded:)) }
    var subtitleWords: [WordList] { [written?.subtitle ?? WordList(folded: subtitle)] }
    var otherWords: [WordList] { [written?.other ?? WordList(folded: other)] }

    /// Whether folded words stand together in this order in one of the texts.
    package func have(_ words: [String]) -> Bool {
        let wanted = " " + words.joined(separator: " ") + " "
        return !words.isEmpty && (titles + [subtitle, other]).contains { (" " + $0 + " ").contains(wanted) }
    }
}

/// Folds texts that come again and again, such as the names of countries in a list of cities, once each.
package struct RepeatedTexts: Sendable {
    /// With more different texts than these there is little that repeats.
    private static let limit = 2_000

    private var known: [String: String] = [:]

    package init() {}

    /// A text folded, with its other spelling behind it.
    mutating func both(_ text: String) -> String {
        guard known.count < Self.limit else { return Self.both(text) }
        if let both = known[text] { return both }
        let both = Self.both(text)
        known[text] = both
        return both
    }

    private static func both(_ text: String) -> String {
        let folded = Folding.fold(text)
        return Folding.alternate(of: text).map { folded + " " + $0 } ?? folded
    }
}
