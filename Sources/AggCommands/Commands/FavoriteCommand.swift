import AggCore

/// `favorite`: marks a record for good.
struct FavoriteCommand: Command {
    let declaration = CommandDeclaration(
        name: "favorite", aliases: ["fav"], summary: "Mark a record as a favorite.",
        details: "A snapshot of the record is kept, so that the favorite outlives its source.",
        arguments: [.init(name: "ADDRESS|N", value: .record)],
        examples: [
            .init(line: "favorite 1", effect: "mark the first row of the last answer"),
            .init(line: "favorite cities:2643743", effect: "mark the record at an address"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let address = try context.address(arguments.words[0], for: declaration)
        guard var row = try await context.record(at: address).rows.first else { return CommandOutput(.nothing) }
        let change: FavoriteChange
        do { change = try await context.aggregator.addFavorite(row) } catch { throw CommandError(error) }
        row.isFavorite = true
        let limit = context.aggregator.favoritesLimit
        let verb = change.didChange ? "Marked \(row.record.title)" : "\(row.record.title) is a favorite already"
        let message = "\(verb) (\(address)): \(change.count) of \(limit) favorites."
        return CommandOutput(.favorite(FavoriteReport(message: message, row: row, count: change.count, limit: limit)))
    }
}
