import AggSearch
import Testing

@testable import AggCommands

@Suite struct WordTests {
    @Test(arguments: [
        ("london", QueryWord("london")),
        ("new york", QueryWord("new york", isQuoted: true)),
        ("country:FR", QueryWord("FR", qualifier: "country")),
        ("country:New Zealand", QueryWord("New Zealand", qualifier: "country", isQuoted: true)),
        ("-country:New Zealand", QueryWord("New Zealand", qualifier: "country", isQuoted: true, isNegated: true)),
        ("country:!=FR", QueryWord("!=FR", qualifier: "country")),
        ("-new york", QueryWord("new york", isQuoted: true, isNegated: true)),
        ("- new york", QueryWord("- new york", isQuoted: true)),
        ("--new york", QueryWord("--new york", isQuoted: true)),
        ("\"quoted\"", QueryWord("\"quoted\"")),
        ("o'fallon; #x", QueryWord("o'fallon; #x", isQuoted: true)),
        ("a\\ b", QueryWord("a\\ b", isQuoted: true)),
        ("", QueryWord("")),
        (" ", QueryWord(" ", isQuoted: true)),
    ])
    func `a one-shot argument is a word, or a phrase if it contains a space`(argument: String, expected: QueryWord) {
        #expect(Word(argument: argument).queryWord == expected)
    }

    @Test(arguments: [
        ("--limit", true), ("--limit=5", true), ("--x", true), ("---", true), ("--", false), ("-x", false),
        ("--limit 5", false), ("limit", false), ("--title=First Name", true), ("--what is=that", false),
    ])
    func `a one-shot argument that begins with two dashes is an option unless it is a phrase`(
        argument: String, expected: Bool
    ) {
        #expect(Word(argument: argument).isOption == expected)
    }

    @Test(arguments: [
        "country:New\\ Zealand", "a\\ b", "\\#x", "\\|", "x\\;", "country:\"New Zealand\"", "-\"new york\"", "o'fallon",
    ])
    func `a word can be typed as it was`(typed: String) {
        let words = CommandLine("search \(typed)").commands.first ?? []
        #expect(words.dropFirst().map(\.typed) == [typed])
    }

    @Test(arguments: [
        ("\"new york\"", "\"new york\""), ("borough:\"Staten Island\"", "borough:\"Staten Island\""),
        ("say \"hi\"", "\"say \\\"hi\\\"\""), ("new york", "\"new york\""),
    ])
    func `a one-shot argument with its own quotes can be typed as it is`(argument: String, typed: String) {
        #expect(Word(argument: argument).typed == typed)
    }

    @Test(arguments: ["!=", "<>"])
    func `an inequality sign before a quoted value is not part of it`(sign: String) {
        var expected = QueryWord("New Zealand", qualifier: "country", isQuoted: true)
        expected.isUnequal = true
        #expect(Word(argument: "country:\(sign)New Zealand").queryWord == expected)
        let typed = CommandLine("search country:\(sign)\"New Zealand\"").commands[0][1]
        #expect(typed.queryWord == expected && typed.typed == "country:\(sign)\"New Zealand\"")
        let literal = CommandLine("search country:\"\(sign)New Zealand\"").commands[0][1]
        #expect(literal.queryWord == QueryWord("\(sign)New Zealand", qualifier: "country", isQuoted: true))
    }

    @Test func `a one-shot option keeps the spaces of its value, and can be typed`() {
        #expect(Word(argument: "--title=First Name").text == "--title=First Name")
        #expect(Word(argument: "--title=First Name").typed == "--title=\"First Name\"")
        let typed = CommandLine("x --title=\"First Name\" a").commands[0]
        #expect(typed.map(\.text) == ["x", "--title=First Name", "a"] && typed[1].isOption)
    }

    @Test(arguments: [
        ("search country:FR", QueryWord("FR", qualifier: "country")),
        ("search country:\"New Zealand\"", QueryWord("New Zealand", qualifier: "country", isQuoted: true)),
        (
            "search -country:\"New Zealand\"",
            QueryWord("New Zealand", qualifier: "country", isQuoted: true, isNegated: true)
        ),
        ("search \"country:FR\"", QueryWord("country:FR", isQuoted: true)),
        ("search 12:30", QueryWord("12:30")),
        ("search a/b:c", QueryWord("a/b:c")),
        ("search :x", QueryWord(":x")),
        ("search x:", QueryWord("", qualifier: "x")),
        ("search länge:5", QueryWord("5", qualifier: "länge")),
        ("search la\u{308}nge:\u{301}x", QueryWord("\u{301}x", qualifier: "länge")),
        ("search name:\"\u{301}x y\"", QueryWord("\u{301}x y", qualifier: "name", isQuoted: true)),
        ("search -\u{301}x", QueryWord("\u{301}x", isNegated: true)),
        ("search a:b:c", QueryWord("b:c", qualifier: "a")),
        ("search http://example.org", QueryWord("//example.org", qualifier: "http")),
    ])
    func `a name before a colon is a qualifier unless it is quoted`(line: String, expected: QueryWord) {
        #expect(CommandLine(line).commands[0][1].queryWord == expected)
    }
}
