import AggCore

/// `favorites`: shows what was marked.
struct FavoritesCommand: Command {
    let declaration = CommandDeclaration(
        name: "favorites", aliases: ["favs"], summary: "List the favorites, the newest first.",
        details: "A favorite stays when its source no longer has the record, and says so.",
        options: [.init("--limit", value: ("N", .number(1...1_000_000)), help: "At most so many records.")],
        examples: [.init(line: "favorites", effect: "all favorites")])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        do {
            let answer = try await context.aggregator.favorites(
                limit: arguments.number("--limit"), usesCache: context.session.settings.usesCache)
            return CommandOutput(.records(answer, query: nil, more: "favorites"))
        } catch {
            throw CommandError(error)
        }
    }
}
