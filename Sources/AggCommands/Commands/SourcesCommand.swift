import AggCore
import AggSource

/// `sources`: shows the status of every source.
struct SourcesCommand: Command {
    let declaration = CommandDeclaration(
        name: "sources", summary: "List the sources: what they hold, how old it is, and why.",
        details: """
            With an id, all that is known of one source: its columns, the address that is asked, how old is too old, what the \
            next request is made conditional by, how many requests the server still takes, and why the last one failed. \
            Sources that are switched off stand last.
            """,
        arguments: [.init(name: "ID", value: .anySource, isOptional: true)],
        examples: [
            .init(line: "sources", effect: "id, kind, state, records, favorites, age and reason of each source"),
            .init(line: "sources cities", effect: "one source with its columns"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        if let word = arguments.words.first { return try await details(of: word.text, arguments, context) }
        let enabled = try await context.aggregator.statuses(usesCache: context.session.settings.usesCache)
        return CommandOutput(SourcesReport(enabled + (try await context.aggregator.disabledStatuses())))
    }

    private func details(
        of text: String, _ arguments: Arguments, _ context: CommandContext
    ) async throws -> CommandOutput {
        let disabled = context.aggregator.registry.disabled.first { $0.id.description == text }
        let instance = if let disabled { disabled } else { try context.instance(text) }
        try context.checkColumns(arguments[OutputOption.columns], for: declaration, among: SourceDetails.columnNames)
        let details = try await context.aggregator.details(
            of: instance, usesCache: context.session.settings.usesCache)
        return CommandOutput(details)
    }
}
