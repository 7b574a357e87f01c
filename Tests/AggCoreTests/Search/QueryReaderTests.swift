import Testing

@testable import AggCore

@Suite struct QueryReaderTests {
    private func text(_ word: QueryWord) throws -> SearchText {
        try QueryReader(SourceRegistry(kinds: [])).read([word]).text
    }

    @Test func `a name that is no column is a word like any other`() throws {
        #expect(try text(QueryWord("apple", qualifier: "foo")).forms.first?.groups == [["foo"], ["apple"]])
    }

    @Test func `a phrase stays one behind a name that is no column`() throws {
        let text = try text(QueryWord(" The Movie", qualifier: "Batman", isQuoted: true))
        #expect(text.forms.first?.groups == [["batman", "the", "movie"]])
    }
}
