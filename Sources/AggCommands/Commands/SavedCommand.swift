import AggCore

/// `saved`: lists the saved searches.
struct SavedCommand: Command {
    let declaration = CommandDeclaration(
        name: "saved", summary: "List the saved searches.",
        examples: [.init(line: "saved", effect: "the names and what is saved under each")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        CommandOutput(SavedSearchesReport(try await context.aggregator.savedSearches()))
    }
}
