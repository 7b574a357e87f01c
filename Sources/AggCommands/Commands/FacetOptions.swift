import AggCore
import AggSearch
import AggSource
import AggStorage

/// Shared by `facet`, `count`, and `chart`: their options, the query to the store, and the table of counts.
struct FacetOptions {
    private let arguments: Arguments
    private let context: CommandContext
    /// The maximum number of rows.
    let limit: Int

    init(_ arguments: Arguments, _ context: CommandContext) {
        self.arguments = arguments
        self.context = context
        limit = arguments.limit ?? context.session.settings.limit
    }

    /// Whether --step is given.
    var hasStep: Bool { arguments[Self.step] != nil }

    static let all: [any DeclaredOption] = [
        LimitOption.option("Show the N most frequent values; N can be “all”."), step,
    ]

    private static let step = Option<FacetRequest.DateStep>(
        "--step", "STEP", help: "Group dates by day, week, month, or year.")

    /// Counts the values: up to the limit, or up to another number.
    ///
    /// - Throws: A usage error for a column that no source has, and for --step without a column of dates.
    func answer(
        _ columns: [String], _ words: [Word], for declaration: CommandDeclaration, upTo number: Int? = nil
    ) async throws -> FacetAnswer {
        let query = try context.query(words)
        try Self.check(columns, in: query, context, for: declaration)
        var answer = try await context.aggregator.facet(
            columns, matching: query, limit: number ?? limit,
            step: arguments[Self.step],
            usesCache: context.session.settings.usesCache)
        if arguments[Self.step] != nil, !answer.columns.contains(where: { $0.grouping == .dates }) {
            let names = answer.columns.map { "“\($0.name)”" }.joined(separator: " or ")
            throw CommandError.usage("--step works only with a column of dates, not \(names)", help: declaration)
        }
        if answer.facet.rows.isEmpty { answer.notes += try await context.suggestions(for: query, words) }
        return answer
    }

    /// Checks that the queried sources have some columns.
    ///
    /// - Throws: A usage error for a column that no source has.
    static func check(
        _ columns: [String], in query: SearchQuery, _ context: CommandContext, for declaration: CommandDeclaration
    ) throws(CommandError) {
        let known = context.aggregator.facetColumns(of: query.sources)
        guard let unknown = columns.first(where: { !known.contains($0) }) else { return }
        var meant = Nearest.word(to: unknown, among: known) ?? Nearest.part(unknown, of: known)
        // In `facet inspection date`, the column is inspection_date.
        if case .words(let next)? = query.terms.first {
            meant = known.first { $0 == "\(unknown)_\(next)".lowercased() } ?? meant
        }
        let hint = meant.map { "did you mean “\($0)”?" } ?? "“schema” lists the columns"
        throw .usage("unknown column “\(unknown)”; \(hint)", help: declaration)
    }

    /// The counts as a table with bars, for the words of the entire command; its name is not part of the query.
    func report(_ answer: FacetAnswer, of words: [Word], options: [String] = []) -> TableReport {
        let facet = answer.facet
        let rows = facet.rows.map { row in row.values.map(Self.json) + [.integer(Int64(row.count))] }
        var table = DataTable(columns: answer.columns.map(\.name) + ["count"], rows: rows)
        table.isTruncated = facet.others > 0
        var report = TableReport(table, query: CommandLine.query(Array(words.dropFirst())))
        let step = arguments[Self.step].map { ["\(Self.step.name) \($0.rawValue)"] } ?? []
        report.more = context.more(words, options: step + options, beyond: limit)
        report.bars = answer.columns.count
        report.missing = "(none)"
        report.sources = answer.sources
        report.queryNotes = answer.notes
        if facet.others > 0 {
            let noun = answer.columns.count == 1 ? "value" : "combination"
            let values = facet.others == 1 ? "1 other \(noun)" : "\(facet.others) other \(noun)s"
            report.notes.append(Self.countsOnce(facet) ? "\(values) in \(RecordCount.text(facet.otherCount))" : values)
        }
        if facet.without > 0 {
            let verb = facet.without == 1 ? "has" : "have"
            report.notes.append("\(facet.without) of \(facet.records) records \(verb) no value")
        }
        return report
    }

    /// Whether every record with a value was counted exactly once; one with a list counts once for each item.
    private static func countsOnce(_ facet: Facet) -> Bool {
        facet.rows.reduce(facet.otherCount) { $0 + $1.count } == facet.records - facet.without
    }

    static func json(_ value: Facet.Value) -> JSONValue {
        switch value {
        case .missing: .null
        case .number(let number): Int64(exactly: number).map(JSONValue.integer) ?? .decimal(number)
        default: .string(value.text)
        }
    }
}
