import AggCore

/// `count by`: counts the records that have the same values in several columns.
struct CountCommand: Command {
    let declaration = CommandDeclaration(
        name: "count", summary: "Count the records with the same values in one or more columns.",
        details: """
            The columns stand behind “by” with commas between them, and a query behind the columns. Only sources that have \
            all of the columns are counted. Dates and numbers are grouped as with facet.
            """,
        arguments: [
            .init(name: "BY", value: .choice(["by"])), .init(name: "COLUMNS", value: .columns),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: FacetOptions.all,
        examples: [
            .init(line: "count by risk, results", effect: "how often each result came of each risk"),
            .init(line: "count by borough source:nyc-schools", effect: "schools in each borough"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        guard arguments.words[0].text.lowercased() == "by" else {
            throw .usage(
                "count is followed by “by” and columns, not by “\(arguments.words[0].text)”", help: declaration)
        }
        let (columns, words) = Self.columns(arguments.words.dropFirst())
        let options = FacetOptions(arguments, context)
        let answer = try await options.answer(columns, words, for: declaration)
        let typed = (["count", "by", columns.joined(separator: ",")] + words.map(\.typed)).joined(separator: " ")
        return CommandOutput(.table(options.report(answer, line: typed)))
    }

    /// The names with commas between them, blanks around those or not, and the words behind.
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
