import Testing

@Suite struct EscapeTests {
    @Test(arguments: [
        (#"search new\ york"#, ["search", "new york"]),
        (#"search \"quoted\""#, ["search", "\"quoted\""]),
        (#"search \'ayn x'"#, ["search", "'ayn", "x'"]),
        (#"search a\\b"#, ["search", #"a\b"#]),
        (#"search a\; b"#, ["search", "a;", "b"]),
        ("search \\#tag", ["search", "#tag"]),
        ("\\#tag", ["#tag"]),
        (#"search a \| b"#, ["search", "a", "|", "b"]),
        (#"search a \> b"#, ["search", "a", ">", "b"]),
        (#"search a \>> b"#, ["search", "a", ">>", "b"]),
        (#"search \\ x"#, ["search", #"\"#, "x"]),
        (#"search \\\; x"#, ["search", #"\;"#, "x"]),
        (#"search country:\"x y\""#, ["search", "country:\"x", "y\""]),
    ])
    func `a backslash escapes a space, quote, backslash, separator, or number sign`(
        line: String, expected: [String]
    ) {
        #expect(words(line) == expected)
    }

    @Test(arguments: [#"\n"#, #"\q"#, #"C:\Temp"#, #"\-\-limit"#, #"\é"#, #"a\"#, #"\"#, #"\:"#])
    func `a backslash before anything else is literal`(word: String) {
        #expect(words("search \(word)") == ["search", word])
        #expect(words(word) == [word])
    }

    @Test(arguments: [
        (#"search "say \"hi\"""#, ["search", #"‹say "hi"›"#]),
        (#"search "a\\b""#, ["search", #"‹a\b›"#]),
        (#"search "a\\""#, ["search", #"‹a\›"#]),
        (#"search "a\nb\ c\;\'""#, ["search", #"‹a\nb\ c\;\'›"#]),
        (#"search "a\""#, ["search", "\"a\""]),
    ])
    func `inside double quotes, only a quote and a backslash can be escaped`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }

    @Test(arguments: [
        (#"search 'a\\b'"#, ["search", #"‹a\\b›"#]),
        (#"search 'a\' x"#, ["search", #"‹a\›"#, "x"]),
        (#"search 'a\"b\ c'"#, ["search", #"‹a\"b\ c›"#]),
    ])
    func `inside single quotes, nothing can be escaped`(line: String, expected: [String]) {
        #expect(words(line) == expected)
    }
}
