import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import Synchronization
import Testing

@Suite struct StreamedAnswerTests {
    /// More rows than a table measures; a wide one comes after those.
    private static let records = (1...2_345).map { number in
        Record(
            key: "\(number)", title: number == 1_500 ? String(repeating: "wide ", count: 30) : "Town \(number)",
            subtitle: "Country \(number % 7)", coordinate: Coordinate(latitude: Double(number % 90), longitude: 3),
            fields: [.init("country", .text("C\(number % 7)"))])
    }

    private static let towns = SourceID("towns") ?? .stub
    private static let favorite = RecordAddress(source: Self.towns, key: "1001")

    /// The output with its rows, and the output that reads them later.
    private func outputs(
        _ records: [Record], limit: Int = 1_000_000, error: StoreError? = nil
    ) -> (whole: CommandOutput, streamed: CommandOutput) {
        let rows = records.prefix(limit).map { record in
            let address = RecordAddress(source: Self.towns, key: record.key)
            return RecordsAnswer.Row(address: address, record: record, isFavorite: address == Self.favorite)
        }
        let whole = Answers.output(rows, matched: records.count, isTruncated: records.count > limit)
        var streamed = Answers.output([], matched: records.count)
        streamed.rows = RowStream(
            RecordStream { body throws(StoreError) in
                for record in records.prefix(limit + 1) where !body(record) { return }
                if let error { throw error }
            }, of: Self.towns, favorites: [Self.favorite], limit: limit)
        return (whole, streamed)
    }

    private func text(_ output: CommandOutput, _ presentation: Presentation) throws -> String {
        var text = ""
        try #require(StreamedAnswer(output, presentation)).write { piece in
            text += piece
            return true
        }
        return text
    }

    private static let formats: [OutputFormat] = [.csv, .tsv, .ndjson, .markdown, .table]

    private static let forms: [Presentation] = formats.flatMap { format in
        var forms = [Presentation(format: format)]
        if format == .table {
            forms.append(Presentation(format: format, width: 60, usesColor: true))
            forms.append(Presentation(format: format, width: 20))
            forms[2].expanded = .auto
        }
        for index in forms.indices { forms[index].showsTiming = false }
        return forms
    }

    @Test(arguments: forms)
    func `the text is that of the whole answer`(presentation: Presentation) throws {
        for count in [0, 1, 100, 999, 1_000, 1_001, 2_345] {
            let (whole, streamed) = outputs(Array(Self.records.prefix(count)))
            #expect(try text(streamed, presentation) == Renderer.render(whole, presentation), "\(count)")
        }
    }

    @Test(arguments: forms)
    func `columns, headings, and a limit apply to streamed rows`(presentation: Presentation) throws {
        var (whole, streamed) = outputs(Self.records, limit: 2_000)
        for columns in [["title", "country"], ["address"]] {
            (whole.columns, streamed.columns) = (columns, columns)
            (whole.hasHeadings, streamed.hasHeadings) = (false, false)
            #expect(try text(streamed, presentation) == Renderer.render(whole, presentation))
        }
    }

    @Test func `plain text is plain in every piece`() throws {
        var presentation = Presentation()
        (presentation.isPlain, presentation.showsTiming) = (true, false)
        let (whole, streamed) = outputs(Self.records)
        #expect(try text(streamed, presentation) == Renderer.render(whole, presentation))
    }

    @Test func `reads no more rows once nobody wants them`() throws {
        let read = Mutex(0)
        var output = Answers.output([])
        output.rows = RowStream(
            RecordStream { body throws(StoreError) in
                for record in Self.records {
                    read.withLock { $0 += 1 }
                    if !body(record) { return }
                }
            }, of: Self.towns, favorites: [], limit: 1_000_000)
        var pieces = 0
        try #require(StreamedAnswer(output, Presentation(format: .csv))).write { _ in
            pieces += 1
            return pieces < 10
        }
        #expect(pieces == 10)
        #expect(read.withLock(\.self) < 200)
    }

    @Test func `a store that cannot be read in the middle is an error`() throws {
        let (_, streamed) = outputs(Self.records, error: .full(file: "mirror.sqlite"))
        #expect(throws: StoreError.self) { try text(streamed, Presentation(format: .csv)) }
    }

    @Test func `an output with rows is not streamed`() {
        #expect(StreamedAnswer(Answers.output(), Presentation(format: .csv)) == nil)
    }
}
