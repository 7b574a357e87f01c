import AggCore
import AggSearch

/// `live`: searches as you type.
struct LiveCommand: Command {
    private static let news = Option(
        "--news", help: "Search only what is unread, and begin with all of it; n goes to the next.")

    let declaration = CommandDeclaration(
        name: "live", summary: "Search as you type.",
        details: """
            Results appear below the line as you type, after a short pause (set debounce). Up and Down choose a record, \
            Enter shows it, Ctrl-F adds it to your favorites or removes it, and Esc leaves. An empty line shows your \
            favorites. From a shell, as in agg open "$(agg live)", Enter prints the address of the record. live needs a \
            terminal with at least 20 columns.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [news],
        examples: [
            .init(line: "live", effect: "begin with the favorites"),
            .init(line: "live --news", effect: "begin with what is unread"),
            .init(line: "live san jo", effect: "begin with some words"),
        ])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let live = context.live else {
            throw CommandError.usage("live needs an interactive terminal; use search instead")
        }
        let text = arguments.words.map(\.typed).joined(separator: " ")
        switch await live(LiveSearch(text: text, onlyNews: arguments[Self.news], context: context)) {
        // A shell continues only if something was chosen.
        case .left: return CommandOutput(status: context.isOneShot ? .failed : .done)
        case .interrupted: return CommandOutput(status: .interrupted)
        case .tooNarrow(let columns):
            throw CommandError(
                code: "too_narrow",
                message: "live needs a terminal of \(LiveSearch.leastColumns) columns, and this one has \(columns); "
                    + "search does the same once")
        case .chosen(let address):
            if context.isOneShot, arguments[OutputOption.format] == nil {
                return CommandOutput(TextAnswer(address.description))
            }
            let show = ShowCommand()
            let word = Word(address.description, literalFrom: 0)
            return try await show.run(try Arguments([word], for: show.declaration), in: context)
        }
    }
}

extension LiveSearch {
    /// Creates a search that runs commands, so that queries work exactly as in `search`.
    init(text: String, onlyNews: Bool = false, context: CommandContext) {
        self.text = text
        debounce = .milliseconds(context.session.settings.debounce)
        answer = { await Self.answer($0, onlyNews, context) }
        toggleFavorite = { await Self.toggleFavorite($0, context) }
    }

    private static func answer(
        _ text: String, _ onlyNews: Bool, _ context: CommandContext
    ) async -> Result<CommandOutput, CommandError> {
        let clock = ContinuousClock()
        let start = clock.now
        let command = SearchCommand()
        do {
            let words = CommandLine(text).commands.flatMap(\.self)
            let arguments = try Arguments(words, for: command.declaration)
            var output =
                onlyNews ? try await news(arguments, context) : try await command.run(arguments, in: context)
            output.elapsed = clock.now - start
            return .success(output)
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// What is unread among the records that a search finds; all of it without words.
    private static func news(_ arguments: Arguments, _ context: CommandContext) async throws -> CommandOutput {
        let settings = context.session.settings
        var request = NewsRequest(limit: arguments.limit ?? settings.limit)
        if !arguments.words.isEmpty {
            request.queries = try await SearchCommand().query(of: arguments, in: context).map { [$0] }
        }
        let answer = try await context.aggregator.news(request, usesCache: settings.usesCache)
        return CommandOutput(RecordsReport(answer, query: nil, more: nil))
    }

    private static func toggleFavorite(
        _ row: RecordsAnswer.Row, _ context: CommandContext
    ) async -> Result<String, CommandError> {
        let command: any Command = row.isFavorite ? UnfavoriteCommand() : FavoriteCommand()
        do {
            let arguments = try Arguments([Word(row.address.description, literalFrom: 0)], for: command.declaration)
            let report = try await command.run(arguments, in: context).body as? FavoriteReport
            return .success(report?.messages.joined(separator: " ") ?? "")
        } catch {
            return .failure(CommandError(error))
        }
    }
}
