import AggSource
import Testing

@Suite struct SourceIDTests {
    @Test(arguments: [
        ("Łódź dziś", "lodz-dzis"), ("Straße ß", "strasse-ss"), ("Øresund & Æther", "oresund-aether"),
        ("Today's News, 2024", "todays-news-2024"), ("Город", "gorod"), ("…", nil), ("", nil),
        ("a name of so many words that not all of them fit", "a-name-of-so-many-words-that-not-all-of"),
        (String(repeating: "x", count: 99), String(repeating: "x", count: 40)),
    ])
    func `proposes the words of a name, in Latin letters`(name: String, id: String?) {
        #expect(SourceID.proposal(for: name) == id)
        #expect(id.map { SourceID($0) != nil } ?? true)
    }
}
