import AggCore
import AggSource
import Testing

import AggCommands

@Suite struct ListFormatTests {
    @Test func `shows one record after another, with one line per value`() {
        #expect(
            Answers.text(Answers.output(), .list) == """
                1. London ★
                  address     towns:1
                  subtitle    United Kingdom
                  coordinate  51.50853, -0.12574
                  country     GB
                  height      11
                  match       title-prefix

                2. 東京
                  address   towns:2
                  subtitle  Japan, "capital"
                  date      2024-03-05 14:00
                  link      https://example.org/東京?a=1&b=2
                  tags      big, old
                  match     anywhere

                2 records (0.41 ms)
                towns: 12 s old

                """)
    }

    @Test func `shows one source after another`() {
        let text = Answers.text(Answers.sources, .list)
        #expect(text.hasPrefix("1.\n  id          towns\n  kind        "))
        #expect(text.contains("\n\n2.\n  id          "))
    }

    @Test func `shows a dash for a column without a value, after those that have one`() {
        let answer = RecordsAnswer(rows: [Answers.london], sources: [])
        let columns = [Column("mayor", .text, "Who governs it."), Column("height", .integer, "The height.")]
        let text = Answers.text(CommandOutput(RecordReport(answer, columns: columns)), .list)
        #expect(text.contains("  height      11\n  mayor       —\n  match"))
        #expect(!Answers.text(Answers.output([Answers.london]), .list).contains("—"))
    }

    @Test func `wraps a long value at spaces, aligned with its start`() {
        let row = Answers.row("t:1", Record(key: "1", title: "T", subtitle: "one two three four five six"), tier: nil)
        #expect(
            Answers.text(Answers.output([row]), .list, width: 32).hasPrefix(
                "1. T\n  address   t:1\n  subtitle  one two three four\n            five six\n\n"))
    }

    @Test func `shows a dash for a requested column without a value`() {
        var output = Answers.output([Answers.london])
        output.columns = ["title", "date"]
        #expect(Answers.text(output, .list).hasPrefix("1. London ★\n  title  London\n  date   —\n\n"))
    }

    @Test func `shows one record with the units of its columns and how fresh it is`() {
        let answer = RecordsAnswer(rows: [Answers.london], sources: [.init(status: Answers.status(), matched: 1)])
        let output = CommandOutput(
            RecordReport(answer, columns: [Column("height", .integer, "The height.", unit: "m")]))
        for format in [OutputFormat.list, .table] {
            #expect(
                Answers.text(output, format) == """
                    London ★
                      address     towns:1
                      subtitle    United Kingdom
                      coordinate  51.50853, -0.12574
                      country     GB
                      height      11 m
                      match       title-prefix
                    towns: 12 s old

                    """)
        }
    }

    @Test func `keeps the line breaks of a value`() {
        let record = Record(key: "1", title: "A", fields: [.init("text", .text("one\ntwo\r\nthree\n"))])
        #expect(
            Answers.text(Answers.output([Answers.row("towns:1", record, tier: nil)]), .list).hasPrefix(
                """
                1. A
                  address  towns:1
                  text     one
                           two
                           three
                """))
    }

    @Test func `shows that there are no results`() {
        #expect(Answers.text(Answers.output([]), .list) == "No matches.\n0 records (0.41 ms)\ntowns: 12 s old\n")
    }
}
