import AggCommands
import AggStorage
import Testing

@Suite struct SQLTextTests {
    @Test(arguments: [
        ("SELECT 1; SELECT 2;", ["SELECT 1", "SELECT 2"]), ("", []), ("-- nothing\n ; \n", []),
        ("SELECT ';' -- a; b\n, 1;\n", ["SELECT ';' -- a; b\n, 1"]), ("SELECT \"a;b\"", ["SELECT \"a;b\""]),
        ("SELECT 1 /* ; */ ;SELECT 2", ["SELECT 1 /* ; */", "SELECT 2"]), ("SELECT 'it''s;'", ["SELECT 'it''s;'"]),
    ])
    func `statements end at semicolons outside quotes and comments`(text: String, statements: [String]) {
        #expect(SQLText.statements(text) == statements)
    }

    @Test(
        arguments: [
            ("sql SELECT 1", .open), ("sql SELECT 1;", .closed), ("sql SELECT title FROM cities", .open),
            ("sql SELECT title", .incomplete), ("sql SELECT title,", .incomplete),
            ("sql SELECT count(*) AS n", .incomplete),
            ("sql SELECT * ", .incomplete), ("sql SELECT (1", .incomplete), ("sql SELECT 'a", .incomplete),
            ("sql SELECT title FROM", .incomplete), ("sql", .incomplete), ("sql;", .closed), ("search sql", .closed),
            ("sql SELECT date('now')", .open), ("sql SELECT 1 AS one", .open), ("sql SELECT 1 --limit 5", .closed),
            ("sql WITH a AS (SELECT 1)", .open), ("sql SELECT 2 * 3", .open), ("sql SELECT 1 > out.csv", .closed),
            ("save x sql SELECT title", .incomplete), ("search x; sql SELECT a,", .incomplete),
        ] as [(String, CommandLine.Ending)])
    func `detects whether a statement may continue on the next line`(line: String, ending: CommandLine.Ending) {
        #expect(CommandLine.ending(of: line) == ending)
    }

    @Test(arguments: [
        ("DROP TABLE a", "sql is read-only: expected SELECT, found DROP"),
        ("(( DELETE FROM a", "sql is read-only: expected SELECT, found DELETE"),
        ("TABLE a", "sql is read-only: expected SELECT, found TABLE"),
    ])
    func `refuses a statement that does not read`(text: String, message: String) {
        #expect(throws: SQLError.refused(message)) { try ReadOnlySQL.check(text) }
    }

    @Test(arguments: [
        ("SELEC 1", "expected SELECT, found SELEC; did you mean SELECT?"), ("tokyo", "expected SELECT, found TOKYO"),
        ("1", "expected SELECT"), ("'SELECT 1'", "remove the quotes around the statement"),
    ])
    func `a first word that begins no statement is invalid`(text: String, message: String) {
        #expect(throws: SQLError.invalid(message)) { try ReadOnlySQL.check(text) }
    }

    @Test func `a statement that reads can be in parentheses, or begin with a word of its dialect`() throws {
        try ReadOnlySQL.check("(SELECT 1) UNION (SELECT 2)")
        try ReadOnlySQL.check("/* a */ ( -- b\n(values (1)))")
        try ReadOnlySQL.check("(table a)", further: ["TABLE"])
    }

    @Test func `removes comments but keeps options on the first line`() {
        #expect(
            SQLText.withoutComments("sql --limit 5 SELECT 1\n-- it's\n, 2 /* ; */")
                == "sql --limit 5 SELECT 1\n \n, 2  ")
    }

    @Test(arguments: [("FROM a", true), ("  where x", true), (", b", true), ("search x", false), ("", false)])
    func `clauses continue a statement`(line: String, continues: Bool) {
        #expect(SQLText.canContinue(line) == continues)
    }
}
