import AggStorage
import AggSearch
import Testing

@testable import AggStore

/// The words in the text index and the expressions that query it.
struct SearchableTextTests {
    private func words(_ subtitle: String, _ other: String) -> String {
        let words = RecordWords(title: "t", alternate: nil, subtitle: subtitle, other: other)
        var bytes: [UInt8] = []
        SearchableText.append(words, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", "", ""), ("united kingdom", "", " ~united ~kingdom"), ("", "gb uk", " =gb =uk"),
        ("東 京", "c++", " ~東 ~京 =c++"),
    ])
    func `marks words with the place they come from`(subtitle: String, other: String, text: String) {
        #expect(words(subtitle, other) == text)
        let again = SearchableText.recordWords(title: "t", alternate: "a", otherTitles: nil, words: text)
        #expect(again == RecordWords(title: "t", alternate: "a", subtitle: subtitle, other: other))
    }

    @Test func `words of unsearchable columns are marked twice, and are not among the words that are searched`() {
        let words = RecordWords(
            title: "t", alternate: nil, subtitle: "maps", other: "geography", unsearchable: "plan jpg")
        var bytes: [UInt8] = []
        SearchableText.append(words, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text == " ~maps =geography ==plan ==jpg")
        let again = SearchableText.recordWords(title: "t", alternate: nil, otherTitles: nil, words: text)
        #expect(again == RecordWords(title: "t", alternate: nil, subtitle: "maps", other: "geography"))
    }

    @Test func `keeps alternative titles apart, and their words count as title words`() {
        let titles = ["ho chi minh city", "saigon"]
        let text = SearchableText.otherTitles(titles)
        #expect(text == " ho chi minh city \n saigon ")
        let again = SearchableText.recordWords(title: "t", alternate: nil, otherTitles: text, words: " ~vietnam")
        #expect(
            again
                == RecordWords(title: "t", alternate: nil, alternativeTitles: titles, subtitle: "vietnam", other: ""))
    }

    private func expression(_ text: String, _ tier: MatchTier) -> String {
        TextExpression(SearchText(text).forms, tier).text
    }

    @Test(
        arguments: [
            (.titleWords, #"(("san") AND ("jo" *))"#), (.titleWordPrefixes, #"(("san" *) AND ("jo" *))"#),
            (.subtitle, #"(("san" * OR "~san" *) AND ("jo" * OR "~jo" *))"#),
            (.anywhere, #"(("san" * OR "~san" * OR "=san" *) AND ("jo" * OR "~jo" * OR "=jo" *))"#),
        ] as [(MatchTier, String)])
    func `each tier looks for words in its places`(tier: MatchTier, text: String) {
        #expect(expression("san jo", tier) == text)
    }

    @Test func `queries all forms together, abbreviations as whole words`() {
        #expect(expression("st", .titleWords) == #"(("st" *)) OR (("saint"))"#)
        #expect(
            expression("saint paul", .titleWordPrefixes)
                == #"(("saint" *) AND ("paul" *)) OR (("st") AND ("paul" *))"#)
    }

    @Test func `queries all words of a phrase, and the rows must still be checked`() {
        let text = SearchText([SearchText.Term("new york", isPhrase: true), SearchText.Term("times")])
        let expression = TextExpression(text.forms, .titleWordPrefixes)
        #expect(expression.text == #"((("new" AND "york")) AND ("times" *))"#)
        #expect(!expression.isExact)
    }

    @Test func `expands a word prefix as given, and queries it as a whole word if nothing starts with it`() {
        let text = SearchText("san jo")
        let expression = TextExpression(text.forms, .subtitle) { start in
            switch start {
            case "san": "(\"san\" OR \"santa\")"
            case "~san": "\"~san\" *"
            default: nil
            }
        }
        #expect(expression.text == #"((("san" OR "santa") OR "~san" *) AND ("jo"))"#)
        #expect(expression.isExact)
    }

    @Test func `queries every alternative of a long text, cut off`() {
        let words = (0..<20).map { "w\($0)" }
        let text = SearchQuery([.any([.words("bangkok"), .words(words.joined(separator: " "))])]).text
        let expression = TextExpression(text.forms, .titleWordPrefixes)
        let kept = words.prefix(16).map { "(\"\($0)\" *)" }.joined(separator: " AND ")
        #expect(expression.text == "((\"bangkok\" *)) OR (\(kept))")
        #expect(!expression.isExact)
    }

    @Test func `never treats a word as an operator`() {
        #expect(expression("NOT (a* OR b) NEAR", .titleWords).contains(#"("not") AND ("a") AND ("or")"#))
    }
}
