import AggCore

/// `unsave`: removes a saved search.
struct UnsaveCommand: Command {
    let declaration = CommandDeclaration(
        name: "unsave", summary: "Remove a saved search.",
        arguments: [.init(name: "NAME", value: .saved)],
        examples: [.init(line: "unsave apples", effect: "the search is not saved any more")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let name = arguments.words[0].text
        guard try await context.aggregator.removeSearch(name) else {
            let rest = try await context.aggregator.savedSearches()
            return CommandOutput(status: .failed, errors: [.noSavedSearch(name, among: rest)])
        }
        return CommandOutput(TextAnswer("Removed \(name)."))
    }
}
