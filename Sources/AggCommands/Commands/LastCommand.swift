/// `last`: shows the last answer again in another format.
struct LastCommand: Command {
    let declaration = CommandDeclaration(
        name: "last", summary: "Show the last answer again, in another form.",
        details: """
            Nothing is searched or fetched anew. The last answer is that of the last command of this session or script that \
            showed records, a table, a picture, sources, saved searches or how a refresh ended.
            """,
        arguments: [
            .init(name: "FORMAT", value: .choice(OutputFormat.names + Self.pictures), isOptional: true)
        ],
        examples: [
            .init(line: "last json", effect: "the last answer as JSON"),
            .init(line: "last chart", effect: "the last answer as a chart; last map draws where its records are"),
            .init(line: "last csv --columns title,address > found.csv", effect: "two columns of it in a file"),
        ])

    let answersTable = true

    /// The pictures that an answer can be drawn as.
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
                throw CommandError.usage("last takes \(names), not \(Quoted.text(word))", help: declaration)
            }
        }
        guard !context.isOneShot else {
            throw CommandError.usage(
                "last shows the last answer of a session or script; a command alone has none", help: declaration)
        }
        guard var output = context.session.lastOutput else {
            throw CommandError(code: "no_answer", message: "there is no answer yet to show again")
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
