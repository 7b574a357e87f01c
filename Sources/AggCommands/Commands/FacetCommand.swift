import AggCore
import AggSearch
import AggSource
import AggStorage

/// `facet`: counts the values of a column.
struct FacetCommand: Command {
    let declaration = CommandDeclaration(
        name: "facet", summary: "Count how often each value of a column occurs.",
        details: """
            Without a query, “facet” counts all records of the sources that have the column; with a query, only the \
            records that the query finds. Dates are grouped by month or year. If a column has many different numbers, \
            they are grouped into ranges, which include their lower bound but not their upper bound. In addition to \
            the columns of its source, every record has the columns source, title, subtitle, date, latitude, and \
            longitude.
            """,
        arguments: [
            .init(name: "COLUMN", value: .countedColumn),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: FacetOptions.all,
        examples: [
            .init(line: "facet country --limit 10", effect: "the ten countries with the most records"),
            .init(
                line: "facet results source:chicago-inspections pizza",
                effect: "the results of inspections that mention pizza"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let words = Array(arguments.words.dropFirst())
        let options = FacetOptions(arguments, context)
        let column = arguments.words[0].text
        let answer = try await options.answer([column], words, for: declaration)
        var report = options.report(answer, of: [Word("facet")] + arguments.words)
        if words.count > 1, words[0].isKeyword("by"),
            context.aggregator.facetColumns(of: nil).contains(words[1].text)
        {
            report.queryNotes.append(
                "“by” was treated as an ordinary word; to count by both columns, "
                    + "run “count by \(column),\(words[1].text)”")
        }
        return CommandOutput(report)
    }
}
