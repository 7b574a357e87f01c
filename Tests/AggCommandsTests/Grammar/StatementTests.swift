import Testing

@testable import AggCommands

/// Where the output of a command goes.
@Suite struct StatementTests {
    private func statement(_ line: String) -> Statement? { CommandLine(line).statements.first }

    @Test(arguments: [
        ("search lon > found.txt", "found.txt", false), ("search lon >> found.txt", "found.txt", true),
        ("search lon > \"my file\"", "my file", false), (#"search lon > my\ file"#, "my file", false),
        ("search lon > a; exit", "a", false), ("search lon > '>'", ">", false),
    ])
    func `a standalone redirection operator sends the output to a file`(line: String, file: String, appends: Bool) {
        #expect(statement(line)?.destination == .file(file, appends: appends))
        #expect(statement(line)?.words.map(\.text) == ["search", "lon"])
    }

    @Test(arguments: [
        ("search lon | head -2", "head -2"),
        ("search lon | awk -F'\\t' '{print $1; print $2}' | sort > x", "awk -F'\\t' '{print $1; print $2}' | sort > x"),
        ("search lon |  wc   -l  ; exit", "wc   -l"),
        ("search lon | grep \"a\\\"b\" # what is left", "grep \"a\\\"b\""),
        ("search lon | sed s/a/#/", "sed s/a/#/"),
    ])
    func `passes the text after a bar to the shell as typed`(line: String, command: String) {
        #expect(statement(line)?.destination == .command(command))
        #expect(statement(line)?.words.map(\.text) == ["search", "lon"])
    }

    @Test(arguments: [
        "search a>b", "search >a", "search a>", "search \">\"", "search '|'", #"search \> a"#, #"search \| a"#,
        #"search \>\> a"#, "search a|b", "search stars:>1", "search >>> a", "search || a",
    ])
    func `operators that are quoted, escaped, or part of a word are literal`(line: String) {
        #expect(statement(line)?.destination == nil)
        #expect(statement(line)?.fault == nil)
    }

    @Test(arguments: [
        ("search lon >", "expected a file after “>”"), ("search lon >> ; exit", "expected a file after “>>”"),
        ("search lon |", "expected a command after “|”"), ("search lon | ; exit", "expected a command after “|”"),
        ("search lon > a b", "unexpected “b”: “>” takes one file, at the end of a command"),
        ("search lon > a > b", "unexpected “>”: “>” takes one file, at the end of a command"),
        ("| head", "no command before “|”"), ("> file", "no command before “>”"),
        ("search lon > ''", "unexpected “”: “>” takes one file, at the end of a command"),
    ])
    func `reports an operator with a missing or extra operand`(line: String, fault: String) {
        #expect(statement(line)?.fault == fault)
    }

    @Test(arguments: [
        (#"search lon \G"#, true), (#"search lon \G; exit"#, true), (#"search lon \G > file"#, true),
        (#"search lon \\G"#, false), (#"search \G lon"#, false), (#"search lon '\G'"#, false), (#"\G"#, false),
        (#"search lon\G"#, true), (#"search lon\\G"#, false),
    ])
    func `a backslash and a G as the last word show one record at a time`(line: String, expected: Bool) {
        #expect(statement(line)?.isVertical == expected)
        #expect((statement(line)?.words.last?.text == "lon") == expected || !expected)
    }

    @Test(arguments: [
        "search lon --limit 5", "search \"new york\" --source cities", "list cities country:\"New Zealand\"",
        "search -- --limit", "search \"--limit\"", #"search a\ b --columns=a\ b"#, ##"search \| \# \; 'x > y'"##,
        "search o'fallon 'ayn", "search \u{301}x 'a' \u{301}", "search \"\u{301}x y\" name:\"\u{301}\"",
        "search -\u{301}x --\u{301}x \\\u{301} #\u{301}", "search a\\ \u{301}b",
        #"search ("x y )\" z"#, #"search ("x y" OR z)"#, #"search --(" ''"#, #"search --a=" ''"#,
        #"search -" name:'x'"#, #"search -"-a b""#, "search --title=' 5s'", #"search --title="a \" b" c"#,
    ])
    func `a command reads back the same after it is written as text`(line: String) {
        let words = CommandLine(line).commands[0]
        let again = CommandLine(GrammarText.line(words)).commands[0]
        #expect(again.map(\.text) == words.map(\.text))
        #expect(again.map(\.isOption) == words.map(\.isOption))
        #expect(again.map(\.queryWord) == words.map(\.queryWord))
    }

    @Test(arguments: ["--title=First Name", "--title= ", "--a\"b=c d", "--a/b=c d", "--a:b=c 'd'", "--title=a\" b'"])
    func `an option from a shell reads back the same after it is written as text`(argument: String) {
        let word = Word(argument: argument)
        let again = CommandLine(GrammarText.line([Word("search"), word])).commands[0]
        #expect(again.count == 2 && again.last?.text == argument && again.last?.isOption == word.isOption)
    }

    /// The line is then an unknown command, reported with the words as typed.
    @Test func `quotes two leading dashes that would make the line a comment`() {
        let words = CommandLine("search; -- b").commands[1]
        #expect(GrammarText.line(words) == "\"--\" b")
        #expect(CommandLine(GrammarText.line(words)).commands.map { $0.map(\.text) } == [["--", "b"]])
    }
}
