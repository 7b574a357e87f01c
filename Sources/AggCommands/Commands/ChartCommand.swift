import AggCore
import AggSearch
import AggSource
import AggStorage

/// `chart`: draws how often the values of a column occur, or how a value changed over time.
struct ChartCommand: Command {
    let declaration = CommandDeclaration(
        name: "chart", summary: "Chart the values of a column.",
        details: """
            Values are grouped as in “facet”. A column of dates is drawn as a time series, and a column with many \
            different numbers as a histogram. With “by” and a second column, each value of the second column gets its \
            own bars. A query can follow the columns. With “of” and a record, the chart shows how the record's value \
            changed over time, with one bar for each refresh that changed it. With “of” and a query, the chart shows \
            how the sum of the column over all matching records changed; “count of” shows how the number of matching \
            records changed. Charts with “of” cover only the period for which all changes are kept. After an SQL \
            statement, “chart” without arguments draws the statement's results: each row becomes a bar whose length is \
            the first number in the row.
            """,
        arguments: [
            .init(name: "COLUMN", value: .countedColumn, isOptional: true, repeatWord: "by"),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: FacetOptions.all + PictureOptions.all,
        examples: [
            .init(line: "chart country --limit 10", effect: "the ten countries with the most records"),
            .init(
                line: "chart results by risk source:chicago-inspections",
                effect: "inspection results broken down by risk"),
            .init(line: "chart stars of github:44838949", effect: "the stars of a repository over time"),
            .init(
                line: "chart count of source:chicago-inspections results:fail",
                effect: "the number of failed inspections over time"),
            .init(line: "chart date source:feed --svg feed.svg", effect: "a time series in an SVG file"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let column = arguments.words.first else {
            guard LastAnswerPicture.isOfStatement(context) else {
                throw CommandError.usage(
                    "missing COLUMN; only the results of an SQL statement can be charted without it", help: declaration)
            }
            let picture = try LastAnswerPicture(context, for: declaration).chart()
            return try await PictureOptions.output(picture, arguments, context)
        }
        if arguments.words.dropFirst().first?.isKeyword("of") == true { return try await overTime(arguments, context) }
        var columns = [column.text]
        var words = arguments.words.dropFirst()
        if let by = words.first, by.isKeyword("by"), words.count > 1 {
            columns.insert(words[words.startIndex + 1].text, at: 0)
            words = words.dropFirst(2)
        }
        let options = FacetOptions(arguments, context)
        let most = arguments.limit ?? max(options.limit, Self.mostPeriods)
        var answer = try await options.answer(columns, Array(words), for: declaration, upTo: most)
        if answer.columns.allSatisfy({ $0.grouping == .values }) { answer.facet.keep(options.limit) }
        answer.facet.rows = ChartPicture.ordered(answer)
        let typed = [Word("chart")] + arguments.words
        var report = options.report(answer, of: typed)
        report.bars = nil
        let picture = PictureReport(
            picture: .chart(ChartPicture(answer)), report: report, title: CommandLine.query(typed))
        return try await PictureOptions.output(picture, arguments, context)
    }

    /// The maximum number of bars in a time series without --limit, which would lack periods with few records
    /// otherwise.
    private static let mostPeriods = 1_000

    /// A value over the refreshes that changed it.
    private func overTime(_ arguments: Arguments, _ context: CommandContext) async throws -> CommandOutput {
        let column = arguments.words[0].text
        let words = Array(arguments.words.dropFirst(2))
        guard let first = words.first else {
            throw CommandError.usage("expected a record or a query after “of”", help: declaration)
        }
        var series: ValueSeries
        if words.count == 1, Int(first.text) != nil || context.isRecord(first) {
            let address = try context.address(first, for: declaration)
            let sources = try await context.record(at: address).sources
            series = try await context.aggregator.series(of: column, in: address)
            series.sources = sources.map(\.status)
        } else {
            let query = try context.query(words)
            let counts = column.lowercased() == "count"
            if !counts { try FacetOptions.check([column], in: query, context, for: declaration) }
            series = try await context.aggregator.series(
                ofSum: counts ? nil : column, over: query, usesCache: context.session.settings.usesCache)
        }
        // If no source has rows to show, the sources say why.
        let lacksRows = !series.sources.isEmpty && !series.sources.contains(where: \.isServed)
        guard !series.points.isEmpty || lacksRows else {
            throw CommandError(code: "no_numbers", message: "\(Quoted.text(column)) has no numbers to draw")
        }
        let picture = PictureReport(
            picture: .chart(ChartPicture(series)),
            report: TableReport(series, column, query: CommandLine.query(arguments.words)),
            title: CommandLine.query([Word("chart")] + arguments.words))
        return try await PictureOptions.output(picture, arguments, context)
    }
}

extension CommandContext {
    /// Whether a word is a record address, even of an unknown source, rather than a condition such as `country:FR`.
    func isRecord(_ word: Word) -> Bool {
        guard let address = RecordAddress(word.text), word.queryWord.qualifier != nil else { return false }
        return aggregator.registry[address.source] != nil || !queryReader.knows(word.queryWord)
    }
}

extension ChartPicture {
    /// Creates the bars of a value over time, one for each refresh that changed it.
    fileprivate init(_ series: ValueSeries) {
        self.init(
            series.points.map { point in
                var item = Item(label: "before", value: point.value, text: JSONWriter.shortest(point.value))
                item.time = point.at
                return item
            })
    }
}

extension TableReport {
    /// Creates the table that the bars are drawn from.
    fileprivate init(_ series: ValueSeries, _ column: String, query: String) {
        let rows = series.points.map { point -> [JSONValue] in
            [point.at.flatMap { RecordDate(instant: $0) }.map { .string($0.text) } ?? .null, .decimal(point.value)]
        }
        self.init(DataTable(columns: ["at", column], rows: rows), query: query)
        notes = series.notes
        sources = series.sources
    }
}
