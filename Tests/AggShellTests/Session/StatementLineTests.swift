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
        let whole = await StatementLines.typed("sql SELECT a") { rest.popFirst().map { .line($0) } ?? .interrupted }
        #expect(whole == "sql SELECT a\nFROM b\nWHERE c;")
        #expect(await StatementLines.typed("sql SELECT a") { .interrupted } == nil)
        #expect(await StatementLines.typed("sql SELECT 1") { .interrupted } == "sql SELECT 1")
    }
}
