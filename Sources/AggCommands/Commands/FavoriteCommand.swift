import AggCore

/// `favorite`: marks a record for good.
struct FavoriteCommand: Command {
    let declaration = CommandDeclaration(
        name: "favorite", aliases: ["fav"], summary: "Mark a record as a favorite, with tags and a note.",
        details: """
            A snapshot of the record is kept, so that the favorite outlives its source. Of a record that is a favorite already \
            the tags and the note are changed.
            """,
        arguments: [.init(name: "ADDRESS|N", value: .record)],
        options: [
            .init("--tag", value: ("TAG", .text), help: "File it under a word; may be given more than once."),
            .init("--untag", value: ("TAG", .text), help: "Take a tag away; may be given more than once."),
            .init("--note", value: ("TEXT", .text), help: "Write a note; an empty one takes it away."),
        ],
        examples: [
            .init(line: "favorite 1", effect: "mark the first row of the last answer"),
            .init(line: "favorite cities:2643743", effect: "mark the record at an address"),
            .init(line: "favorite 2 --tag lunch --note \"cheap on Mondays\"", effect: "mark it with a tag and a note"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let address = try context.address(arguments.words[0], for: declaration)
        guard var row = try await context.record(at: address).rows.first else { return CommandOutput(.nothing) }
        let change: FavoriteChange
        let edit = try edit(arguments)
        do {
            change = try await context.aggregator.addFavorite(row)
            if !edit.isEmpty, let favorite = try await context.aggregator.editFavorite(address, edit) {
                row.mark = .init(favorite)
            }
        } catch {
            throw CommandError(error)
        }
        row.isFavorite = true
        let limit = context.aggregator.favoritesLimit
        let verb =
            change.didChange
            ? "Marked \(row.record.title)"
            : "\(row.record.title) \(edit.isEmpty ? "is a favorite already" : "was changed")"
        let mark = edit.isEmpty || row.mark?.text.isEmpty != false ? "" : " \(row.mark?.text ?? "")"
        let message = "\(verb) (\(address))\(mark): \(change.count) of \(limit) favorites."
        return CommandOutput(.favorite(FavoriteReport(message: message, row: row, count: change.count, limit: limit)))
    }

    /// The change of tags and note that is asked for.
    ///
    /// - Throws: A usage error for a tag that is blank.
    private func edit(_ arguments: Arguments) throws(CommandError) -> FavoriteEdit {
        func tags(_ option: String) throws(CommandError) -> [String] {
            let tags = arguments.all(option).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            if tags.contains("") { throw .usage("\(option) needs a word", help: declaration) }
            return tags
        }
        return FavoriteEdit(
            addedTags: try tags("--tag"), removedTags: try tags("--untag"), note: arguments.value("--note"))
    }
}
