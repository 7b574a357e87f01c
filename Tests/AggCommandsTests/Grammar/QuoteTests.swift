import AggSearch
import Testing

@testable import AggCommands

@Suite struct QuoteTests {
    @Test(arguments: [
        ("search \"new york\"", ["search", "‹new york›"]),
        ("search 'new york'", ["search", "‹new york›"]),
        ("search \"new york\" city", ["search", "‹new york›", "city"]),
        ("'search' \"x\"", ["‹search›", "‹x›"]),
        ("search \"it's\" 'a \"b\" c'", ["search", "‹it's›", "‹a \"b\" c›"]),
        ("search \"a;b; c\" 'x | y # z'", ["search", "‹a;b; c›", "‹x | y # z›"]),
        ("search \"\" ''", ["search", "‹›", "‹›"]),
        ("search \"\u{301}x y\" a", ["search", "‹\u{301}x y›", "a"]),
        ("search \"  two  blanks \"", ["search", "‹  two  blanks ›"]),
    ])
    func `a quote at the start of a word begins a quoted word`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test(arguments: [
        ("search country:\"New Zealand\"", ["search", "country:‹New Zealand›"]),
        ("search country:'New Zealand' a", ["search", "country:‹New Zealand›", "a"]),
        ("search fresh_for:\"\"", ["search", "fresh_for:‹›"]),
        ("search a-b:\"c d\"", ["search", "a-b:‹c d›"]),
        ("run ices what=\"ice cream\" a", ["run", "ices", "what=‹ice cream›", "a"]),
        ("search -country:\"New Zealand\" a", ["search", "-country:‹New Zealand›", "a"]),
        ("search country:!=\"New Zealand\" a", ["search", "country:!=‹New Zealand›", "a"]),
        ("search country:>\"New Zealand\"", ["search", "country:>\"New", "Zealand\""]),
        ("search (-country:\"New Zealand\")", ["search", "(", "-country:‹New Zealand›", ")"]),
    ])
    func `a quote after a name and a colon or an equals sign begins a quoted word`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test(arguments: [
        ("search a -\"new york\"", ["search", "a", "-‹new york›"]),
        ("search -'x y' a", ["search", "-‹x y›", "a"]),
        ("search -\"new york", ["search", "-\"new", "york"]),
        ("search --\"x y\"", ["search", "--\"x", "y\""]),
        ("search rock-'n'-roll", ["search", "rock-'n'-roll"]),
    ])
    func `a quote after a hyphen begins an excluded phrase`(line: String, expected: [String]) {
        #expect(words(line) == expected)
        for phrase in ["new york", "-x y", "--limit 5"] {
            let word = CommandLine("search -\"\(phrase)\"").commands[0][1]
            #expect(word.queryWord == QueryWord(phrase, isQuoted: true, isNegated: true))
            #expect(word.typed == "-\"\(phrase)\"" && !word.isOption)
        }
    }

    @Test(arguments: [
        ("search o'fallon", ["search", "o'fallon"]),
        ("search o'fallon o'hara'", ["search", "o'fallon", "o'hara'"]),
        ("search 5\"", ["search", "5\""]),
        ("search 'ayn", ["search", "'ayn"]),
        ("search 'ayn o'fallon", ["search", "'ayn", "o'fallon"]),
        ("search \"new york", ["search", "\"new", "york"]),
        ("search country:\"New Zealand", ["search", "country:\"New", "Zealand"]),
        ("search \"", ["search", "\""]),
        ("search 'a\"", ["search", "'a\""]),
        ("search 5:\"a b\"", ["search", "5:\"a", "b\""]),
        ("search a:b:\"c d\"", ["search", "a:b:\"c", "d\""]),
        ("search --source:'a b'", ["search", "--source:'a", "b'"]),
    ])
    func `any other quote is literal`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test func `a quoted word ends only at the end of a word`() {
        #expect(words("search 'rock 'n' roll'") == ["search", "‹rock 'n›", "roll'"])
        #expect(words("search \"a\"b c\"") == ["search", "‹a\"b c›"])
    }

    @Test func `a group that opens later lets a quote close before its parenthesis`() {
        #expect(
            words("search 's-graveland OR ('den bosch')")
                == ["search", "'s-graveland", "OR", "(", "‹den bosch›", ")"])
    }

    @Test(arguments: [
        ("sql server performance", ["sql", "server", "performance"]), ("jazz #live", ["jazz", "#live"]),
        ("\"c# developer\" a; b", ["‹c# developer›", "a;", "b"]), ("-- x", ["--", "x"]),
        ("a | b > c >> d \\G", ["a", "|", "b", ">", "c", ">>", "d", "\\G"]),
        ("language:\"C# / .NET\"", ["language:‹C# / .NET›"]), ("a\nb\\ c", ["a", "b c"]),
    ])
    func `in a query that is not part of a line, only blanks, quotes, and escapes count`(
        query: String, expected: [String]
    ) {
        #expect(CommandLine.words(ofQuery: query).map(shown) == expected)
    }

    @Test func `a quoted word is not an option`() {
        let line = CommandLine("search \"--limit\" '--' --limit")
        #expect(line.commands[0].map(\.isOption) == [false, false, false, true])
    }
}
