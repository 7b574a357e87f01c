import AggCore

/// `sources`: says what is known of every source.
struct SourcesCommand: Command {
    let declaration = CommandDeclaration(
        name: "sources", summary: "List the sources: what they hold, how old it is, and why.",
        examples: [.init(line: "sources", effect: "id, kind, state, records, favorites, age and reason of each source")]
    )

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        do {
            return CommandOutput(
                .sources(try await context.aggregator.statuses(usesCache: context.session.settings.usesCache)))
        } catch {
            throw CommandError(error)
        }
    }
}
