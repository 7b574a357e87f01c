import AggCore

/// `help`: the commands, the query language, and the keys.
struct HelpCommand: Command {
    let declaration = CommandDeclaration(
        name: "help", aliases: ["?", "\\?"], summary: "Explain the commands, the query language and the keys.",
        arguments: [.init(name: "COMMAND", value: .command, isOptional: true)],
        forms: [.init(verb: Self.query), .init(verb: Self.keys)],
        examples: [
            .init(line: "help", effect: "all commands, a line each"),
            .init(line: "help query", effect: "words, conditions and orders, with examples"),
            .init(line: "help keys", effect: "the keys of the prompt and of live"),
            .init(line: "help search", effect: "a command with its options and examples"),
        ])

    /// The word that asks for the keys.
    private static let keys = "keys"
    /// The word that asks for the query language.
    private static let query = "query"

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let word = arguments.words.first else { return CommandOutput(TextAnswer(overview(context.commands))) }
        if word.text == Self.keys { return CommandOutput(TextAnswer(KeyHelp.text)) }
        if word.text == Self.query { return CommandOutput(TextAnswer(QueryHelp.text)) }
        let isOfQueries = Qualifier(name: word.text) != nil || ["columns", "conditions", "or"].contains(word.text)
        if isOfQueries, context.commands.command(named: word.text) == nil {
            return CommandOutput(TextAnswer(QueryHelp.text))
        }
        return CommandOutput(TextAnswer(HelpText.page(try context.commands.resolve(word).declaration)))
    }

    private func overview(_ registry: CommandRegistry) -> String {
        let rows = registry.commands.map { ($0.declaration.name, $0.declaration.summary) }
        return HelpText.columns(rows)
            + "\nhelp COMMAND explains one, help query the query language, help keys the keys."
            + "\nTab completes, Ctrl-C cancels, Ctrl-D leaves."
    }
}
