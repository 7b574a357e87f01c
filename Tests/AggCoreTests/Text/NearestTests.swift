import Testing

import AggSource

@Suite struct NearestTests {
    @Test(arguments: [
        ("--limti", "; did you mean “--limit”?"), ("--foo", ""), ("-q", ""), ("--lg", "; did you mean “--log”?"),
        ("--", ""), ("--Log", "; did you mean “--log”?"),
    ])
    func `the dashes of options do not count as similarity`(typed: String, hint: String) {
        #expect(Nearest.hint(toOption: typed, among: ["--log", "--limit", "-c", "--no-init"]) == hint)
    }

    @Test(arguments: [("sear", "search"), ("fav", nil), ("se", "set"), ("nea", "near")] as [(String, String?)])
    func `prefers the only word that begins with what was typed`(typed: String, nearest: String?) {
        #expect(
            Nearest.word(to: typed, among: ["near", "search", "set", "favorite", "favorites", "unfavorite"]) == nearest)
    }

    @Test(
        arguments: [
            ("students", "total_students"), ("Score", "avg_score"), ("total", "total_students"), ("stud", nil),
            ("avg", nil), ("total_students", nil),
        ] as [(String, String?)])
    func `finds the first name with a word as one of its parts`(word: String, name: String?) {
        #expect(Nearest.part(word, of: ["avg_score", "avg_score_2", "total_students"]) == name)
    }

    @Test(.timeLimit(.minutes(5)))
    func `finds nothing near a word of megabytes, without delay`() {
        #expect(Nearest.word(to: String(repeating: "x", count: 4 << 20), among: ["search", "show"]) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "ab", 1),
        ("abc", "xabc", 1), ("abc", "acb", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
        ("serch", "search", 1), ("haert", "heart", 1),
    ])
    func `counts the letters that differ`(left: String, right: String, distance: Int) {
        let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        #expect(Nearest.distance(left, right) == distance)
        #expect(Nearest.distance(right, left) == distance)
    }

    @Test(arguments: [
        ("favourites", "favorites"), ("serach", "search"), ("SEARCH", "search"), ("netwrok", "network"), ("srch", nil),
        ("notwrrk", "network"),
        ("weather", nil), ("", nil), ("x", nil),
    ])
    func `finds the nearest candidate that differs in up to a third of its letters`(word: String, nearest: String?) {
        #expect(Nearest.word(to: word, among: ["favorites", "search", "network"]) == nearest)
    }

    @Test(arguments: [
        ("citeis", "; did you mean “cities”?"), ("inspections", "; did you mean “chicago-inspections”?"),
        ("school", "; did you mean “nyc-schools”?"), ("citiess-2", "; did you mean “cities”?"),
        ("volcano", "; use one of chicago-inspections, cities, nyc-schools"),
    ])
    func `suggests names like an unknown one or with a part like it`(typed: String, hint: String) {
        #expect(Nearest.hint(toName: typed, among: ["nyc-schools", "cities", "chicago-inspections"]) == hint)
    }

    @Test func `lists up to twelve names`() {
        let names = (1...15).map { "list\($0 + 10)" }
        #expect(Nearest.hint(toName: "volcano", among: names).hasSuffix("list22, and 3 more"))
        #expect(Nearest.hint(toName: "volcano", among: []) == "")
    }

    @Test func `prefers the nearest, then the one that begins alike, then the first`() {
        #expect(Nearest.word(to: "lines", among: ["limes", "line", "lines"]) == "lines")
        #expect(Nearest.word(to: "lines", among: ["limes", "line"]) == "line")
        #expect(Nearest.word(to: "usa", among: ["UA", "US"]) == "US")
        #expect(Nearest.word(to: "lines", among: ["lanes", "lones"]) == "lanes")
    }

    @Test func `finds a misspelled plural`() {
        #expect(Nearest.word(to: "citys", among: ["chicago-inspections", "cities", "feed", "github"]) == "cities")
        #expect(Nearest.word(to: "feeds", among: ["chicago-inspections", "cities", "feed", "github"]) == "feed")
    }

    @Test func `writes a hint, or nothing`() {
        #expect(Nearest.hint(to: "ulr", among: ["url"]) == "; did you mean “url”?")
        #expect(Nearest.hint(to: "weather", among: ["url"]) == "")
    }
}
