import AggSearch
import AggSource
import AggStorage

/// The query of a tier on the word index, in the server's `tsquery` syntax.
struct WordQuery {
    /// The maximum number of groups in a form, and of words in a group; additional words are checked in the rows.
    private static let wordLimit = 16

    let text: String
    /// Whether every row found is a match; otherwise each must be checked.
    let isExact: Bool

    /// Creates the query of a word tier.
    init(_ forms: [SearchText.Form], _ tier: MatchTier) {
        let isLong = forms.contains { form in
            form.groups.count > Self.wordLimit || form.groups.joined().contains { $0.utf8.count > Lexemes.longest }
        }
        // The forms of a long text may differ only in words that are cut off.
        var asked: [String] = []
        for form in forms {
            let query = "(" + Self.query(form, tier) + ")"
            if !isLong || !asked.contains(query) { asked.append(query) }
        }
        text = asked.joined(separator: " | ")
        isExact = !isLong && forms.allSatisfy { $0.written == nil && $0.groups.allSatisfy { $0.count == 1 } }
    }

    /// The query as an SQL literal.
    var literal: String { "'" + text.replacingEach("'", with: "''") + "'::tsquery" }

    private static func query(_ form: SearchText.Form, _ tier: MatchTier) -> String {
        form.groups.prefix(wordLimit).enumerated().map { index, group in
            let mayGoOn = form.mayGoOn(index, wholeWords: tier <= .titleWords)
            return "(" + marks(tier).map { words(group, marked: $0, mayGoOn) }.joined(separator: " | ") + ")"
        }.joined(separator: " & ")
    }

    private static func words(_ group: [String], marked mark: String, _ mayGoOn: Bool) -> String {
        let last = group.count - 1
        return "("
            + group.prefix(wordLimit).enumerated().map { index, word in
                index == last && mayGoOn ? beginning(word, mark) : Self.word(mark + word)
            }.joined(separator: " & ") + ")"
    }

    /// Returns the query for a whole word, with its mark.
    static func word(_ word: String) -> String {
        quoted(Lexemes.cut(word))
            + (word.utf8.count > Lexemes.longest ? ":*" : "")
    }

    /// Returns the query for a whole word in the value of a column.
    static func columnWord(_ word: String) -> String {
        "(" + SearchableText.columnMarks.map { Self.word($0 + word) }.joined(separator: " | ") + ")"
    }

    /// Returns the query for words with a prefix in the value of a column.
    static func columnWords(beginningWith start: String) -> String {
        SearchableText.columnMarks.map { beginning(start, $0) }.joined(separator: " | ")
    }

    /// Returns the query for words with a prefix.
    private static func beginning(_ start: String, _ mark: String) -> String {
        if start.unicodeScalars.count <= Lexemes.letters, !SearchableText.columnMarks.contains(mark) {
            return quoted(mark + start + "<")
        }
        return quoted(mark + Lexemes.cut(start)) + ":*"
    }

    private static func quoted(_ word: String) -> String {
        "'" + word.replacingEach("\\", with: "\\\\").replacingEach("'", with: "''") + "'"
    }

    private static func marks(_ tier: MatchTier) -> [String] {
        let (subtitle, other) = (SearchableText.Place.subtitle.mark, SearchableText.Place.other.mark)
        return switch tier {
        case .exact, .titlePrefix, .titleWords, .titleWordPrefixes: [""]
        case .subtitle: ["", subtitle]
        case .anywhere: ["", subtitle, other]
        }
    }
}
