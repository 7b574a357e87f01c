import Foundation
import TestSupport
import Testing

import AggCore
import AggSearch
import AggSource
import AggText

/// Whole queries, read with the sources of a registry.
struct QueryReaderTests {
    private let query: QueryReader

    init() throws {
        let registry = try SourceRegistry(kinds: [ShelfSource.self], entries: [])
        query = QueryReader(registry.queryNames, now: Date(timeIntervalSince1970: 1_795_262_400))
    }

    private func read(_ words: QueryWord...) throws -> SearchQuery { try query.read(words) }

    @Test func `words rank the results, and everything else is a condition`() throws {
        let read = try read(QueryWord("moby"), QueryWord("Melville", qualifier: "author"), QueryWord("dick"))
        #expect(read.text.typed == "moby dick")
        #expect(read.condition == .all([.field("author", .equals("melville"))]))
    }

    @Test func `treats a column without a value as a word, with a note`() throws {
        let read = try read(QueryWord("", qualifier: "author"), QueryWord("moby"))
        #expect(read.notes == ["“author:” has no value, so it was treated as an ordinary word"])
    }

    @Test(arguments: ["!=", "<>"])
    func `an inequality sign without a value finds nothing, and a note says why`(sign: String) throws {
        let read = try read(QueryWord(sign, qualifier: "author"))
        #expect(read.condition == .all([.never]))
        #expect(read.notes == ["“author:\(sign)” has no value; to find records with any value, use has:author"])
    }

    @Test(arguments: ["!=Melville", "<>Melville"])
    func `an inequality sign negates, and a hyphen before it restores the value`(value: String) throws {
        let equal = RecordCondition.field("author", .equals("melville"))
        #expect(try read(QueryWord(value, qualifier: "author")).condition == .all([.not(equal)]))
        #expect(try read(QueryWord(value, qualifier: "author", isNegated: true)).condition == .all([equal]))
        let quoted = QueryWord(value, qualifier: "author", isQuoted: true)
        #expect(try read(quoted).condition == .all([.field("author", .equals(Folding.fold(value)))]))
    }

    @Test func `treats a sign without a colon or an unsearchable part as words, with a note`() throws {
        let read = try read(QueryWord("author=Melville"), QueryWord("moby", qualifier: "title"))
        #expect(
            read.notes == [
                "“author=Melville” was treated as ordinary words; did you mean “author:Melville”?",
                "“title:” is not a filter, so the term was treated as ordinary words; leave out “title:” (matches in titles come first anyway)",
            ])
    }

    @Test func `operators of other languages are words, with a note`() throws {
        let notes = try read(QueryWord("a"), QueryWord("AND"), QueryWord("NOT"), QueryWord("and")).notes
        #expect(
            notes == [
                "“AND” was treated as an ordinary word; a record must match all words, so just leave “AND” out",
                "“NOT” was treated as an ordinary word; to exclude a word, put a hyphen before it",
            ])
        #expect(try read(QueryWord("AND", isQuoted: true), QueryWord("NOT", isNegated: true)).notes.isEmpty)
    }

    @Test func `a distance without near is a word, with a note`() throws {
        let words = ["50km", "3.5mi"].map { QueryWord($0) }
        #expect(
            try query.read([QueryWord("london")] + words).notes == [
                "“50km” was treated as an ordinary word; to find records within 50km of a place, run “near PLACE 50km”",
                "“3.5mi” was treated as an ordinary word; to find records within 3.5mi of a place, "
                    + "run “near PLACE 3.5mi”",
            ])
        let others = ["5m", "6ft", "50", "km", "-5km", "1,5km", "a5km"].map { QueryWord($0) }
        #expect(try query.read(others + [QueryWord("50km", isQuoted: true)]).notes.isEmpty)
    }

    @Test func `OR joins the two terms next to it`() throws {
        let read = try read(QueryWord("a"), .or, QueryWord("b"), QueryWord("c"))
        #expect(read.terms == [.any([.words("a"), .words("b")]), .words("c")])
        #expect(read.text.forms.map(\.text) == ["a c", "b c"])
        #expect(read.condition == .always)
    }

    @Test func `OR between words and a qualifier is a condition`() throws {
        let read = try read(QueryWord("a b", isQuoted: true), .or, QueryWord("X", qualifier: "author"))
        #expect(read.text.isBlank)
        #expect(read.condition == .all([.any([.words(["a", "b"]), .field("author", .equals("x"))])]))
    }

    @Test func `a word may be the start of another, except where it excludes records`() throws {
        let x = RecordCondition.field("author", .equals("x"))
        let joined = try read(QueryWord("lon"), .or, QueryWord("X", qualifier: "author"))
        #expect(joined.condition == .all([.any([.words(["lon"], isOpen: true), x])]))
        let excluded = try read(QueryWord("lon", isNegated: true), .or, QueryWord("X", qualifier: "author"))
        #expect(excluded.condition == .all([.any([.not(.words(["lon"])), x])]))
    }

    @Test(arguments: [
        ("st", RecordCondition.any([.words(["st"]), .words(["saint"])])),
        ("Müller", .any([.words(["muller"]), .words(["mueller"])])), ("lon", .words(["lon"])),
    ])
    func `excludes a word in all its spellings, as a search finds it`(word: String, condition: RecordCondition) throws {
        #expect(try read(QueryWord("a"), QueryWord(word, isNegated: true)).condition == .all([.not(condition)]))
    }

    @Test func `a term without a letter excludes nothing and is no alternative`() throws {
        let intro = Record(key: "1", title: "Intro")
        for sign in [">", "&", "…"] {
            let excluded = try read(QueryWord("Intro"), QueryWord(sign, isNegated: true))
            #expect(excluded.condition.isMet(by: intro, words: RecordWords(intro)))
            #expect(try !read(QueryWord(sign, isNegated: true)).isBlank)
            let either = try read(QueryWord("X", qualifier: "author"), .or, QueryWord(sign))
            #expect(either.condition == .all([.any([.field("author", .equals("x"))])]))
        }
    }

    @Test func `every filter can have an inequality sign`() throws {
        let tagged = try read(QueryWord("!=lunch", qualifier: "tag"))
        #expect(tagged.condition == .all([.not(.tag("lunch"))]) && !tagged.onlyFavorites)
        #expect(
            try read(QueryWord("!=2024", qualifier: "date")).condition
                == .all([.not(.date(DateSpan(from: "2024", before: "2024~")))]))
        #expect(try read(QueryWord("<>lunch", qualifier: "tag", isNegated: true)).condition == .all([.tag("lunch")]))
        #expect(throws: QueryFault.self) { try self.read(QueryWord("!=author", qualifier: "sort")) }
        var quoted = QueryWord("New Zealand", qualifier: "author", isQuoted: true)
        quoted.isUnequal = true
        #expect(try read(quoted).condition == .all([.not(.field("author", .equals("new zealand")))]))
    }

    @Test func `a query that is cut off does not end with OR or with an open group`() throws {
        for rest in [[.or, QueryWord("x")], [.or, QueryWord("(x"), QueryWord("y)")]] as [[QueryWord]] {
            let words = Array(repeating: QueryWord("Intro"), count: 99)
            let read = try query.read(words + rest + [QueryWord("z")])
            #expect(!read.terms.contains(.words("OR")) && read.terms.count >= 99)
        }
    }

    @Test func `a query that has nothing to search for finds nothing`() throws {
        #expect(try read(QueryWord(">", isNegated: true)).condition == .all([.never]))
    }

    @Test func `alternatives that are too many to rank still restrict suggestions`() throws {
        func either(_ letter: String, _ count: Int) -> [QueryWord] {
            Array((0..<count).map { [QueryWord("\(letter)\($0)")] }.joined(separator: [.or]))
        }
        let read = try query.read(either("a", 5) + either("b", 4))
        #expect(read.text.forms.count == 5 && read.condition != .always)
        #expect(read.withoutWords.condition == read.condition && read.withoutWords.text.isBlank)
    }

    @Test(arguments: [["OR"], ["OR", "a"], ["a", "OR"], ["a", "OR", "OR"]])
    func `treats OR with nothing on one side as a word, with a note`(words: [String]) throws {
        let read = try query.read(words.map { QueryWord($0) })
        #expect(read.terms.contains(.words("OR")))
        #expect(read.notes == ["“OR” was treated as an ordinary word; to mean “either”, it needs a term on each side"])
    }

    @Test func `a hyphen negates a term`() throws {
        let read = try read(
            QueryWord("a"), QueryWord("b", isNegated: true),
            QueryWord("Melville", qualifier: "author", isNegated: true),
            QueryWord("favorite", qualifier: "is", isNegated: true))
        #expect(read.text.typed == "a")
        #expect(!read.onlyFavorites)
        #expect(
            read.condition
                == .all([
                    .not(.words(["b"])), .not(.field("author", .equals("melville"))), .not(.favorite),
                ]))
    }

    @Test func `strict accents apply to words, phrases, and negated terms`() throws {
        let registry = try SourceRegistry(kinds: [ShelfSource.self], entries: [])
        let strict = QueryReader(registry.queryNames, now: Date(timeIntervalSince1970: 0), accents: .strict)
        let read = try strict.read([
            QueryWord("São"), QueryWord("Ré", isNegated: true), QueryWord("ré mi", isQuoted: true, isNegated: true),
        ])
        #expect(read.text.hasMarks)
        #expect(
            read.condition
                == .all([
                    .not(.all([.words(["re"]), .written("ré", isOpen: false)])),
                    .not(.all([.words(["re", "mi"]), .written("ré mi", isOpen: false)])),
                    .any([.all([.written("são", isOpen: true)])]),
                ]))
        #expect(try strict.read([QueryWord("sao")]).condition == .always)
    }

    @Test func `sources and favorites narrow the whole query`() throws {
        let read = try read(QueryWord("shelf", qualifier: "source"), QueryWord("favorite", qualifier: "is"))
        #expect(read.sources?.map(\.description) == ["shelf"])
        #expect(read.onlyFavorites && !read.isBlank && !read.hasWords)
        #expect(throws: QueryFault.self) { try self.read(QueryWord("self", qualifier: "source")) }
    }

    @Test func `a tag or note narrows to favorites, unless negated or joined by OR`() throws {
        let tagged = try read(QueryWord("Lunch", qualifier: "tag"), QueryWord("note", qualifier: "has"))
        #expect(tagged.onlyFavorites && tagged.condition == .all([.tag("lunch"), .has(.note)]))
        let other = try read(QueryWord("lunch", qualifier: "tag", isNegated: true))
        #expect(!other.onlyFavorites && other.condition == .all([.not(.tag("lunch"))]))
        let either = try read(QueryWord("lunch", qualifier: "tag"), .or, QueryWord("X", qualifier: "author"))
        #expect(!either.onlyFavorites)
    }

    @Test func `sorting by distance needs a place`() throws {
        #expect(throws: QueryFault.self) { try self.read(QueryWord("distance", qualifier: "sort")) }
        let read = try read(QueryWord("1,2", qualifier: "near"), QueryWord("distance", qualifier: "sort"))
        #expect(read.order == .distance(Coordinate(latitude: 1, longitude: 2)))
    }

    @Test(arguments: [nil, "foo"])
    func `searches only the start of a word of a megabyte`(name: String?) throws {
        let read = try read(QueryWord(String(repeating: "a", count: 1 << 20), qualifier: name))
        let kept = 10_000 - (name?.count ?? 0)
        #expect(read.terms.last == .words(String(repeating: "a", count: kept)))
        #expect(read.notes == ["searched only the first 100 words or 10000 characters"])
    }

    @Test func `counts up to a hundred words as they are written out`() throws {
        let names = try query.read(Array(repeating: QueryWord("b", qualifier: "foo"), count: 51))
        #expect(names.terms.count == 100)
        #expect(names.notes.last == "searched only the first 100 words or 10000 characters")
        let known = try query.read(Array(repeating: QueryWord("b", qualifier: "author"), count: 100))
        #expect(known.terms.count == 100 && known.notes.isEmpty)
    }

    @Test func `counts the words within a word that has no blanks`() throws {
        for text in [
            (0..<1_600).map { "w\($0)" }.joined(separator: ","), String(repeating: "東京", count: 500),
            String(repeating: "a㍿", count: 500),
        ] {
            let read = try read(QueryWord(text))
            #expect((97...100).contains(read.text.forms.first?.groups.joined().count ?? 0))
            #expect(read.notes == ["searched only the first 100 words or 10000 characters"])
            let again = try query.read(read.terms.flatMap(\.queryWords))
            #expect(again.terms == read.terms && again.notes.isEmpty)
        }
    }

    @Test func `keeps a qualifier whole or not at all`() throws {
        let read = try read(
            QueryWord(String(repeating: "a", count: 9_997)), QueryWord(">100", qualifier: "pages"), QueryWord("b"))
        #expect(read.condition == .always)
        #expect(read.terms.count == 1 && read.notes.count == 1)
        let long = QueryWord(String(repeating: "a", count: 10_001), qualifier: "author")
        let message = "“author:” takes up to 10000 characters"
        #expect(throws: QueryFault(word: "author:\(long.text)", message: message)) {
            try self.read(QueryWord("x"), long)
        }
    }

    /// Any words that are read, written out, and read again are the same query.
    @Test func `a query reads back the same after being written out`() throws {
        var numbers = SeededGenerator(seed: 11)
        let texts = [
            "a", "OR", "a b", "", "-", ">3", "3..5", "2024-01", "favorite", "soon", "1,2,3km", "~", "é", "source",
        ]
        let names = [
            nil, nil, nil, "author", "OR", "pages", "is", "near", "date", "sort", "foo", "has", "source", "tag",
        ]
        var count = 0
        for _ in 0..<20_000 {
            let words = (0..<Int.random(in: 0...5, using: &numbers)).map { _ in
                QueryWord(
                    texts.randomElement(using: &numbers) ?? "", qualifier: names.randomElement(using: &numbers) ?? nil,
                    isQuoted: Int.random(in: 0...3, using: &numbers) == 0,
                    isNegated: Int.random(in: 0...3, using: &numbers) == 0)
            }
            guard let read = try? query.read(words) else { continue }
            count += 1
            let again = try query.read(read.terms.flatMap(\.queryWords))
            #expect(again.terms == read.terms, "\(words)")
        }
        #expect(count > 2_000)
    }
}
