import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

/// Favorites exported to a file.
struct FavoriteArchiveTests {
    private static let time = Date(timeIntervalSince1970: 1_795_000_000.123_456)

    private static let favorites: [Favorite] = {
        guard let towns = SourceID("towns"), let news = SourceID("a-b") else { return [] }
        let full = Record(
            key: "x:1,\"", title: "São\r\nTomé, \"quoted\"\u{0}", subtitle: "Line\nline",
            date: RecordDate(iso8601: "2024-03-05"), coordinate: Coordinate(latitude: -90, longitude: 180),
            url: "https://example.org/?a=1,2", prominence: 7,
            fields: [
                .init("n", .integer(.min)), .init("whole", .decimal(28)), .init("none", .list([])),
                .init("inf", .decimal(.infinity)), .init("yes", .boolean(true)),
            ], keywords: ["a, b"])
        return [
            Favorite(
                source: towns, kind: "cities", record: full, addedAt: time, tags: ["lunch", "a, \"b\""],
                note: "cheap,\r\non Mondays \u{1F35C}"),
            Favorite(source: news, kind: "feed", record: Record(key: "1", title: "=1+1"), addedAt: .distantPast),
        ]
    }()

    @Test(arguments: FavoriteArchive.allCases)
    func `reads back exactly what it wrote`(form: FavoriteArchive) {
        let content = form.read(form.bytes(of: Self.favorites))
        #expect(content.favorites == Self.favorites)
        #expect(content.favorites.first?.addedAt == Self.time)
        #expect(content.faults.isEmpty)
        #expect(form.bytes(of: content.favorites) == form.bytes(of: Self.favorites))
    }

    @Test(arguments: FavoriteArchive.allCases)
    func `writes and reads a file without favorites`(form: FavoriteArchive) {
        let content = form.read(form.bytes(of: []))
        #expect(content.favorites.isEmpty && content.faults.isEmpty)
    }

    @Test func `reports an invalid favorite with its place and reads the others`() {
        let lines = String(decoding: FavoriteArchive.json.bytes(of: Self.favorites), as: UTF8.self)
        let broken = lines.replacing("\"source\":\"towns\"", with: "\"source\":\"no source!\"")
        let json = FavoriteArchive.json.read(Array(broken.utf8))
        #expect(json.favorites == [Self.favorites[1]])
        #expect(json.faults == ["favorite 1 has no valid source"])

        let csv = """
            source,kind,marked_at_s,tags,note,snapshot
            towns,cities,1,,,"{""version"":1,""key"":""1"",""title"":""One""}"
            towns,cities,1,,,{}
            towns,cities,,,,"{""version"":1,""key"":""2"",""title"":""Two""}"

            towns,cities,5,"[1]",,"{""version"":1,""key"":""3"",""title"":""Three""}"
            towns
            """
        let content = FavoriteArchive.csv.read(Array(csv.utf8))
        #expect(content.favorites.map(\.record.title) == ["One"])
        #expect(
            content.faults == [
                "line 3 has no readable snapshot", "line 4 has no valid marked_at time",
                "line 6 has invalid tags; expected a list of strings", "line 7 has no readable snapshot",
            ])
    }

    @Test(arguments: [
        (FavoriteArchive.json, ""), (.json, "[]"), (.json, "{\"agg\":2,\"favorites\":[]}"), (.json, "{\"agg\":1"),
        (.csv, ""), (.csv, "a,b\r\n1,2"),
    ])
    func `reports a file without a list of favorites as one fault`(form: FavoriteArchive, text: String) {
        let content = form.read(Array(text.utf8))
        #expect(content.favorites.isEmpty)
        #expect(content.faults.count == 1)
    }

    @Test func `uses a time in whole seconds if there is no exact one`() {
        let text =
            #"{"agg":1,"favorites":[{"source":"a","marked_at":"2024-03-05T10:00:00Z","snapshot":"{\"version\":1,\"key\":\"1\",\"title\":\"T\"}"}]}"#
        let content = FavoriteArchive.json.read(Array(text.utf8))
        #expect(content.favorites.first?.addedAt == Date(timeIntervalSince1970: 1_709_632_800))
        #expect(content.favorites.first?.kind == "a")
    }

    @Test(arguments: [
        ("a.json", FavoriteArchive.json), ("/x/b.CSV", .csv), ("json", nil), ("a.txt", nil), ("a.json.bak", nil),
        ("", nil),
    ])
    func `takes the format from the file name`(name: String, form: FavoriteArchive?) {
        #expect(FavoriteArchive(fileName: name) == form)
    }

    @Test(arguments: [
        ("a,b\r\nc,\n", [["a", "b"], ["c", ""]]), ("\"a\"\"b\",\"c\nd\"", [["a\"b", "c\nd"]]), ("\n\n", []),
        ("\"\"", [[""]]),
        ("\u{FEFF}a", [["a"]]), ("\"open", [["open"]]), ("a\rb", [["a"], ["b"]]), (",", [["", ""]]),
    ])
    func `reads CSV leniently according to RFC 4180`(text: String, expected: [[String]]) {
        #expect(CSVText.read(text).map(\.cells) == expected)
    }

    @Test func `compares tags without case and accents`() {
        var favorite = Self.favorites[1]
        FavoriteEdit(addedTags: ["Lunch", "lunch", "Café", "!"]).apply(to: &favorite)
        #expect(favorite.tags == ["Lunch", "Café", "!"])
        FavoriteEdit(removedTags: ["LUNCH", "cafe", "none"], note: "x").apply(to: &favorite)
        #expect(favorite.tags == ["!"] && favorite.note == "x")
        FavoriteEdit(note: "").apply(to: &favorite)
        #expect(favorite.note == nil)
    }
}
