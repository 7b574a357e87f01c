import AggCore
import AggSource
import AggStorage

/// `save`: saves a search permanently under a name.
struct SaveCommand: Command {
    let declaration = CommandDeclaration(
        name: "save", summary: "Save a search under a name, for good.",
        details: """
            Whatever shows records can be saved: search, list, favorites, sql and show, with their options. A word in braces \
            is a parameter, whose value follows run NAME; {zip=60614} has a value by default. Without a command, the last \
            SQL statement is saved. run NAME runs it, saved lists the saved searches, and unsave NAME removes one. An \
            existing name gets the new search. With --watch, the search watches for new matches, which alerts shows after a \
            refresh; --notify 'COMMAND' runs a shell command with them as JSON on its standard input, and --webhook URL sends \
            them there, signed with the secret in AGG_WEBHOOK_SECRET (X-Agg-Signature: sha256=HMAC). A command or server that \
            fails gets them again next time.
            """,
        arguments: [
            .init(name: "NAME", value: .saved),
            .init(name: "COMMAND", value: .line, isOptional: true, isRepeated: true),
        ],
        examples: [
            .init(line: "save apples search apple --limit 5", effect: "a search under the name “apples”"),
            .init(line: "save france list cities country:FR", effect: "a list under the name “france”"),
            .init(line: "save bakeries search bakery --watch", effect: "report new matches after each refresh"),
            .init(
                line: "save fails search results:fail {what} zip:{zip=60614}",
                effect: "a search with a word to be given and a ZIP code that may be"),
        ],
        takesCommand: true)

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let name = arguments.words[0].text
        guard Self.isName(name) else {
            throw CommandError.usage(
                "\(Quoted.text(name)) is no name: it takes letters, digits, “-” and “_”", help: declaration)
        }
        let (watch, words) = try WatchOptions.read(Array(arguments.words.dropFirst()), help: declaration)
        guard !words.isEmpty else {
            guard watch == nil else { throw CommandError.usage("save needs COMMAND", help: declaration) }
            return try await saveStatement(name, context)
        }
        let command = try context.commands.resolve(words[0])
        guard command.readsRecords else {
            throw CommandError.usage(
                "save takes a command that shows records, such as search, not \(Quoted.text(words[0].text))",
                help: declaration)
        }
        let given = Array(words.dropFirst())
        let parameters = SavedParameters(given)
        // Options are checked with a value that both a text and a number can have.
        let samples = Dictionary(
            uniqueKeysWithValues: parameters.parameters.map { ($0.name, Word($0.standard ?? "1")) })
        let isSQL = command is SQLCommand
        let read = try Arguments(parameters.filled(given, samples, isSQL: isSQL), for: command.declaration)
        if watch != nil {
            guard parameters.parameters.isEmpty else {
                throw CommandError.usage("a search with parameters cannot be watched", help: declaration)
            }
            guard try await command.query(of: read, in: context) != nil else {
                throw CommandError.usage(
                    "\(words[0].text) cannot watch: --watch needs a search, list, near, or favorites", help: declaration
                )
            }
        }
        // The text of a statement is written as it is, with its own quotes.
        let line =
            isSQL
            ? ([command.declaration.name] + given.map(\.text)).joined(separator: " ")
            : GrammarText.line([Word(command.declaration.name)] + given)
        return try await save(line, as: name, watch, context)
    }

    private func saveStatement(_ name: String, _ context: CommandContext) async throws -> CommandOutput {
        guard let statement = context.session.lastStatement else {
            throw CommandError.usage("save needs COMMAND", help: declaration)
        }
        return try await save("sql \(statement)", as: name, nil, context)
    }

    private func save(
        _ line: String, as name: String, _ watch: WatchOptions?, _ context: CommandContext
    ) async throws -> CommandOutput {
        let isNew = try await context.aggregator.saveSearch(SavedSearch(name: name, line: line))
        if let watch {
            try await context.aggregator.watch(name, command: watch.command, webhook: watch.webhook)
        } else {
            try await context.aggregator.removeWatch(name)
        }
        let end = watch == nil ? "" : "; it watches for new matches"
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
        examples: [.init(line: "saved", effect: "the names and what is saved under each")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let watches = try await context.aggregator.watches()
        return CommandOutput(SavedSearchesReport(try await context.aggregator.savedSearches(), watches))
    }
}

/// `run`: runs a saved search.
struct RunCommand: Command {
    let declaration = CommandDeclaration(
        name: "run", summary: "Run a saved search.",
        details: """
            The words after the name are the values of its parameters, by name or in their order. Further words and options \
            are added to those that were saved.
            """,
        arguments: [
            .init(name: "NAME", value: .saved), .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        examples: [
            .init(line: "run apples", effect: "the search that was saved as “apples”"),
            .init(line: "run apples --limit 50 --format csv", effect: "more of it, in another form"),
            .init(line: "run fails pizza zip=60601", effect: "a search with the values of its parameters"),
        ],
        takesCommand: true)

    func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]? {
        guard let name = words.first?.text else { throw CommandError.usage("run needs NAME", help: declaration) }
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
        // Words after a saved “--” would be part of the query, whatever they look like.
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
        let known = names.isEmpty ? "; none is saved yet" : "; saved lists them"
        return CommandError(
            code: "no_saved_search",
            message: "there is no saved search \(Quoted.text(name))\(hint.isEmpty ? known : hint)")
    }
}

/// `unsave`: removes a saved search.
struct UnsaveCommand: Command {
    let declaration = CommandDeclaration(
        name: "unsave", summary: "Remove a saved search.",
        arguments: [.init(name: "NAME", value: .saved)],
        examples: [.init(line: "unsave apples", effect: "the search is not saved any more")])

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
