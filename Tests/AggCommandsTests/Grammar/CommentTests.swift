import Testing

@Suite struct CommentTests {
    @Test(arguments: [
        "# a comment", "#comment", "   # indented", "#", "##", "#!/usr/bin/env agg", "-- a comment", "--",
        "  -- x; exit",
        "# sources; exit", "#'a' b", #"#it\'s escaped"#, #"#a\ b"#, "#\"x\"",
    ])
    func `a line that begins with a comment has no command`(line: String) {
        #expect(read(line) == [])
    }

    @Test(arguments: [
        ("sources # all of them", ["sources"]),
        ("sources #all; exit", ["sources"]),
        ("search a #b\\ c d", ["search", "a"]),
        ("search a #", ["search", "a"]),
    ])
    func `a number sign at the start of a word begins a comment`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test func `a comment may follow a separator`() {
        #expect(read("sources; # then nothing; exit") == [["sources"]])
    }

    @Test(arguments: ["c#", "f#m", "a#b", "--x#"])
    func `a number sign inside a word is literal`(word: String) {
        #expect(words("search \(word) z") == ["search", word, "z"])
    }

    @Test(arguments: [
        ("search \\#1 x", ["search", "#1", "x"]),
        ("search \"#1\" x", ["search", "‹#1›", "x"]),
        ("search '#1' x", ["search", "‹#1›", "x"]),
    ])
    func `an escaped or quoted number sign does not begin a comment`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test(arguments: [
        ("search -- --limit", ["search", "--", "--limit"]),
        ("search --", ["search", "--"]),
        ("--help", ["--help"]),
        ("\"--\" x", ["‹--›", "x"]),
        ("--- x", ["---", "x"]),
    ])
    func `two dashes begin a comment only as the first word of a line`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }
}
