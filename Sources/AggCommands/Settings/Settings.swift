package import AggSearch

/// What the user can set, for a session, a script or a command.
package struct Settings: Hashable, Sendable {
    /// When colors are used.
    package enum ColorUse: String, CaseIterable, Sendable {
        /// At a terminal that can show them, unless the environment says otherwise.
        case auto
        /// Everywhere.
        case always
        /// Nowhere.
        case never
    }

    /// When a table shows one record at a time.
    package enum Expansion: String, CaseIterable, Sendable {
        /// Always.
        case on
        /// Never.
        case off
        /// Where it does not fit the width of the terminal.
        case auto
    }

    /// What an accent that was typed counts for.
    package var accents: Accents = .loose
    /// The form of answers.
    package var mode: OutputFormat = .table
    /// When colors are used.
    package var color: ColorUse = .auto
    /// Whether stored rows serve when they are stale or a refresh failed.
    package var usesCache = true
    /// Whether an interactive session refreshes by itself.
    package var refreshesAutomatically = true
    /// How many rows `search` and `list` show at most.
    package var limit = 50
    /// The colors that are legible.
    package var theme: Style.Theme = .dark
    /// When a table shows one record at a time.
    package var expanded: Expansion = .off
    /// `off`, `auto` ($PAGER, else less), or a command that shows long answers page by page.
    package var pager = "auto"
    /// Whether to show the elapsed time.
    package var showsTiming = true

    /// Whether near titles are suggested where nothing matches.
    package var suggests = true
    /// How long a statement of SQL may take.
    package var timeout = Duration.seconds(5)
    /// How many milliseconds after the last key `live` renews its answer.
    package var debounce = 300

    /// Makes settings with their defaults.
    package init() {}
}
