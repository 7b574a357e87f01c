import AggCore
import AggFiles
import AggSearch
import AggSource
import AggStorage

/// `favorites`: shows the favorites, and exports and imports them.
struct FavoritesCommand: Command {
    static let name = "favorites"

    let declaration = CommandDeclaration(
        name: Self.name, aliases: ["favs"], summary: "List your favorites, newest first.",
        details: """
            WORDS form a query that also searches tags and notes; tag:TAG matches a whole tag, has:tag finds favorites \
            with any tag, and has:note finds favorites with a note. A favorite is kept even if its source is disabled \
            or removed; “source:ID” still finds it. If the source no longer has the record, the list says “no longer \
            in its source”. “favorites export FILE” writes all favorites to a .json or .csv file, and “favorites import \
            FILE” adds them exactly as they were; a record that is already a favorite is left alone. “favorites merge \
            FILE” merges favorites that another machine exported to a .json file; the latest addition, tag, note, or \
            removal wins. Once each machine has merged the other's file, in either order, both have the same \
            favorites.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        forms: [
            .init(verb: "export", arguments: [.init(name: "FILE", value: .file)]),
            .init(verb: "import", arguments: [.init(name: "FILE", value: .file)]),
            .init(verb: "merge", arguments: [.init(name: "FILE", value: .file)]),
        ],
        options: [
            LimitOption.option("Show up to N records; N can be “all”."),
            WrittenFile.force,
        ],
        examples: [
            .init(line: "favorites", effect: "all favorites"),
            .init(line: "favorites lunch", effect: "favorites with “lunch” in the title, tags, or note"),
            .init(line: "favorites tag:lunch -has:note", effect: "favorites with the tag “lunch” but no note"),
            .init(line: "favorites export mine.json", effect: "write all favorites to a file"),
            .init(line: "favorites merge mine.json", effect: "merge the favorites from another machine"),
        ])
    let readsRecords = true

    /// The action on a file, such as “export”; nil for a query.
    private static func action(_ words: [Word]) -> String? {
        guard let first = words.first, first.literalFrom == nil, ["export", "import", "merge"].contains(first.text)
        else { return nil }
        return first.text
    }

    /// A file contains the user's snapshots, which are neither stale nor a sample, whatever their sources hold.
    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        if Self.action(arguments.words) != nil { return [] }
        return (try? await context.favoritesQuery(arguments.words))?.sources?.map(\.description)
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let words = arguments.words
        if let action = Self.action(words) {
            guard words.count == 2 else {
                throw CommandError.usage("“favorites \(action)” needs exactly one FILE", help: declaration)
            }
            let files = FavoriteFiles(context: context, isForced: arguments[WrittenFile.force])
            switch action {
            case "export": return try await files.export(to: words[1].text)
            case "import": return try await files.load(from: words[1].text)
            default: return try await files.merge(words[1].text)
            }
        }
        let query = try await context.favoritesQuery(words)
        let answer = try await context.aggregator.favorites(
            matching: query, limit: arguments.limit, usesCache: context.session.settings.usesCache)
        let typed = words.isEmpty ? nil : CommandLine.query(words)
        let more = context.typedLine.text([Word("favorites")] + words)
        return CommandOutput(RecordsReport(answer, query: typed, more: more))
    }

    func query(of arguments: Arguments, in context: CommandContext) async throws -> SearchQuery? {
        var query = try await context.favoritesQuery(arguments.words)
        query.onlyFavorites = true
        return query
    }
}

extension CommandContext {
    /// Parses a query of favorites, which may name any of their sources, even a disabled or removed one.
    ///
    /// - Throws: `QueryFault`; `StoreError` if the words name a source and the user file cannot be read.
    func favoritesQuery(_ words: [Word], sources: [String] = []) async throws -> SearchQuery {
        let namesSource =
            !sources.isEmpty || words.contains { $0.queryWord.qualifier.flatMap(Qualifier.init(name:)) == .source }
        let further = namesSource ? Set(try await aggregator.keptFavorites().map(\.source)) : []
        let reader = aggregator.queryReader(accents: session.settings.accents, further: further)
        var query = try reader.read(words.map(\.queryWord))
        for source in sources { query.sources = (query.sources ?? []) + [try reader.source(source)] }
        return query
    }
}

/// Exports favorites to a file, and imports them from one.
struct FavoriteFiles {
    let context: CommandContext
    let isForced: Bool

    /// Exports all favorites; overwrites an existing file only if confirmed or forced.
    func export(to name: String) async throws -> CommandOutput {
        let form = try form(name)
        let favorites = try await context.aggregator.keptFavorites()
        try await WrittenFile(name: name, isForced: isForced).write(
            form.bytes(of: favorites, histories: try await context.aggregator.favoriteHistories()), context)
        let count = favorites.count == 1 ? "1 favorite" : "\(favorites.count) favorites"
        return CommandOutput(TextAnswer("Wrote \(count) to \(name)."))
    }

    /// Imports favorites; the status is 1 if some cannot be read or exceed the limit.
    func load(from name: String) async throws -> CommandOutput {
        let content = try read(name)
        let report = try await context.aggregator.importFavorites(
            content.favorites, histories: content.histories)
        let counts = [
            ("added", report.added), ("known", report.known), ("refused", report.refused),
            ("faulty", content.faults.count),
        ]
        let table = DataTable(
            columns: ["result", "favorites"], rows: counts.map { [.string($0.0), .integer(Int64($0.1))] })
        var output = CommandOutput(TableReport(table))
        output.errors = content.faults.map { CommandError(code: "bad_favorite", message: "\(name): \($0)") }
        if report.refused > 0 {
            let limit = context.aggregator.favoritesLimit
            let refused = report.refused == 1 ? "1 favorite was" : "\(report.refused) favorites were"
            output.errors.append(
                CommandError(
                    code: "favorites_full",
                    message: "\(refused) not added: you have reached the limit of \(limit) (favorites.limit)"))
        }
        if !output.errors.isEmpty { output.status = .failed }
        return output
    }

    /// Merges in the favorites of a file; the status is 1 if some of them cannot be read.
    func merge(_ name: String) async throws -> CommandOutput {
        let content = try read(name)
        let histories = content.joinable
        let merge = histories.isEmpty ? FavoriteMerge() : try await context.aggregator.mergeFavorites(histories)
        let counts = [
            ("added", merge.added), ("changed", merge.changed), ("removed", merge.removed),
            ("faulty", content.faults.count),
        ]
        let table = DataTable(
            columns: ["result", "favorites"], rows: counts.map { [.string($0.0), .integer(Int64($0.1))] })
        var output = CommandOutput(TableReport(table))
        output.errors = content.faults.map { CommandError(code: "bad_favorite", message: "\(name): \($0)") }
        if !output.errors.isEmpty { output.status = .failed }
        return output
    }

    private func read(_ name: String) throws -> FavoriteArchive.Content {
        let form = try form(name)
        do { return form.read(try RegularFile.bytes(HomePath.expanded(name))) } catch {
            throw CommandError(code: "file_not_read", message: "cannot read “\(name)”: \(error.reason)")
        }
    }

    private func form(_ name: String) throws -> FavoriteArchive {
        if let form = FavoriteArchive(fileName: name) { return form }
        throw CommandError.usage("cannot use “\(name)” for favorites: the name must end in .json or .csv")
    }
}
