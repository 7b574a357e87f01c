/// `chart`: draws how often the values of a column occur.
struct ChartCommand: Command {
    let declaration = CommandDeclaration(
        name: "chart", summary: "Draw how often the values of a column occur.",
        details: """
            Values are counted as with facet: dates become a time series, many numbers a histogram. With “by” and a second \
            column each of its values has bars of its own. A query may follow.
            """,
        arguments: [
            .init(name: "COLUMN", value: .countedColumn, repeatWord: "by"),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: FacetOptions.all + PictureOptions.all,
        examples: [
            .init(line: "chart country --limit 10", effect: "the ten countries with the most records"),
            .init(line: "chart results by risk source:chicago-inspections", effect: "the results for each risk"),
            .init(line: "chart date source:feed --svg feed.svg", effect: "a time series in a file"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        var columns = [arguments.words[0].text]
        var words = arguments.words.dropFirst()
        if let by = words.first, by.literalFrom == nil, by.text.lowercased() == "by", words.count > 1 {
            columns.insert(words[words.startIndex + 1].text, at: 0)
            words = words.dropFirst(2)
        }
        let options = FacetOptions(arguments, context)
        let answer = try await options.answer(columns, Array(words), for: declaration)
        let typed = [Word("chart")] + arguments.words
        var report = options.report(answer, of: typed)
        report.bars = nil
        let picture = PictureReport(picture: .chart(ChartPicture(answer)), report: report, title: report.query ?? "")
        return try await PictureOptions.output(picture, arguments, context)
    }
}

/// Shared by `chart` and `map`: writing the picture to a file.
enum PictureOptions {
    static let all: [any DeclaredOption] = [svg, WrittenFile.force]

    private static let svg = Option("--svg", "FILE", .file, help: "Write the picture to a file as SVG.")

    /// The picture as an answer, or a sentence that confirms it was written.
    static func output(
        _ picture: PictureReport, _ arguments: Arguments, _ context: CommandContext
    ) async throws -> CommandOutput {
        guard let name = arguments[svg] else { return CommandOutput(picture) }
        guard !name.isEmpty else { throw CommandError.usage("--svg needs a value, FILE") }
        let file = WrittenFile(name: name, isForced: arguments[WrittenFile.force])
        try await file.write(Array(picture.drawn.utf8), context)
        return CommandOutput(TextAnswer("Wrote the picture to \(name)."))
    }
}
