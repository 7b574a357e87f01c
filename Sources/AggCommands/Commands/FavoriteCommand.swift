import AggCore
import AggSearch
import AggSource
import AggStorage

/// `favorite`: adds a record to the favorites.
struct FavoriteCommand: Command {
    private static let tag = Option("--tag", "TAG", .tag, help: "Add a tag; can be repeated.")
    private static let untag = Option("--untag", "TAG", .tag, help: "Remove a tag; can be repeated.")
    private static let shared = Option<Bool>(
        "--shared", help: "Add the tag “shared”; if the store is on a server, all its users see the favorite.")
    private static let note = Option("--note", "TEXT", help: "Set the note; an empty string removes it.")

    let declaration = CommandDeclaration(
        name: "favorite", aliases: ["fav"], summary: "Add records to your favorites, with tags and a note.",
        details: """
            A favorite includes a snapshot of its record, so it outlives the source. If the record is already a \
            favorite, its tags and note are updated; --untag by itself never adds a favorite. A range such as 2-5 \
            selects rows 2 through 5. If adding all of the records would exceed favorites.limit, none are added.
            """,
        arguments: [.init(name: "ADDRESS|N", value: .record, isRepeated: true)],
        options: [Self.tag, Self.untag, Self.shared, Self.note],
        examples: [
            .init(line: "favorite 1", effect: "add the first row of the last results"),
            .init(line: "favorite 2 4-6", effect: "add four rows at once"),
            .init(line: "favorite cities:2643743", effect: "add the record with a given address"),
            .init(
                line: "favorite 2 --tag lunch --note \"cheap on Mondays\"", effect: "add a row with a tag and a note"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let edit = try edit(arguments)
        let addsFavorite = edit.isEmpty || !edit.addedTags.isEmpty || edit.note?.isEmpty == false
        let addresses = try context.addresses(arguments.words, for: declaration)
        if addsFavorite { try await Self.requireRoom(for: addresses, context) }
        return try await context.changeFavorites(at: addresses) { address throws in
            var row = try await context.record(at: address).row
            let before = row.favorite
            guard addsFavorite else {
                let edited = try await context.aggregator.editFavorite(address, edit)
                if let edited { row.favorite = .init(edited) }
                let sentence = Self.sentence(row, isOwn: edited != nil, isEdit: row.favorite?.text != before?.text)
                return (sentence, row, try await context.aggregator.favoriteCount())
            }
            let change = try await context.aggregator.addFavorite(row)
            if !edit.isEmpty, let favorite = try await context.aggregator.editFavorite(address, edit) {
                row.favorite = .init(favorite)
            }
            row.isFavorite = true
            let isEdit = !edit.isEmpty && (change.didChange || row.favorite?.text != before?.text)
            return (Self.sentence(row, didChange: change.didChange, isEdit: isEdit), row, change.count)
        }
    }

    /// Returns normally if all of several records can become favorites.
    ///
    /// - Throws: A failure that says how many can.
    private static func requireRoom(for addresses: [RecordAddress], _ context: CommandContext) async throws {
        guard addresses.count > 1 else { return }
        let (aggregator, limit) = (context.aggregator, context.aggregator.favoritesLimit)
        let kept = try await aggregator.favoriteCount()
        let room = max(0, limit - kept)
        // Without room, each record has its own error.
        guard room > 0, addresses.count > room else { return }
        let own = Set(try await aggregator.ownFavorites().map(\.address))
        let usesCache = context.session.settings.usesCache
        var count = 0
        for address in addresses where !own.contains(address) {
            // One that does not exist has its own error.
            guard (try? await aggregator.record(at: address, usesCache: usesCache)) != nil else { continue }
            count += 1
            if count <= room { continue }
            throw CommandError(
                code: StoreError.favoritesFull(limit: limit).code,
                message: "there is room for only \(room == 1 ? "1 more favorite" : "\(room) more favorites") "
                    + "(favorites.limit is \(limit)), so none were added; choose fewer records, raise the limit, or "
                    + "remove favorites with “unfavorite”")
        }
    }

    /// The sentence that describes a change that never adds a favorite, without the final period.
    private static func sentence(_ row: RecordsAnswer.Row, isOwn: Bool, isEdit: Bool) -> String {
        if isOwn { return sentence(row, didChange: false, isEdit: isEdit) }
        let name = "\(row.record.title) (\(row.address))"
        return row.isFavorite
            ? "\(name) is a favorite that someone else shares; only they can change it" : "\(name) is not a favorite"
    }

    /// The sentence that describes a change, without the final period.
    private static func sentence(_ row: RecordsAnswer.Row, didChange: Bool, isEdit: Bool) -> String {
        let title = row.record.title
        let verb =
            didChange ? "Added \(title)" : isEdit ? "Updated favorite \(title)" : "\(title) is already a favorite"
        let notes = isEdit && row.favorite?.text.isEmpty == false ? " \(row.favorite?.text ?? "")" : ""
        return "\(verb) (\(row.address))\(notes)"
    }

    /// The requested change of tags and note.
    ///
    /// - Throws: A usage error for a blank tag.
    private func edit(_ arguments: Arguments) throws -> FavoriteEdit {
        func tags(_ option: Option<String>) throws -> [String] {
            // Answers show a tag as #lunch.
            let tags = arguments.all(option).map { tag in
                tag.drop { $0 == "#" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            if tags.contains("") { throw CommandError.usage("\(option.name) cannot be blank", help: declaration) }
            return tags
        }
        return FavoriteEdit(
            addedTags: try tags(Self.tag) + (arguments[Self.shared] ? [Favorite.sharedTag] : []),
            removedTags: try tags(Self.untag), note: arguments[Self.note])
    }
}

/// `unfavorite`: removes records from the favorites.
struct UnfavoriteCommand: Command {
    let declaration = CommandDeclaration(
        name: "unfavorite", aliases: ["unfav"], summary: "Remove records from your favorites.",
        arguments: [.init(name: "ADDRESS|N", value: .favorite, isRepeated: true)],
        examples: [
            .init(line: "unfavorite cities:2643743", effect: "remove one favorite"),
            .init(line: "unfavorite 1-3", effect: "remove the first three rows of the last results"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        try await context.changeFavorites(at: context.addresses(arguments.words, for: declaration)) {
            address throws in
            var row = try await context.aggregator.record(at: address)?.rows.first
            let change = try await context.aggregator.removeFavorite(address)
            let name = row.map { "\($0.record.title) (\(address))" } ?? address.description
            if !change.didChange, row?.isFavorite == true {
                return ("\(name) is a favorite that someone else shares; only they can remove it", row, change.count)
            }
            row?.isFavorite = false
            row?.favorite = nil
            return (change.didChange ? "Removed \(name)" : "\(name) is not a favorite", row, change.count)
        }
    }
}

extension CommandContext {
    /// Changes the favorites at several addresses one by one; a failure does not stop the rest.
    ///
    /// - Throws: The error if there is only one address.
    func changeFavorites(
        at addresses: [RecordAddress],
        _ change: (RecordAddress) async throws -> (sentence: String, row: RecordsAnswer.Row?, count: Int)
    ) async throws -> CommandOutput {
        let limit = aggregator.favoritesLimit
        var report = FavoriteReport(messages: [], changed: [], count: 0, limit: limit)
        var errors: [CommandError] = []
        for address in addresses {
            do {
                let done = try await change(address)
                report.messages.append("\(done.sentence): \(done.count) of \(limit) favorites.")
                report.count = done.count
                if let row = done.row { report.changed.append(row) }
            } catch {
                let error = CommandError(error)
                if addresses.count == 1 { throw error }
                // Such as the limit, which is the same for all of them.
                if !errors.contains(error) { errors.append(error) }
                if error.status == .interrupted { break }
            }
        }
        guard !report.messages.isEmpty else {
            return CommandOutput(status: errors.first?.status ?? .done, errors: errors)
        }
        return CommandOutput(
            report,
            status: errors.last { $0.status == .interrupted }?.status ?? errors.first?.status ?? .done, errors: errors)
    }
}
