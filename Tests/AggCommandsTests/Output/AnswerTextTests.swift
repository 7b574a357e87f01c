import AggCore
import AggSource
import Synchronization
import Testing

@testable import AggCommands

@Suite struct AnswerTextTests {
    @Test func `the pieces are the head, rows, and tail, without empty ones`() {
        let text = AnswerText("head\n", rows: 3, tail: "tail\n") { $0 == 1 ? "" : "row \($0)\n" }
        #expect(Array(text) == ["head\n", "row 0\n", "row 2\n", "tail\n"])
        #expect(text.whole == "head\nrow 0\nrow 2\ntail\n")
        #expect(Array(AnswerText("")) == [])
        #expect(Array(AnswerText("one")) == ["one"])
    }

    @Test func `creates a row only on demand`() {
        let made = Mutex<[Int]>([])
        let text = AnswerText("", rows: 1_000_000) { row in
            made.withLock { $0.append(row) }
            return "row \(row)\n"
        }
        #expect(Array(text.prefix(2)) == ["row 0\n", "row 1\n"])
        #expect(made.withLock(\.self).allSatisfy { $0 < 3 })
    }

    @Test func `plain text is plain in every piece`() {
        let text = AnswerText("ä\n", rows: 1, tail: "★\n") { _ in "são\n" }
        #expect(text.plain.whole == "a\nsao\n*\n")
    }

    @Test(arguments: OutputFormat.allCases)
    func `every format writes one record at a time`(format: OutputFormat) {
        let rows = (1...100).map { Answers.row("towns:\($0)", Record(key: "\($0)", title: "Town \($0)")) }
        let text = Renderer.text(Answers.output(rows), Presentation(format: format))
        let pieces = Array(text)
        #expect(pieces.count >= 100)
        // A web page begins with its style.
        #expect(pieces.dropFirst(format == .html ? 1 : 0).allSatisfy { $0.utf8.count < 600 })
        #expect(pieces.filter { $0.contains("Town 57") }.count == 1)
        #expect(pieces.joined() == Renderer.render(Answers.output(rows), Presentation(format: format)))
    }

    @Test func `the envelope closes after the last record`() throws {
        for rows in [[], [Answers.london], [Answers.london, Answers.tokyo]] {
            var output = Answers.output(rows)
            guard var report = output.body as? RecordsReport else { return }
            report.answer.notes = ["\"records\":[]"]
            output.body = report
            let json = try JSONValue(parsing: Answers.text(output, .json))
            #expect(json["records"]?.arrayValue?.count == rows.count)
            #expect(json["notes"]?.arrayValue == ["\"records\":[]"])
        }
    }
}
