package import AggCore
package import AggSearch

/// A search that answers while the person types: what to look for at first, and what the keys have done.
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
    /// How long after the last key the answer is renewed.
    package let debounce: Duration
    /// Answers a text as `search` does; a blank one with the favorites.
    package let answer: @Sendable (_ text: String) async -> Result<CommandOutput, CommandError>
    /// Adds a record to the favorites, or removes it; the sentence says which.
    package let toggleFavorite: @Sendable (RecordsAnswer.Row) async -> Result<String, CommandError>
}
