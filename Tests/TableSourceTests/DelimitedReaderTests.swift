import AggSource
import Testing

@testable import TableSource

struct DelimitedReaderTests {
    private static func rows(
        _ text: String, _ dialect: Dialect = Dialect(), pieceSize: Int = 1_000
    ) throws -> [[String]] {
        try read(text, dialect, pieceSize: pieceSize).map { row in (0..<row.count).map(row.text) }
    }

    private static func read(
        _ text: String, _ dialect: Dialect = Dialect(), pieceSize: Int = 1_000
    ) throws -> [TableRow] {
        var reader = DelimitedReader(dialect)
        var rows: [TableRow] = []
        func keep(_ row: borrowing TableRow) throws(SourceError) { rows.append(copy row) }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
            try reader.push(Array(bytes[start..<min(start + pieceSize, bytes.count)]), keep)
        }
        try reader.finish(keep)
        return rows
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `reads quotes, line breaks, and all line endings, wherever a piece ends`(pieceSize: Int) throws {
        let text = "a,b\r\n\"x \"\"y\"\"\",\"1\r\n2\"\rp,\nq,\"\"\n"
        let expected = [["a", "b"], ["x \"y\"", "1\r\n2"], ["p", ""], ["q", ""]]
        #expect(try Self.rows(text, pieceSize: pieceSize) == expected)
    }

    @Test func `accepts a last row without a line break and skips empty lines`() throws {
        #expect(try Self.rows("a,b\n\n\r\n1,2") == [["a", "b"], ["1", "2"]])
        #expect(try Self.rows("") == [])
        #expect(try Self.rows("a,\n,") == [["a", ""], ["", ""]])
        #expect(try Self.rows("\"\"") == [[""]])
    }

    @Test func `accepts blanks around quotes and lone quotes inside them`() throws {
        #expect(try Self.rows("a, \"b,c\" ,d\n") == [["a", "b,c", "d"]])
        #expect(try Self.rows("\"the \"big\" one\",2\n") == [["the \"big\" one", "2"]])
        #expect(try Self.rows("5\" pipe,2\n") == [["5\" pipe", "2"]])
    }

    @Test func `reports the line of each row`() throws {
        #expect(try Self.read("a\n\n\"1\n2\"\r\n3\r4").map(\.line) == [1, 3, 5, 6])
    }

    @Test func `rejects a quoted cell that never ends, with its line`() throws {
        let error = #expect(throws: SourceError.self) { try Self.rows("a,b\n1,2\n3,\"open\n5,6\n") }
        #expect(
            error?.reason()
                == "invalid data at line 3: a quoted cell has no closing quote; the text may be cut off, or its quotes are "
                + "ordinary characters (quote: none)")
    }

    @Test func `ends a row at its line despite a misplaced quote`() throws {
        let rows = try Self.read("a,b\n\"x\"y,1\n\"p\",2\n")
        #expect(rows.map { $0.fault == nil } == [true, false, true])
        #expect(rows[2].text(0) == "p")
    }

    @Test(arguments: ["2,\"b,2\n3,\"c, d\",3", "2,\"b,2\n\"3\",c,3", "2,\"b,2\n3,c,3\n4,\"d, e\",4"])
    func `does not take the next row for a part of one without a closing quote`(rows: String) throws {
        let rows = try Self.read("id,name,z\n1,\"a, b\",1\n\(rows)\n5,\"f, g\",5\n")
        #expect(rows.map { $0.fault == nil } == [true, true, false, true])
        #expect(rows[2].line == 3)
        #expect(rows[3].text(1) == "f, g")
    }

    @Test func `skips a row that is too long and continues with the next`() throws {
        let long = String(repeating: "x", count: DelimitedReader.longestRow + 1)
        let rows = try Self.read("a,b\n\(long),2\n3,4\n", pieceSize: 131_072)
        #expect(rows.map { $0.fault == nil } == [true, false, true])
        let wide = String(repeating: ",", count: DelimitedReader.mostCells + 1)
        #expect(try Self.read("\(wide)\n1,2\n", pieceSize: 131_072).map { $0.fault == nil } == [false, true])
    }

    @Test(arguments: [(";", "'"), ("\t", "\""), ("|", "\"")])
    func `follows its dialect`(delimiter: String, quote: String) throws {
        let dialect = Dialect(delimiter: try #require(delimiter.utf8.first), quote: quote.utf8.first)
        let text = "a\(delimiter)\(quote)b\(delimiter)c\(quote)\n"
        #expect(try Self.rows(text, dialect) == [["a", "b\(delimiter)c"]])
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `removes the backslashes before quotes and backslashes in a dialect with them`(pieceSize: Int) throws {
        let text = #"1,"a \"b\" c","C:\\x\d \"""# + "\n" + #"2,"\"p\", q","x\"# + "\ny\"\n"
        #expect(
            try Self.rows(text, Dialect(hasEscapes: true), pieceSize: pieceSize) == [
                ["1", #"a "b" c"#, #"C:\x\d ""#], ["2", #""p", q"#, "x\ny"],
            ])
        #expect(throws: SourceError.self) { try Self.rows(#""open\""#, Dialect(hasEscapes: true)) }
    }

    @Test func `keeps quotes as text in a dialect without quotes`() throws {
        #expect(try Self.rows("\"a\",b\n", Dialect(quote: nil)) == [["\"a\"", "b"]])
    }
}
