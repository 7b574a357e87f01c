import AggCore
import AggSearch
import AggSource
import AggStorage

extension LiveSearch {
    /// Creates a search that runs commands, so queries work exactly as in `search`.
    init(text: String, onlyNews: Bool = false, context: CommandContext) {
        self.init(
            text: text, debounce: .milliseconds(context.session.settings.debounce), isOffline: context.isOffline,
            answer: { await Self.answer($0, onlyNews, context) },
            toggleFavorite: { await Self.toggleFavorite($0, context) },
            details: LiveDetails(context))
    }

    private static func answer(
        _ text: String, _ onlyNews: Bool, _ context: CommandContext
    ) async -> Result<CommandOutput, CommandError> {
        let clock = ContinuousClock()
        let start = clock.now
        let command = SearchCommand()
        do {
            let words = CommandLine.words(ofQuery: text)
            let arguments = try Arguments(words, for: command.declaration)
            var output =
                onlyNews ? try await news(arguments, context) : try await command.run(arguments, in: context)
            if !onlyNews, let report = output.body as? RecordsReport, report.answer.rows.isEmpty,
                let loose = try await LettersInOrder(words)?.answer(in: context)
            {
                output.body = loose
            }
            output.elapsed = clock.now - start
            return .success(output)
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// The unread records that a search finds; without words, all unread records.
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

extension LiveDetails {
    /// Creates details that run commands.
    init(_ context: CommandContext) {
        self.init(
            preview: { row, width in Self.preview(row, width, context) },
            total: { text in
                guard let query = try? Self.query(text, context) else { return nil }
                return try? await context.aggregator.count(query, usesCache: context.session.settings.usesCache).total
            },
            facets: { text in
                do {
                    return .success(try await LiveFacets(query: Self.query(text, context), context: context).facets())
                } catch {
                    return .failure(CommandError(error))
                }
            },
            map: { text, view, width, rows in
                do {
                    let answer = try await context.aggregator.map(
                        matching: Self.query(text, context), names: 12, usesCache: context.session.settings.usesCache)
                    let names = answer.named.compactMap { row in row.record.coordinate.map { (row.record.title, $0) } }
                    let map = MapPicture(points: answer.points, names: names)
                    let lines = map.lines(
                        title: text, width: width, height: rows, view: view, style: Style(usesColor: false))
                    return .success(Array(lines.prefix(rows)))
                } catch {
                    return .failure(CommandError(error))
                }
            },
            open: { addresses in
                let command = OpenCommand()
                do {
                    let words = addresses.map { Word($0.description, literalFrom: 0) }
                    let output = try await command.run(try Arguments(words, for: command.declaration), in: context)
                    if let error = output.errors.first { return .failure(error) }
                    return .success(
                        (output.body as? TextAnswer)?.text.split(separator: "\n").joined(separator: " ") ?? "")
                } catch {
                    return .failure(CommandError(error))
                }
            })
    }

    /// The query in a text; without words, the favorites.
    private static func query(_ text: String, _ context: CommandContext) throws -> SearchQuery {
        let arguments = try Arguments(CommandLine.words(ofQuery: text), for: SearchCommand().declaration)
        var query = try context.query(arguments.words)
        if query.isBlank { query.onlyFavorites = true }
        return query
    }

    private static func preview(_ row: RecordsAnswer.Row, _ width: Int, _ context: CommandContext) -> [String] {
        let columns = context.aggregator.registry[row.address.source]?.dataSource.columns ?? []
        let report = RecordReport(RecordsAnswer(rows: [row], sources: []), columns: columns)
        let text = Renderer.render(CommandOutput(report), Presentation(width: width))
        return text.split(separator: "\n", omittingEmptySubsequences: false).map {
            DisplayWidth.cut(String($0), to: width)
        }
    }
}
