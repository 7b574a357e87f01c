/// `last`: shows the last results again in another format.
struct LastCommand: Command {
    let declaration = CommandDeclaration(
        name: "last", summary: "Show the last results again, in another format.",
        details: """
            “last” does not search or fetch anything again. The last results are those of the last command in this \
            session or script that showed records, a table, a chart, a map, sources, saved searches, or the outcome of \
            a refresh. A chart or map drawn from the last results does not replace them. Row numbers, as in “favorite \
            1”, refer to the last list of records, even after a command such as “show” or “facet”, whose results have \
            no row numbers.
            """,
        arguments: [
            .init(name: "FORMAT", value: .choice(OutputFormat.names + Self.pictures), isOptional: true)
        ],
        examples: [
            .init(line: "last json", effect: "the last results as JSON"),
            .init(
                line: "last chart",
                effect: "the numbers in the last results as a chart; “last map” draws the results on a map"),
            .init(
                line: "last csv --columns title,address > found.csv",
                effect: "two columns of the last results, in a file"),
        ])

    let answersTable = true

    /// The pictures that results can be drawn as.
    private static let pictures = ["chart", "map"]

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        var format: OutputFormat?
        switch arguments.words.first?.text {
        case "chart": return CommandOutput(try LastAnswerPicture(context, for: declaration).chart())
        case "map": return CommandOutput(try await LastAnswerPicture(context, for: declaration).map(names: 12))
        default: break
        }
        if let word = arguments.words.first?.text {
            format = OutputFormat(rawValue: word)
            guard format != nil else {
                let names = (OutputFormat.names + Self.pictures).joined(separator: ", ")
                throw CommandError.usage("unknown format \(Quoted.text(word)); use one of \(names)", help: declaration)
            }
        }
        guard !context.isOneShot else {
            throw CommandError.usage(
                "“last” works only in a session or script; a command run by itself has no earlier results",
                help: declaration)
        }
        guard var output = context.session.lastOutput else {
            throw CommandError(code: "no_answer", message: "no results to show yet")
        }
        output.status = .done
        output.errors = []
        output.remarks = []
        output.format = format
        output.columns = nil
        output.addedColumns = []
        return output
    }
}
