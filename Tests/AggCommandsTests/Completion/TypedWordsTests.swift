import Testing

@testable import AggCommands

@Suite struct TypedWordsTests {
    @Test(
        arguments: [
            ("", [("", 0)]), ("a", [("a", 0)]), ("a ", [("a", 0), ("", 2)]), ("a b", [("a", 0), ("b", 2)]),
            ("a; b", [("b", 3)]), ("a;", [("", 2)]), ("a;b", [("a;b", 0)]), ("a\\; b", [("a;", 0), ("b", 4)]),
            ("a \"b c", [("a", 0), ("b c", 2)]), ("a \"b c\" d", [("a", 0), ("b c", 2), ("d", 8)]),
            ("a x:\"b c", [("a", 0), ("x:b c", 2)]), ("a b\"c d", [("a", 0), ("b\"c", 2), ("d", 6)]),
            ("a b\\ c", [("a", 0), ("b c", 2)]), ("a b\\ ", [("a", 0), ("b ", 2)]), ("a \"b ", [("a", 0), ("b ", 2)]),
            ("a \"b\\\"", [("a", 0), ("b\"", 2)]), ("a \"", [("a", 0), ("", 2)]), ("a \\x", [("a", 0), ("\\x", 2)]),
            ("é 東", [("é", 0), ("東", 2)]),
        ] as [(String, [(String, Int)])])
    func `reads words as far as they are typed`(line: String, expected: [(String, Int)]) {
        #expect(TypedWords(line).parts == expected.map { TypedWords.Part(text: $0.0, start: $0.1) })
    }
}
