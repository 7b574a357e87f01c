import AggCore

/// `unfavorite`: takes the mark from a record.
struct UnfavoriteCommand: Command {
    let declaration = CommandDeclaration(
        name: "unfavorite", aliases: ["unfav"], summary: "Remove records from your favorites.",
        arguments: [.init(name: "ADDRESS|N", value: .favorite, isRepeated: true)],
        examples: [
            .init(line: "unfavorite cities:2643743", effect: "remove one favorite"),
            .init(line: "unfavorite 1-3", effect: "remove the first three rows of the last answer"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        try await context.changeFavorites(at: context.addresses(arguments.words, for: declaration)) {
            address throws in
            var row = try await context.aggregator.record(at: address)?.rows.first
            let change = try await context.aggregator.removeFavorite(address)
            row?.isFavorite = false
            row?.mark = nil
            let name = row.map { "\($0.record.title) (\(address))" } ?? address.description
            return (change.didChange ? "Unmarked \(name)" : "\(name) is not a favorite", row, change.count)
        }
    }
}
