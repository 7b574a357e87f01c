package import AggCore
package import AggSearch

/// A live search: the initial text, and the actions of its keys.
package struct LiveSearch: Sendable {
    /// How a live search ended.
    package enum End: Hashable, Sendable {
        /// A record was chosen.
        case chosen(RecordAddress)
        /// Several records were selected, in this order.
        case selected([RecordAddress])
        /// The user returned to the prompt.
        case left
        /// Ctrl-C, or the terminal went away.
        case interrupted
        /// The terminal is too narrow, with this many columns.
        case tooNarrow(Int)
    }

    /// The minimum width of the terminal: room for the line, and for a few letters of a title and its address.
    package static let leastColumns = 20

    /// The initial text.
    package let text: String
    /// The delay between the last key press and updating the answer.
    package let debounce: Duration
    /// Whether the network must not be used.
    package let isOffline: Bool
    /// Searches for a text as `search` does; returns the favorites if it is blank.
    package let answer: @Sendable (_ text: String) async -> Result<CommandOutput, CommandError>
    /// Adds a record to the favorites or removes it; returns a sentence that says which.
    package let toggleFavorite: @Sendable (RecordsAnswer.Row) async -> Result<String, CommandError>
    /// Everything that is loaded on demand or after the rows are drawn.
    package let details: LiveDetails
}

/// Everything a live search shows in addition to its rows.
package struct LiveDetails: Sendable {
    /// The lines of a record, no wider than a number of columns.
    package let preview: @Sendable (RecordsAnswer.Row, _ width: Int) async -> [String]
    /// The total number of matches of a text; nil if it is unknown.
    package let total: @Sendable (_ text: String) async -> Int?
    /// The values that narrow the matches of a text, with how often they occur.
    package let facets: @Sendable (_ text: String) async -> Result<[LiveFacet], CommandError>
    /// A map of the matches of a text, or a part of it, fitted to a number of columns and rows.
    package let map:
        @Sendable (_ text: String, _ view: MapView, _ width: Int, _ rows: Int) async -> Result<[String], CommandError>
    /// Opens the links of records; returns a sentence that says which.
    package let open: @Sendable ([RecordAddress]) async -> Result<String, CommandError>
}

/// A value that narrows a live search.
package struct LiveFacet: Hashable, Sendable {
    /// The name of the column.
    package var column: String
    /// The value, as shown.
    package var value: String
    /// The number of matches that have it.
    package var count: Int
    /// The condition to add to the text.
    package var condition: String

    /// Creates a facet.
    package init(column: String, value: String, count: Int, condition: String) {
        self.column = column
        self.value = value
        self.count = count
        self.condition = condition
    }
}
