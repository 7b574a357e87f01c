import AggCore

/// `unfavorite`: takes the mark from a record.
struct UnfavoriteCommand: Command {
    let declaration = CommandDeclaration(
        name: "unfavorite", aliases: ["unfav"], summary: "Take the mark from a favorite.",
        arguments: [.init(name: "ADDRESS|N", value: .favorite)],
        examples: [.init(line: "unfavorite cities:2643743", effect: "the record is no favorite any more")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let address = try context.address(arguments.words[0], for: declaration)
        var row: RecordsAnswer.Row?
        let change: FavoriteChange
        do {
            row = try await context.aggregator.record(at: address)?.rows.first
            change = try await context.aggregator.removeFavorite(address)
        } catch {
            throw CommandError(error)
        }
        row?.isFavorite = false
        row?.mark = nil
        let name = row.map { "\($0.record.title) (\(address))" } ?? address.description
        let limit = context.aggregator.favoritesLimit
        let done = change.didChange ? "Unmarked \(name)" : "\(name) is no favorite"
        let message = "\(done): \(change.count) of \(limit) favorites."
        return CommandOutput(.favorite(FavoriteReport(message: message, row: row, count: change.count, limit: limit)))
    }
}
