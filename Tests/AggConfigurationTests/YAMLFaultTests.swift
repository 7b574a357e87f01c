import Testing

@Suite struct YAMLFaultTests {
    @Test(arguments: [
        (
            "sources:\n  - {id: a\nsearch: {}\n",
            "config.yml:3: invalid YAML: did not find expected ',' or '}' (while parsing a flow mapping, "
                + "starting on line 2); check quotes, brackets, and indentation here and above"
        ),
        (
            "search:\n\tlimit: 3",
            "config.yml:2: invalid YAML: found character that cannot start any token (while scanning for the next token, "
                + "starting on line 2); indent with spaces, not tabs"
        ),
        (
            "search: {limit: \"3}",
            "config.yml:1: invalid YAML: found unexpected end of stream (while scanning a quoted scalar, "
                + "starting on line 1); check quotes, brackets, and indentation here and above"
        ),
        (
            "search: *limits",
            "config.yml:1: invalid YAML: found undefined alias; check quotes, brackets, and indentation here and above"
        ),
        (
            "search: {}\n---\nsearch: {}",
            "config.yml:2: invalid YAML: but found another document (expected a single document in the stream, "
                + "starting on line 1); check quotes, brackets, and indentation here and above"
        ),
        (
            "search: {}\n# \u{7}",
            "config.yml:2: invalid YAML: control characters are not allowed; remove the character"
        ),
    ])
    func `names the line and what is wrong with it`(text: String, fault: String) throws {
        #expect(try faults(of: text) == [fault])
    }

    @Test func `survives endless brackets`() throws {
        let found = try faults(of: "search: " + String(repeating: "[", count: 100_000))
        #expect(found.count == 1)
        #expect(found.first?.contains("invalid YAML") == true)
    }

    @Test(arguments: [
        ("search: {}\nfavorites: {}\nsearch: {}", [3]),
        ("search: {}\nsearch: {}\nsearch: {}", [2, 3]),
        ("\"search\": {}\nsearch: {}", [2]),
        ("search: {}\n'search': {}", [2]),
        ("search:\n  limit: 1\n  limit: 2\nfavorites:\n  limit: 1\n  limit: 2", [3, 6]),
        ("sources: [{id: a, url: x, url: y}, {id: b, url: x,\n url: y}]", [1, 2]),
        ("sources:\r\n  - id: a\r\n    1: x\r\n    '1': y", [4]),
        ("sources:\n  - {id: a, b: {c: d, c: e}}\n", [2]),
        ("sources:\n  - id: a\n    b.c: d\n    b: {c: e}\n", [4]),
    ])
    func `reports each key that appears twice, at the line of the later one`(text: String, lines: [Int]) throws {
        let found = try faults(of: text)
        #expect(found.allSatisfy { $0.contains("appears twice (first on line ") })
        #expect(found.map { $0.prefix { $0 != " " } } == lines.map { "config.yml:\($0):" })
    }

    @Test func `reports a key that appears twice even if its line is unknown`() throws {
        #expect(
            try faults(of: "&a search: {}\nsearch: {}") == [
                "config.yml:1: the key “search” appears twice; keep one of them"
            ])
    }

    @Test func `summarizes a file full of keys that appear twice`() throws {
        let text = (1...100).map { "key\($0): 1\nkey\($0): 2\n" }.joined()
        #expect(try faults(of: text) == ["config.yml:1: too many keys appear twice; keep one of each"])
    }
}
