import AggCore

/// `list`: shows the rows of one source.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        name: "list", summary: "List the records of a source.",
        details: "The best known come first, then the newest, then by title.",
        arguments: [.init(name: "ID", value: .source)],
        options: [.init("--limit", value: ("N", .number(1...1_000_000)), help: "At most so many records.")],
        examples: [.init(line: "list cities --limit 10", effect: "the ten best known cities")])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let instance = try context.instance(arguments.words[0].text)
        let settings = context.session.settings
        let limit = arguments.number("--limit") ?? settings.limit
        do {
            let answer = try await context.aggregator.list(instance, limit: limit, usesCache: settings.usesCache)
            return CommandOutput(.records(answer, query: nil, more: "list \(instance.id) --limit \(limit * 2)"))
        } catch {
            throw CommandError(error)
        }
    }
}
