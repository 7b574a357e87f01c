import Testing

@testable import AggCommands

@Suite struct TypedWordsTests {
    @Test(
        arguments: [
            ("", [("", 0)]), ("a", [("a", 0)]), ("a ", [("a", 0), ("", 2)]), ("a b", [("a", 0), ("b", 2)]),
            ("a; b", [("b", 3)]), ("a;", [("", 2)]), ("a;b", [("a;b", 0)]), ("a\\; b", [("a;", 0), ("b", 4)]),
            ("a \"b c", [("a", 0), ("b c", 2)]), ("a \"b c\" d", [("a", 0), ("b c", 2), ("d", 8)]),
            ("a x:\"b c", [("a", 0), ("x:b c", 2)]), ("a b\"c d", [("a", 0), ("b\"c", 2), ("d", 6)]),
            ("a x=\"b c", [("a", 0), ("x=b c", 2)]), ("a --x='b c", [("a", 0), ("--x=b c", 2)]),
            ("a --x:\"b c", [("a", 0), ("--x:\"b", 2), ("c", 9)]), ("sql x='b c", [("sql", 0), ("x='b", 4), ("c", 9)]),
            ("a x:y:\"b c", [("a", 0), ("x:y:\"b", 2), ("c", 9)]), ("a b\\>", [("a", 0), ("b>", 2)]),
            ("a b\\ c", [("a", 0), ("b c", 2)]), ("a b\\ ", [("a", 0), ("b ", 2)]), ("a \"b ", [("a", 0), ("b ", 2)]),
            ("a \"b\\\"", [("a", 0), ("b\"", 2)]), ("a \"", [("a", 0), ("", 2)]), ("a \\x", [("a", 0), ("\\x", 2)]),
            ("a 'b c", [("a", 0), ("b c", 2)]), ("a 'b \\' c", [("a", 0), ("b \\", 2), ("c", 8)]),
            ("a \"it's b", [("a", 0), ("it's b", 2)]), ("a o'b c", [("a", 0), ("o'b", 2), ("c", 6)]),
            ("é 東", [("é", 0), ("東", 2)]),
        ] as [(String, [(String, Int)])])
    func `reads words that are still being typed`(line: String, expected: [(String, Int)]) {
        let parts = TypedWords(line).parts
        #expect(parts.map(\.text) == expected.map(\.0))
        #expect(parts.map(\.start) == expected.map(\.1))
    }
}
