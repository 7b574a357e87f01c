import AggCore
import AggSearch
import AggSource
import AggStorage

/// `count`: counts the records that match a query, in total or by the values of columns.
struct CountCommand: Command {
    let declaration = CommandDeclaration(
        name: "count", summary: "Count the records that a query finds, in total or by column values.",
        details: """
            Prints a line for each source with a match, and the total. Without a query, all records are counted. \
            “count by”, followed by comma-separated columns, counts the records for each combination of values in \
            those columns; a query can follow the columns. “count by” covers only sources that have all of the \
            columns, and groups dates and numbers as “facet” does. With --pivot, each value of the last column becomes \
            a column, as in a pivot table.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        forms: [
            .init(
                verb: Self.by,
                arguments: [
                    .init(name: "COLUMNS", value: .countedColumns),
                    .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
                ])
        ],
        options: FacetOptions.all + [Self.pivot],
        examples: [
            .init(line: "count country:FR", effect: "the number of records whose country is FR"),
            .init(
                line: "count pizza source:chicago-inspections",
                effect: "the number of inspections that mention pizza"),
            .init(line: "count by risk, results", effect: "results broken down by risk"),
            .init(line: "count by risk, results --pivot", effect: "a row for each risk, a column for each result"),
            .init(line: "count by borough source:nyc-schools", effect: "the number of schools in each borough"),
        ])
    let readsRecords = true
    let answersTable = true

    private static let by = "by"
    private static let pivot = Option("--pivot", help: "Turn each value of the last column into a column.")

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        if arguments.words.first?.isKeyword(Self.by) == true {
            return try await countValues(arguments, in: context)
        }
        if arguments[Self.pivot] { throw Self.needsTwoColumns(declaration) }
        if FacetOptions(arguments, context).hasStep {
            throw CommandError.usage("--step needs a column, as in “count by date”", help: declaration)
        }
        let query = try context.query(arguments.words)
        let answer = try await context.aggregator.count(query, usesCache: context.session.settings.usesCache)
        let typed = CommandLine.query(arguments.words)
        let usesCache = context.session.settings.usesCache
        var report = Self.report(answer, of: query, typed: typed, usesCache: usesCache)
        if let note = Self.noteOnBy(arguments.words, context) {
            report.queryNotes.append(note)
        } else if answer.total == 0 {
            report.queryNotes += try await context.suggestions(for: query, arguments.words)
        }
        return CommandOutput(report)
    }

    /// A note on a column after “by” that follows other words, and so was searched for; nil if there is none.
    private static func noteOnBy(_ words: [Word], _ context: CommandContext) -> String? {
        guard let place = words.dropFirst().firstIndex(where: { $0.isKeyword(Self.by) }),
            let column = words.dropFirst(place + 1).first?.text,
            context.aggregator.facetColumns(of: nil).contains(column)
        else { return nil }
        let others = (words[..<place] + words.dropFirst(place + 2)).map(\.typed).joined(separator: " ")
        return "“by” was treated as an ordinary word; to count by a column, run “count by \(column) \(others)”"
    }

    private func countValues(
        _ arguments: Arguments, in context: CommandContext
    ) async throws -> CommandOutput {
        let (columns, words) = Self.columns(arguments.words.dropFirst())
        guard !columns.isEmpty else {
            throw CommandError.usage("“by” needs a column, as in “by country”", help: declaration)
        }
        let options = FacetOptions(arguments, context)
        let isPivot = arguments[Self.pivot]
        if isPivot, columns.count < 2 { throw Self.needsTwoColumns(declaration) }
        var answer = try await options.answer(
            columns, words, for: declaration, upTo: isPivot ? LimitOption.everything : nil)
        let typed = ["count", Self.by, columns.joined(separator: ",")].map { Word($0) } + words
        let pivoted = isPivot ? PivotedCounts(answer, limit: options.limit) : nil
        if pivoted?.countsAll == true { answer.facet.without = 0 }
        var report = options.report(answer, of: typed, options: isPivot ? [Self.pivot.name] : [])
        guard let pivoted else { return CommandOutput(report) }
        report.table = pivoted.table
        report.bars = nil
        if pivoted.others > 0 {
            let rows = pivoted.others == 1 ? "1 row is" : "\(pivoted.others) rows are"
            report.notes.insert("\(rows) not shown", at: 0)
        }
        return CommandOutput(report)
    }

    private static func needsTwoColumns(_ declaration: CommandDeclaration) -> CommandError {
        .usage("--pivot needs at least two columns, as in “count by risk, results”", help: declaration)
    }

    /// A row for each source with a match, and for each source named in the query.
    private static func report(
        _ answer: RecordsAnswer, of query: SearchQuery, typed: String, usesCache: Bool
    ) -> TableReport {
        let counts = answer.sources.map { (status: $0.status, count: $0.matched ?? 0) }
        let shown = counts.filter { $0.count > 0 || query.sources != nil }
        let rows =
            shown.map { (id: $0.status.id, count: $0.count) }
            + answer.removed.sorted { $0.key < $1.key }.map { (id: $0.key, count: $0.value) }
        var report = TableReport(
            DataTable(
                columns: ["source", "count"],
                rows: rows.map { [.string($0.id.description), .integer(Int64($0.count))] }),
            query: typed)
        report.matched = Dictionary(uniqueKeysWithValues: counts.map { ($0.status.id, $0.count) })
        report.total = answer.total
        // A source that may not show its rows is not just one without a match. Favorites belong to the user, whatever
        // their sources hold.
        let unserved = counts.map(\.status).filter {
            usesCache ? $0.withholdsRows : !$0.isServed && $0.phase != .disabled
        }
        let refused = Set(query.onlyFavorites ? [] : unserved.map(\.id))
        let reported = counts.filter { $0.count > 0 || query.sources != nil || refused.contains($0.status.id) }
        report.sources = (shown.isEmpty && !query.onlyFavorites ? counts : reported).map(\.status)
        report.queryNotes = answer.notes
        return report
    }

    /// The comma-separated names, with or without spaces around the commas, and the remaining words.
    static func columns(_ words: ArraySlice<Word>) -> (columns: [String], rest: [Word]) {
        var rest = words
        var text = rest.popFirst()?.text ?? ""
        while let next = rest.first, text.hasSuffix(",") || next.text.hasPrefix(",") {
            text += next.text
            rest = rest.dropFirst()
        }
        return (text.split(separator: ",").map(String.init), Array(rest))
    }
}
