import AggCore

/// `facet`: counts the values of a column.
struct FacetCommand: Command {
    let declaration = CommandDeclaration(
        name: "facet", summary: "Count the values of a column.",
        details: """
            Without a query all records of the sources that have the column are counted, else those it finds. Dates are counted \
            by month or by year; numbers, where there are many, in bins that begin with their first number and end before \
            their second. Every record has the columns source, title, subtitle, date, latitude and longitude as well.
            """,
        arguments: [
            .init(name: "COLUMN", value: .countedColumn),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: FacetOptions.all,
        examples: [
            .init(line: "facet country --limit 10", effect: "the ten countries with the most records"),
            .init(line: "facet results source:chicago-inspections pizza", effect: "how inspections ended"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let words = Array(arguments.words.dropFirst())
        let options = FacetOptions(arguments, context)
        let answer = try await options.answer([arguments.words[0].text], words, for: declaration)
        return CommandOutput(options.report(answer, of: [Word("facet")] + arguments.words))
    }
}
