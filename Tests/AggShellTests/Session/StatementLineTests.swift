import Testing

@testable import AggCommands
@testable import AggShell

@Suite struct StatementLineTests {
    /// The lines of a script, joined.
    private func joined(_ script: String) async -> [String] {
        var rest = script.split(separator: "\n", omittingEmptySubsequences: false).map { LineInput.line(String($0)) }[
            ...]
        var lines: [String] = []
        while let input = rest.popFirst() {
            guard case .line(let line) = input else { break }
            let joined = await StatementLines.joined(
                line, ready: { rest.popFirst() }, next: { rest.popFirst() ?? .endOfInput })
            lines.append(joined.line)
            if let next = joined.next, next != .endOfInput { rest.insert(next, at: rest.startIndex) }
        }
        return lines
    }

    @Test(arguments: [
        ("sql SELECT 1\nsearch x", ["sql SELECT 1", "search x"]),
        ("sql SELECT title\nFROM cities\nWHERE 1;\nsearch x", ["sql SELECT title\nFROM cities\nWHERE 1;", "search x"]),
        ("sql SELECT a FROM b\nWHERE c;\nsources", ["sql SELECT a FROM b\nWHERE c;", "sources"]),
        ("sql SELECT a FROM b\nsources", ["sql SELECT a FROM b", "sources"]),
        ("sql\nSELECT 1\n;\nsources", ["sql\nSELECT 1\n;", "sources"]),
        ("sql\nsources", ["sql", "sources"]), ("sql SELECT (1\nsearch x", ["sql SELECT (1", "search x"]),
        ("sql SELECT a,\nb -- it's c\nFROM d; search x", ["sql SELECT a,\nb  \nFROM d; search x"]),
        ("sql SELECT a,\nb -- it; is > c\nFROM d; search x", ["sql SELECT a,\nb  \nFROM d; search x"]),
        ("sql SELECT a\nFROM b", ["sql SELECT a\nFROM b"]), ("search a\nsearch b", ["search a", "search b"]),
    ])
    func `joins the lines of a statement`(script: String, lines: [String]) async {
        #expect(await joined(script) == lines)
    }

    @Test func `only lines that can end a statement are read with those before them`() async {
        let lines = (1...20_000).map { "\($0)," }
        let script = "sql SELECT title FROM cities WHERE x IN (\n" + lines.joined(separator: "\n") + "\n0);\nsources"
        #expect(await joined(script).map { $0.split(separator: "\n").count } == [20_002, 1])
    }

    @Test func `a typed statement continues until its semicolon, and Ctrl-C cancels it`() async {
        var rest = ["FROM b", "WHERE c;"][...]
        var earlier: [String] = []
        let whole = await StatementLines.typed("sql SELECT a") { lines in
            earlier.append(lines)
            return rest.popFirst().map { .line($0) } ?? .interrupted
        }
        #expect(whole == "sql SELECT a\nFROM b\nWHERE c;")
        #expect(earlier == ["sql SELECT a", "sql SELECT a\nFROM b"])
        #expect(await StatementLines.typed("sql SELECT a") { _ in .interrupted } == nil)
        #expect(await StatementLines.typed("sql SELECT 1") { _ in .interrupted } == "sql SELECT 1")
    }

    @Test(
        arguments: [
            (["sql SELECT a, -- it's a", "b -- and; b", "FROM c; -- c"], "sql SELECT a,   b   FROM c;  "),
            (["sql --limit 5 SELECT a, -- a", "b FROM c;"], "sql --limit 5 SELECT a,   b FROM c;"),
            (["sql SELECT 'a -- b', c, /* d */ ", "e FROM f;"], "sql SELECT 'a -- b', c,   e FROM f;"),
            (["sql SELECT a,", "/* b", "c */ d", "FROM e;"], "sql SELECT a,   d FROM e;"),
            (["sql SELECT a, /* b", "c */ d FROM e;"], "sql SELECT a, /* b c */ d FROM e;"),
            (["sql SELECT it's", "x FROM b;"], "sql SELECT it's x FROM b;"),
            (["sql SELECT x IN ARRAY[1,", "2] FROM b;"], "sql SELECT x IN ARRAY[1, 2] FROM b;"),
            (["sql SELECT 'a", "b' AS x;"], nil), (["sql SELECT a AS \"b", "c\" FROM d;"], nil),
        ] as [([String], String?)])
    func `the history keeps a statement that means the same in one line`(lines: [String], kept: String?) async throws {
        var rest = lines.dropFirst()
        let typed = await StatementLines.typed(lines[0]) { _ in rest.popFirst().map { .line($0) } ?? .interrupted }
        let statement = try #require(typed)
        #expect(StatementLines.kept(statement) == kept)
    }
}
