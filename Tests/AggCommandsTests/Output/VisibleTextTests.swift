import AggCore
import AggSearch
import AggSource
import Testing

@testable import AggCommands

@Suite struct VisibleTextTests {
    private static let controls = (0x00...0x1F).map { $0 } + [0x7F] + (0x80...0x9F).map { $0 }
    private static let directions: [UInt32] =
        [0x200E, 0x200F, 0x061C, 0x2028, 0x2029, 0xFEFF] + (0x202A...0x202E).map { $0 } + (0x2066...0x2069).map { $0 }

    static let dangerous = (controls.map { UInt32($0) } + directions).compactMap(Unicode.Scalar.init)

    @Test(arguments: dangerous)
    func `no dangerous scalar is left`(scalar: Unicode.Scalar) {
        let text = VisibleText.of("a\(String(scalar))b")
        #expect(!text.unicodeScalars.contains(scalar))
        #expect(text.hasPrefix("a") && text.hasSuffix("b") && text.count > 2)
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"), ("\u{7}", "␇"), ("a\tb\nc\r", "a␉b␊c␍"), ("\u{7F}", "␡"),
        ("\u{9B}1m", "‹U+9B›1m"), ("\u{202E}abc", "‹U+202E›abc"), ("\u{0}", "␀"), ("\r\n", "␍␊"),
    ])
    func `replaces a control character with a visible symbol`(text: String, visible: String) {
        #expect(VisibleText.of(text) == visible)
    }

    @Test func `shows one symbol per control character`() {
        let count = 300_000
        #expect(VisibleText.of(String(repeating: "\u{1B}", count: count)).unicodeScalars.count == count)
    }

    @Test(arguments: ["London", "東京", "e\u{301}", "👩‍👩‍👧‍👦", "שלום", "مرحبا", "a\u{200D}b", "", " "])
    func `leaves all other text unchanged`(text: String) {
        #expect(VisibleText.of(text) == text)
    }

    @Test(arguments: [OutputFormat.table, .list, .markdown])
    func `no control characters of a source reach a terminal`(format: OutputFormat) {
        let evil = String(String.UnicodeScalarView(Self.dangerous.filter { $0 != "\n" }))
        let record = Record(
            key: evil, title: evil, subtitle: evil, url: evil,
            fields: [.init(evil, .text(evil)), .init("list", .list([evil]))])
        let status = Answers.status(isStale: true, reason: evil, notes: [evil])
        let rows = [RecordsAnswer.Row(address: RecordAddress(source: .stub, key: evil), record: record)]
        var outputs = [Answers.output(rows, statuses: [status], isTruncated: true, more: evil)]
        outputs.append(
            CommandOutput(RecordReport(outputs[0].answer ?? RecordsAnswer(rows: [], sources: []), columns: [])))
        outputs.append(CommandOutput(SourcesReport([status])))
        outputs.append(CommandOutput(FavoriteReport(messages: [evil], changed: [rows[0]], count: 1, limit: 2)))
        var failed = RefreshOutcome(source: .stub, loaded: .failure(.invalidData(evil)), elapsed: .zero)
        failed.change.skipped.add(item: 1, reason: evil)
        outputs.append(CommandOutput(RefreshReport([failed], [status])))
        for output in outputs {
            let text = Answers.text(output, format)
            for scalar in Self.dangerous where scalar != "\n" {
                #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test func `an error cannot control the terminal, and stays on one line`() {
        let error = CommandError(code: "x", message: "bad\n\u{1B}[2J\u{202E}")
        #expect(Renderer.render(error, asJSON: false) == "agg: bad␊␛[2J‹U+202E›\n")
    }
}
