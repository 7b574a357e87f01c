import AggCore
import AggSource
import Testing

import AggCommands

@Suite struct SeparatedFormatTests {
    @Test func `CSV has headings, CRLF, and quotes where needed`() {
        #expect(
            Answers.text(Answers.output(), .csv)
                == "address,source,title,subtitle,date,latitude,longitude,url,favorite\r\n"
                + "towns:1,towns,London,United Kingdom,,51.50853,-0.12574,,true\r\n"
                + "towns:2,towns,東京,\"Japan, \"\"capital\"\"\",2024-03-05T14:00:00Z,,,https://example.org/東京?a=1&b=2,false\r\n"
        )
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), (" blank ", " blank "), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
        ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("a\tb", "a\tb"), ("a;b", "a;b"),
        ("\"\u{301}", "\"\"\"\u{301}\""), (",\u{301}", "\",\u{301}\""), ("\u{1B}[1m", "\u{1B}[1m"), ("'", "'"),
    ])
    func `CSV quotes a field exactly as RFC 4180 requires`(title: String, field: String) {
        let lines = Answers.text(Answers.output([row(title)]), .csv)
        #expect(
            Array(lines.utf8)
                == Array(
                    "address,source,title,subtitle,date,latitude,longitude,url,favorite\r\nt:1,t,\(field),,,,,,false\r\n"
                        .utf8))
    }

    @Test func `TSV has headings and no quotes`() {
        #expect(
            Answers.text(Answers.output(), .tsv)
                == "address\tsource\ttitle\tsubtitle\tdate\tlatitude\tlongitude\turl\tfavorite\n"
                + "towns:1\ttowns\tLondon\tUnited Kingdom\t\t51.50853\t-0.12574\t\ttrue\n"
                + "towns:2\ttowns\t東京\tJapan, \"capital\"\t2024-03-05T14:00:00Z\t\t\thttps://example.org/東京?a=1&b=2\tfalse\n"
        )
    }

    @Test(arguments: [
        ("a\tb", #"a\tb"#), ("a\nb", #"a\nb"#), ("a\r\nb", #"a\r\nb"#), (#"a\b"#, #"a\\b"#), (#"\n"#, #"\\n"#),
        ("\"a\", b", "\"a\", b"), ("\\\u{301}", "\\\\\u{301}"), ("\t\u{301}", "\\t\u{301}"),
    ])
    func `TSV escapes tab, newline, and backslash`(title: String, field: String) {
        let lines = Answers.text(Answers.output([row(title)]), .tsv)
        #expect(lines.split(separator: "\n")[1] == "t:1\tt\t\(field)\t\t\t\t\t\tfalse")
    }

    @Test func `Markdown is a table`() {
        #expect(
            Answers.text(Answers.output([Answers.london]), .markdown) == """
                | address | source | title | subtitle | date | latitude | longitude | url | favorite |
                | --- | --- | --- | --- | --- | --- | --- | --- | --- |
                | towns:1 | towns | London | United Kingdom |  | 51.50853 | -0.12574 |  | true |

                """)
    }

    @Test(arguments: [
        ("a|b", #"a\|b"#), ("[a](b) ![c](d)", #"\[a](b) !\[c](d)"#), ("*a* _b_ `c`", #"\*a\* \_b\_ \`c\`"#),
        ("snake_case ~~old~~ A & B", #"snake_case \~\~old\~\~ A & B"#),
        ("AT&amp;T &#169; &;", #"AT\&amp;T \&#169; &;"#),
        (#"a\|b"#, #"a\\\|b"#), ("<script>", "&lt;script>"),
        ("a\nb\r\n|c\rd", #"a<br>b<br>\|c<br>d"#), ("a\u{B}b", "a␋b"),
        ("|\u{301}", "\\|\u{301}"),
        ("<\u{301}b", "&lt;\u{301}b"), ("\u{1B}[2J", "␛\\[2J"),
    ])
    func `no text breaks out of a Markdown cell`(title: String, cell: String) {
        let lines = Answers.text(Answers.output([row(title)]), .markdown).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[2] == "| t:1 | t | \(cell) |  |  |  |  |  | false |")
    }

    @Test(arguments: [OutputFormat.csv, .tsv, .markdown])
    func `empty results have headings`(format: OutputFormat) {
        let text = Answers.text(Answers.output([]), format)
        #expect(text.contains("address"))
        #expect(text.split(whereSeparator: \.isNewline).count == (format == .markdown ? 2 : 1))
    }

    @Test(arguments: [OutputFormat.csv, .tsv])
    func `outcomes and sources have their own headings`(format: OutputFormat) {
        let separator = format == .csv ? "," : "\t"
        let outcomes = "source,outcome,added,changed,removed,skipped,bytes,elapsed_ms,reason,notes"
        let sources = "id,kind,state,origin,records,favorites,fetched_at,stale,reason"
        #expect(Answers.text(Answers.outcomes(), format).hasPrefix(outcomes.replacing(",", with: separator)))
        #expect(Answers.text(Answers.sources, format).hasPrefix(sources.replacing(",", with: separator)))
    }

    private func row(_ title: String) -> RecordsAnswer.Row {
        Answers.row("t:1", Record(key: "1", title: title), tier: nil)
    }
}
