package import AggCore

/// A search that answers while the person types: what to look for at first, and what the keys have done.
///
/// The commands do the work, so that a query means here what it means to `search`.
package struct LiveSearch: Sendable {
    /// How a live search was left.
    package enum End: Hashable, Sendable {
        /// A record was chosen, to be shown.
        case chosen(RecordAddress)
        /// The person went back to the prompt.
        case left
        /// Ctrl-C, or the terminal went away.
        case interrupted
        /// The terminal has so few columns.
        case tooNarrow(Int)
    }

    /// How many columns a terminal has at least: room for the line, and for a few letters of a title and its address.
    package static let leastColumns = 20

    /// The text to begin with.
    package let text: String
    private let context: CommandContext

    init(text: String, context: CommandContext) {
        self.text = text
        self.context = context
    }

    /// How long after the last key the answer is renewed.
    package var debounce: Duration { .milliseconds(context.session.settings.debounce) }

    /// Answers a text as `search` does; a blank one with the favorites.
    package func answer(_ text: String) async -> Result<CommandOutput, CommandError> {
        let clock = ContinuousClock()
        let start = clock.now
        let command = SearchCommand()
        do {
            let words = CommandLine(text).commands.flatMap(\.self)
            var output = try await command.run(try Arguments(words, for: command.declaration), in: context)
            output.elapsed = clock.now - start
            return .success(output)
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// Marks a record as a favorite, or takes the mark from it; the sentence says which.
    package func toggleFavorite(_ row: RecordsAnswer.Row) async -> Result<String, CommandError> {
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
