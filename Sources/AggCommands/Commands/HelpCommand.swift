import AggCore

/// `help`: what commands there are and what they take.
struct HelpCommand: Command {
    let declaration = CommandDeclaration(
        name: "help", aliases: ["?", "\\?"], summary: "Explain the commands.",
        arguments: [.init(name: "COMMAND", value: .command, isOptional: true)],
        examples: [
            .init(line: "help", effect: "all commands, a line each"),
            .init(line: "help search", effect: "a command with its options and examples"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        guard let word = arguments.words.first else { return CommandOutput(.text(overview(context.commands))) }
        return CommandOutput(.text(HelpText.page(try context.commands.resolve(word).declaration)))
    }

    private func overview(_ registry: CommandRegistry) -> String {
        let rows = registry.commands.map { ($0.declaration.name, $0.declaration.summary) }
        return HelpText.columns(rows)
            + "\nhelp COMMAND explains one. Tab completes, Ctrl-C cancels, Ctrl-D leaves."
    }
}
