import AggCore
import AggSearch
import AggSource
import AggStorage

/// `list`: shows the records of one source.
struct ListCommand: Command {
    /// A way to group records.
    private enum Grouping: String, CaseIterable {
        case date
    }

    private static let by = Option<Grouping>(
        "--by", "date", help: "Group the records by day, newest first.", expects: "“date”")

    let declaration = CommandDeclaration(
        name: "list", summary: "List the records of a source.",
        details: """
            The best-known records come first; equally well-known ones are sorted by date, newest first, then by \
            title. If words follow the ID, they form a query, and the best matches come first, as in “search”. \
            sort:COLUMN chooses another order. --by date groups the records by day, newest first, with undated records \
            last.
            """,
        arguments: [
            .init(name: "ID", value: .source),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: [LimitOption.option("Show up to N records; N can be “all”."), Self.by],
        examples: [
            .init(line: "list cities --limit 10", effect: "ten of the best-known cities"),
            .init(line: "list cities country:FR", effect: "the cities of a country"),
            .init(line: "list github sort:-stars --limit 5", effect: "the five repositories with the most stars"),
            .init(line: "list chicago-inspections --by date", effect: "the latest inspections, day by day"),
        ])
    let readsRecords = true

    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        [arguments.words[0].text]
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let instance = try context.instance(arguments.words[0].text)
        let settings = context.session.settings
        let limit = arguments.limit ?? settings.limit
        let words = arguments.words.dropFirst()
        let isByDate = arguments[Self.by] != nil
        let more = context.more(
            [Word("list"), Word(instance.id.description)] + words, options: isByDate ? ["--by date"] : [],
            beyond: limit)
        let newest = QueryWord("-date", qualifier: "sort")
        var query = try context.queryReader.read(
            words.map(\.queryWord) + (isByDate && !words.chooseOrder && !words.isEmpty ? [newest] : []))
        guard !query.isBlank else {
            if !isByDate, let output = try await streamed(instance, limit, arguments, more, in: context) {
                return output
            }
            let answer = try await context.aggregator.list(
                instance, order: isByDate ? .newest : .bestKnown, limit: limit, usesCache: settings.usesCache)
            let output = CommandOutput(RecordsReport(answer, query: nil, more: more))
            return isByDate ? try grouped(output, answer, instance) : output
        }
        query.sources = [instance.id].filter { query.sources?.contains($0) ?? true }
        var answer = try await context.aggregator.search(query, limit: limit, usesCache: settings.usesCache)
        if isByDate { answer.rows = Self.newestFirst(answer.rows) }
        if answer.rows.isEmpty, settings.suggests {
            try await ValueSuggestions(context: context, words: Array(words), sources: [instance])
                .add(to: &answer, for: query)
        }
        let typed = CommandLine.query(Array(words))
        let output = CommandOutput(RecordsReport(answer, query: typed, more: more))
        return isByDate ? try grouped(output, answer, instance) : output
    }

    func query(of arguments: Arguments, in context: CommandContext) async throws -> SearchQuery? {
        let instance = try context.instance(arguments.words[0].text)
        var query = try context.query(arguments.words.dropFirst())
        query.sources = [instance.id].filter { query.sources?.contains($0) ?? true }
        return query
    }

    /// The formats whose text doesn't begin with anything about all rows.
    private static let streamable: Set<OutputFormat> = [.table, .csv, .tsv, .ndjson, .markdown]

    /// Returns a long list whose rows are read while they are written; nil if it isn't long or something needs its
    /// rows.
    private func streamed(
        _ instance: SourceInstance, _ limit: Int, _ arguments: Arguments, _ more: String?, in context: CommandContext
    ) async throws -> CommandOutput? {
        let settings = context.session.settings
        let format = arguments[OutputOption.format] ?? settings.mode
        guard context.streamsRows, Self.streamable.contains(format), arguments[OutputOption.columns]?.base != .all,
            let (answer, rows) = try await context.aggregator.stream(
                instance, limit: limit, moreThan: TextTable.measured, usesCache: settings.usesCache)
        else { return nil }
        var output = CommandOutput(RecordsReport(answer, query: nil, more: more))
        output.rows = rows
        return output
    }

    /// Returns the results under day headings.
    ///
    /// - Throws: A failure if no record has a date.
    private func grouped(
        _ output: CommandOutput, _ answer: RecordsAnswer, _ instance: SourceInstance
    ) throws -> CommandOutput {
        if !answer.rows.isEmpty, answer.rows.allSatisfy({ $0.record.date == nil }) {
            throw CommandError(
                code: "no_dates", message: "cannot group by date: the records of \(instance.id) have no dates",
                source: instance.id)
        }
        var output = output
        output.groupsByDay = true
        return output
    }

    /// Sorts by date, newest first and undated records last; equal dates keep their order.
    private static func newestFirst(_ rows: [RecordsAnswer.Row]) -> [RecordsAnswer.Row] {
        rows.enumerated().sorted { left, right in
            let (late, early) = (left.element.record.date, right.element.record.date)
            if late == early { return left.offset < right.offset }
            guard let late, let early else { return early == nil }
            return late > early
        }.map(\.element)
    }
}
