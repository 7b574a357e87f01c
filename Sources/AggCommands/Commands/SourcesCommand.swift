import AggCore
import AggSource

/// `sources`: shows the status of every source.
struct SourcesCommand: Command {
    let declaration = CommandDeclaration(
        name: "sources", summary: "List the sources with their state, number of records, and age.",
        details: """
            Disabled sources come last. With an id, “sources” shows everything about one source, including its columns \
            and URL, when its rows become stale, and why the last refresh failed. The output also includes the ETag \
            and Last-Modified date that the next request sends, and how many requests the server still allows.
            """,
        arguments: [.init(name: "ID", value: .anySource, isOptional: true)],
        examples: [
            .init(line: "sources", effect: "all sources, one per line"),
            .init(line: "sources cities", effect: "one source, with its columns"),
        ])

    /// It counts the favorites of each source.
    let showsUserData = true

    func columns(of arguments: Arguments) -> [String]? {
        arguments.words.isEmpty ? SourcesReport.columnNames : SourceDetails.columnNames
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        if let word = arguments.words.first { return try await details(of: word.text, context) }
        let enabled = try await context.aggregator.statuses(usesCache: context.session.settings.usesCache)
        return CommandOutput(SourcesReport(enabled + (try await context.aggregator.disabledStatuses())))
    }

    private func details(of text: String, _ context: CommandContext) async throws -> CommandOutput {
        let disabled = context.aggregator.registry.disabled.first { $0.id.description == text }
        let instance = if let disabled { disabled } else { try context.instance(text) }
        let details = try await context.aggregator.details(
            of: instance, usesCache: context.session.settings.usesCache)
        return CommandOutput(details)
    }
}
