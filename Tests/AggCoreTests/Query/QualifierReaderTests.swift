import Foundation
import Testing

@testable import AggCore
@testable import AggSearch
@testable import AggSource

/// How `name:value` is read.
struct QualifierReaderTests {
    /// 2026-11-21 12:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_795_262_400)

    private func reader(adding column: Column? = nil) throws -> QualifierReader {
        let names = QueryNames(
            sources: try SourceRegistry(kinds: [ShelfSource.self]).instances.map(\.id), disabled: [],
            columns: [
                Column("country", .text, "A"), Column("stars", .integer, "B"), Column("score", .decimal, "C"),
                Column("opened", .date, "D"), Column("mixed", .integer, "E"), Column("mixed", .text, "F"),
                Column("topics", .list, "G"), Column("archived", .boolean, "H"),
            ] + [column].compactMap(\.self))
        return QualifierReader(names, now: now)
    }

    private func condition(_ qualifier: String, _ text: String, isQuoted: Bool = false) throws -> RecordCondition? {
        let term = try reader().read(QueryWord(text, qualifier: qualifier, isQuoted: isQuoted))
        guard case .qualifier(_, let condition)? = term else { return nil }
        return condition
    }

    private func range(_ lower: Double?, _ isLower: Bool, _ upper: Double?, _ isUpper: Bool) -> NumberRange {
        NumberRange(
            lower: lower.map { .init(number: $0, isIncluded: isLower) },
            upper: upper.map { .init(number: $0, isIncluded: isUpper) })
    }

    @Test func `a column called link is not another name for the URL`() throws {
        let reader = try reader(adding: Column("link", .text, "I"))
        let term = try reader.read(QueryWord("link", qualifier: "has", isQuoted: false))
        guard case .qualifier(_, let condition)? = term else { throw NoCondition() }
        #expect(condition == .has(.column("link")))
    }

    private struct NoCondition: Error {}

    @Test func `compares columns by their kinds`() throws {
        #expect(try condition("country", "Fr") == .field("country", .equals("fr")))
        #expect(try condition("country", ">b", isQuoted: true) == .field("country", .equals("b")))
        #expect(try condition("country", ">=11200") == .field("country", .number(range(11_200, true, nil, false))))
        #expect(try condition("country", "1..") == .field("country", .number(range(1, true, nil, false))))
        #expect(try condition("country", "..") == .field("country", .equals("..")))
        #expect(try condition("stars", ">1000") == .field("stars", .number(range(1_000, false, nil, false))))
        #expect(try condition("stars", "10..20") == .field("stars", .number(range(10, true, 20, true))))
        #expect(try condition("score", "<=-0.5") == .field("score", .number(range(nil, false, -0.5, true))))
        #expect(try condition("STARS", "<5") == .field("stars", .number(range(nil, false, 5, false))))
        #expect(try condition("stars", ">1000", isQuoted: true) == .field("stars", .equals("1000")))
        #expect(
            try condition("opened", "2024-01") == .field("opened", .date(DateSpan(from: "2024-01", before: "2024-01~")))
        )
        #expect(try condition("opened", "2024-02..2024-01") == .never)
        #expect(try condition("archived", "no") == .never)
        #expect(try condition("mixed", "many") == .field("mixed", .equals("many")))
        #expect(try condition("mixed", ">3") == .field("mixed", .number(range(3, false, nil, false))))
    }

    @Test func `a number equals itself however it is written`() throws {
        for text in ["0.9", ".9", "0.90"] {
            #expect(try condition("score", text) == .field("score", .number(range(0.9, true, 0.9, true))))
        }
        #expect(try condition("stars", "1000.0") == .field("stars", .number(range(1_000, true, 1_000, true))))
        #expect(try condition("stars", "9007199254740993") == .field("stars", .equals("9007199254740993")))
        for text in ["0x10", "inf", "many", "1,000", "97%", "20..10"] {
            #expect(try condition("stars", text) == .never)
        }
        #expect(
            try condition("mixed", "1.50")
                == .any([.field("mixed", .number(range(1.5, true, 1.5, true))), .field("mixed", .equals("1 50"))]))
    }

    @Test func `a column whose kind depends on the source is compared by each of its kinds`() throws {
        let reader = try reader(adding: Column("opened", .integer, "I"))
        func terms(_ text: String) throws -> [QueryTerm] {
            try reader.read(QueryWord(text, qualifier: "opened")).map { [$0] } ?? []
        }
        for (text, number) in [
            ("1905", range(1_905, true, 1_905, true)), (">2020", range(2_020, false, nil, false)),
        ] {
            let span = try #require(DateSpan(text, now: now))
            let condition = RecordCondition.any([.field("opened", .date(span)), .field("opened", .number(number))])
            #expect(try terms(text) == [.qualifier(QueryWord(text, qualifier: "opened"), condition)])
            #expect(try terms(text).flatMap(\.columns) == ["opened"])
        }
        #expect(try terms(">2020").flatMap(\.comparisons).map { $0.sign } == [">"])
        #expect(try condition("mixed", "-5") == .field("mixed", .number(range(-5, true, -5, true))))
    }

    @Test func `reads each known qualifier as its condition`() throws {
        #expect(try condition("is", "favorite") == .favorite)
        #expect(try condition("is", "Stale") == .stale)
        #expect(try condition("has", "coordinate") == .has(.coordinate))
        #expect(try condition("has", "stars") == .has(.column("stars")))
        #expect(try condition("has", "tag") == .has(.tag))
        #expect(try condition("has", "link") == .has(.url))
        #expect(try condition("has", "Note") == .has(.note))
        #expect(try condition("tag", "Café") == .tag("cafe"))
        #expect(try condition("tag", "★") == .tag("★"))
        #expect(try condition("date", "2024") == .date(DateSpan(from: "2024", before: "2024~")))
        let circle = try #require(try condition("near", "41.88,-87.63,1km")?.circle)
        #expect(circle.radius == 1)
        #expect(try condition("near", "41.88,-87.63")?.circle?.radius == 10)
        #expect(try condition("near", "41.88N 87.63W 1 km")?.circle?.radius == 1)
        #expect(try condition("near", "0,0")?.circle?.center == Coordinate(latitude: 0, longitude: 0))
    }

    @Test func `sorts by date, title, distance, or a column, and a hyphen reverses the order`() throws {
        func order(_ text: String) throws -> RecordOrder? {
            guard case .sort(_, let order)? = try reader().read(QueryWord(text, qualifier: "sort")) else { return nil }
            return order
        }
        #expect(try order("stars") == .column("stars", isDescending: false))
        #expect(try order("-date") == .date(isDescending: true))
        #expect(try order("title") == .title(isDescending: false))
        #expect(try order("distance") == .distance(nil))
    }

    @Test(arguments: [
        ("date", "soon", "takes a date"), ("near", "here", "takes a place and a distance"),
        ("near", "91,0,1km", "latitudes go from -90 to 90"), ("near", "0,181", "longitudes from -180 to 180"),
        ("near", "0,0,0", "not “0,0,0”: the distance must be greater than 0"), ("near", "nan,0,1km", "takes a place"),
        ("near", "0,0,-1km", "takes a place"), ("near", "1", "takes a place"), ("near", "1,2,3,4", "takes a place"),
        ("is", "read", "takes favorite or stale, not “read”"), ("has", "wings", "takes coordinate"),
        ("sort", "best", "takes date, title"), ("sort", "", "takes date, title"),
        ("sort", "-distance", "always lists the nearest first"),
        (
            "sort", "latitude",
            "not “latitude”; to sort by latitude, use “sql SELECT address, title, latitude FROM records ORDER BY latitude NULLS LAST”"
        ),
        ("sort", "-Prominence", "title, prominence FROM records ORDER BY prominence DESC NULLS LAST”"),
        ("sort", "title,address", "“sql SELECT address, title FROM records ORDER BY address NULLS LAST”"),
        ("tag", "", "takes one of your tags, not “”"), ("tag", " ", "takes one of your tags, not “ ”"),
        ("has", "star", "did you mean “stars”?"),
        ("source", "shelves", "unknown source “shelves”"),
    ])
    func `rejects a value that a qualifier does not accept, and says what is expected`(
        name: String, value: String, message: String
    ) throws {
        let fault = #expect(throws: QueryFault.self) {
            try reader().read(QueryWord(value, qualifier: name))
        }
        #expect(fault?.word == (name == "source" ? value : "\(name):\(value)"))
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
    }

    @Test(arguments: [
        ("stars", ">many", "takes a number such as 1000, >1000, or 10..20, not “>many”"),
        ("stars", "1..x", "takes a number"), ("stars", ">", "takes a number"), ("mixed", ">x", "takes a number"),
        ("opened", "soon", "takes a date such as"),
        (
            "country", ">b",
            "country is text; “>” works only with numbers and dates (for this exact text, use country:\">b\")"
        ),
        ("country", "<=", "country is text; “<=” works only with numbers and dates"),
        ("Country", "a..z", "Country is text; “..” works only with numbers and dates"),
        ("country", ">2024-01-01", "country is text; “>” works only with numbers and dates"),
        ("topics", ">5", "topics is a list; “>” works only with numbers and dates"),
        ("archived", "<1", "archived is true or false; “<” works only with numbers and dates"),
    ])
    func `a value that a column cannot have matches nothing, and a note says why`(
        name: String, value: String, note: String
    ) throws {
        #expect(try condition(name, value) == .never)
        let names = QueryNames(
            sources: [], disabled: [],
            columns: [
                Column("country", .text, "A"), Column("stars", .integer, "B"), Column("opened", .date, "D"),
                Column("mixed", .integer, "E"), Column("mixed", .text, "F"), Column("topics", .list, "G"),
                Column("archived", .boolean, "H"),
            ])
        for value in [value, "!=" + value] {
            let query = try QueryReader(names, now: now).read([QueryWord(value, qualifier: name)])
            #expect(query.notes.count == 1 && query.notes[0].contains(note), "\(query.notes)")
        }
    }

    @Test(
        arguments: [
            ("country", "!FR", "the “!” in “country:!FR” was ignored; to exclude a value, use country:!=FR"),
            (
                "stars", "!>3",
                "“stars:” takes a number such as 1000, >1000, or 10..20, not “!>3”; to exclude a value, use stars:!=>3"
            ),
            ("country", "!!!", nil), ("country", "Oh!", nil),
        ] as [(String, String, String?)])
    func `reports an exclamation mark before a value`(name: String, value: String, note: String?) throws {
        #expect(try reader().noteOnValue(QueryWord(value, qualifier: name)) == note)
        #expect(try reader().noteOnValue(QueryWord(value, qualifier: name, isQuoted: true)) == nil)
    }

    @Test func `reads thousands and millions written with a letter`() throws {
        #expect(try condition("stars", ">=10k") == .field("stars", .number(range(10_000, true, nil, false))))
        #expect(try condition("stars", "1.5K..2M") == .field("stars", .number(range(1_500, true, 2_000_000, true))))
        #expect(try condition("stars", ">k") == .never)
    }

    @Test func `suggests the column that has an unknown name as one of its words`() throws {
        let reader = try reader(adding: Column("total_students", .integer, "I"))
        #expect(
            reader.note(on: QueryWord(">3000", qualifier: "students"))
                == "no source has a column “students”, so the term was treated as ordinary words; did you mean “total_students:”?"
        )
    }

    @Test func `treats a name that is not a qualifier as a word`() throws {
        #expect(try condition("contry", "FR") == nil)
        #expect(try condition("country", "") == nil)
    }

    @Test(arguments: [
        (
            "contry", "FR",
            "no source has a column “contry”, so the term was treated as ordinary words; did you mean “country:”?"
        ),
        ("nosuchcolumn", "5", "no source has a column “nosuchcolumn”, so the term was treated as ordinary words"),
        (
            "contry", "",
            "no source has a column “contry”, so the term was treated as ordinary words; did you mean “country:”?"
        ),
        ("country", "", "“country:” has no value, so it was treated as an ordinary word"),
        (
            "Latitude", ">50",
            "“Latitude:” is not a filter, so the term was treated as ordinary words; use “near:LATITUDE,LONGITUDE,DISTANCE” or “sql SELECT * FROM records WHERE latitude …”"
        ),
        (
            "shelf", "1984",
            "no source has a column “shelf”, so the term was treated as ordinary words; run “show shelf:1984” to show a record, or use “source:shelf” to search the source"
        ),
        ("https", "//example.org", nil), ("std", ":vector", nil), ("Mission", "", nil),
    ])
    func `reports a name that is not a column, unless it was not meant as one`(
        name: String, value: String, note: String?
    ) throws {
        #expect(try reader().note(on: QueryWord(value, qualifier: name)) == note)
    }

    @Test(arguments: Qualifier.allCases)
    func `reads every qualifier, which has a summary and an example`(qualifier: Qualifier) throws {
        #expect(try reader().know(QueryWord("", qualifier: qualifier.name.uppercased())))
        #expect(!qualifier.value.isEmpty && qualifier.summary.hasSuffix("."))
        #expect(qualifier.examples.contains { $0.line.contains(" \(qualifier.name):") })
        for value in qualifier.values {
            let term = try? reader().read(QueryWord(value, qualifier: qualifier.name))
            #expect(term != nil, "\(qualifier):\(value)")
        }
    }
}
