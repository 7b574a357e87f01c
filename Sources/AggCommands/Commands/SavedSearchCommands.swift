import AggCore
import AggSearch
import AggSource
import AggStorage

/// `save`: saves a search under a name.
struct SaveCommand: Command {
    let declaration = CommandDeclaration(
        name: "save", summary: "Save a search under a name.",
        details: """
            You can save any command that shows records, such as search, list, favorites, sql, or show, along with its \
            options. A word in braces is a parameter; give its value after “run NAME”. In {zip=60614}, 60614 is the \
            default. Without a command, “save NAME” saves the last SQL statement. “run NAME” runs a saved search, \
            “saved” lists all of them, and “unsave NAME” removes one. Saving under an existing name replaces the \
            existing search. --watch makes the search a watched search: after each refresh, “alerts” shows its new \
            matches. --notify 'COMMAND' and --webhook URL also make it a watched search: --notify runs a shell command \
            with the new matches as JSON on its standard input, and --webhook sends them to the URL. If \
            AGG_WEBHOOK_SECRET is set, each message is signed with that secret (header X-Agg-Signature: sha256=HMAC). \
            If the command or server fails, agg tries again at the next refresh.
            """,
        arguments: [
            .init(name: "NAME", value: .saved),
            .init(name: "COMMAND", value: .line, isOptional: true, isRepeated: true),
        ],
        examples: [
            .init(line: "save apples search apple --limit 5", effect: "save a search as “apples”"),
            .init(line: "save france list cities country:FR", effect: "save a list as “france”"),
            .init(line: "save bakeries search bakery --watch", effect: "report new matches after each refresh"),
            .init(
                line: "save fails search results:fail {what} zip:{zip=60614}",
                effect: "a search with a required word and an optional ZIP code"),
        ],
        takesCommand: true, innerOptions: WatchOptions.all)

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let name = arguments.words[0].text
        guard Self.isName(name) else {
            throw CommandError.usage(
                "\(Quoted.text(name)) is not a valid name; use letters, digits, “-”, and “_”", help: declaration)
        }
        let (watch, words) = try WatchOptions.read(Array(arguments.words.dropFirst()), help: declaration)
        guard !words.isEmpty else {
            guard watch == nil else { throw CommandError.usage("missing COMMAND", help: declaration) }
            return try await saveStatement(name, context)
        }
        let command = try context.commands.resolve(words[0])
        guard command.readsRecords, command.isRepeatable else {
            throw CommandError.usage(
                "cannot save \(Quoted.text(words[0].text)): “save” takes a command that shows records, "
                    + "such as “search”",
                help: declaration)
        }
        var given = Array(words.dropFirst())
        let parameters = SavedParameters(given)
        // Options are checked with a value that is valid both as text and as a number.
        let samples = Dictionary(
            uniqueKeysWithValues: parameters.parameters.map { ($0.name, Word($0.standard ?? "1")) })
        let isSQL = command is SQLCommand
        let read = try Arguments(parameters.filled(given, samples, isSQL: isSQL), for: command.declaration)
        if watch != nil {
            guard parameters.parameters.isEmpty else {
                throw CommandError.usage("cannot watch a search with parameters", help: declaration)
            }
            guard try await command.query(of: read, in: context) != nil else {
                throw CommandError.usage(
                    "cannot watch \(words[0].text): only “search”, “list”, “near”, and “favorites” can be watched",
                    help: declaration)
            }
        }
        // The row number of a record will mean another one.
        if let index = Arguments.firstPlain(in: given, for: command.declaration), Int(given[index].text) != nil,
            let address = try await command.numberedRecord(of: read, in: context)
        {
            given[index] = Word(address.description)
        }
        // An SQL statement is saved as is, with its own quotes.
        let line =
            isSQL
            ? ([command.declaration.name] + given.map(\.text)).joined(separator: " ")
            : GrammarText.line([Word(command.declaration.name)] + given)
        return try await save(line, as: name, watch, context)
    }

    private func saveStatement(_ name: String, _ context: CommandContext) async throws -> CommandOutput {
        guard let statement = context.session.lastStatement else {
            throw CommandError.usage("missing COMMAND", help: declaration)
        }
        return try await save("sql \(statement)", as: name, nil, context)
    }

    private func save(
        _ line: String, as name: String, _ watch: WatchOptions?, _ context: CommandContext
    ) async throws -> CommandOutput {
        let former = try await context.aggregator.savedSearches().first { $0.name == name }
        let isNew = try await context.aggregator.saveSearch(SavedSearch(name: name, line: line))
        if let watch {
            try await context.aggregator.watch(
                name, command: watch.command, webhook: watch.webhook, isUnchanged: former?.line == line)
        } else {
            try await context.aggregator.removeWatch(name)
        }
        let end = watch == nil ? "" : "; watching for new matches"
        return CommandOutput(TextAnswer("\(isNew ? "Saved" : "Replaced") \(name): \(line)\(end)"))
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 64 && !text.hasPrefix("-")
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}

/// `saved`: lists the saved searches.
struct SavedCommand: Command {
    let declaration = CommandDeclaration(
        name: "saved", summary: "List the saved searches.",
        examples: [.init(line: "saved", effect: "the names and commands of all saved searches")])

    func columns(of arguments: Arguments) -> [String]? { SavedSearchesReport.columnNames }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let watches = try await context.aggregator.watches()
        return CommandOutput(SavedSearchesReport(try await context.aggregator.savedSearches(), watches))
    }
}

/// `run`: runs a saved search.
struct RunCommand: Command {
    /// The name of the command.
    static let name = "run"

    let declaration = CommandDeclaration(
        name: Self.name, summary: "Run a saved search.",
        details: """
            The words after the name of the search are values for its parameters, given by name (NAME=VALUE) or in \
            order. Additional words and options are added to the saved search.
            """,
        arguments: [
            .init(name: "NAME", value: .saved), .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        examples: [
            .init(line: "run apples", effect: "the search saved as “apples”"),
            .init(line: "run apples --limit 50 --format csv", effect: "more results, in another format"),
            .init(line: "run fails pizza zip=60601", effect: "a search with values for its parameters"),
        ],
        takesCommand: true)

    func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]? {
        guard let name = words.first?.text else { throw CommandError.usage("missing NAME", help: declaration) }
        let searches = try await context.aggregator.savedSearches()
        guard let search = searches.first(where: { $0.name == name }) else {
            throw CommandError.noSavedSearch(name, among: searches)
        }
        guard let saved = CommandLine(search.line).commands.first else { return [] }
        let command = try context.commands.resolve(saved[0])
        let parameters = SavedParameters(saved)
        let (values, given) = try parameters.values(
            from: Array(words.dropFirst()), for: command.declaration, in: search.name)
        let filled = parameters.filled(saved, values, isSQL: command is SQLCommand)
        // After a saved “--”, any word would be part of the query.
        let end = filled.firstIndex { $0.text == "--" && $0.literalFrom == nil } ?? filled.count
        return Array(filled[..<end]) + given + Array(filled[end...])
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        CommandOutput()
    }
}

extension CommandError {
    static func noSavedSearch(_ name: String, among searches: [SavedSearch]) -> CommandError {
        let names = searches.map(\.name)
        let hint = Nearest.hint(to: name, among: names)
        let known = names.isEmpty ? "; there are no saved searches" : "; “saved” lists your saved searches"
        return CommandError(
            code: "no_saved_search",
            message: "unknown saved search \(Quoted.text(name))\(hint.isEmpty ? known : hint)")
    }
}

/// `unsave`: removes a saved search.
struct UnsaveCommand: Command {
    let declaration = CommandDeclaration(
        name: "unsave", summary: "Remove a saved search.",
        arguments: [.init(name: "NAME", value: .saved)],
        examples: [.init(line: "unsave apples", effect: "remove the search saved as “apples”")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let name = arguments.words[0].text
        guard try await context.aggregator.removeSearch(name) else {
            let rest = try await context.aggregator.savedSearches()
            return CommandOutput(status: .failed, errors: [.noSavedSearch(name, among: rest)])
        }
        try await context.aggregator.removeWatch(name)
        return CommandOutput(TextAnswer("Removed \(name)."))
    }
}
