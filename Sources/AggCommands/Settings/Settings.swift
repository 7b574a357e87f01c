package import AggSearch

/// The user's settings, for a session, a script, or a command.
package struct Settings: Hashable, Sendable {
    /// When colors are used.
    package enum ColorUse: String, CaseIterable, Sendable {
        /// At a terminal that supports them, unless the environment overrides that.
        case auto
        /// Always.
        case always
        /// Never.
        case never
    }

    /// When a table shows one record at a time.
    package enum Expansion: String, CaseIterable, Sendable {
        /// Always.
        case on
        /// Never.
        case off
        /// If the table does not fit the width of the terminal.
        case auto
    }

    /// How typed accents are matched.
    package var accents: Accents = .loose
    /// The output format.
    package var mode: OutputFormat = .table
    /// When colors are used.
    package var color: ColorUse = .auto
    /// Whether to answer from stored rows that are stale or whose refresh failed.
    package var usesCache = true
    /// Whether an interactive session refreshes automatically.
    package var refreshesAutomatically = true
    /// The maximum number of rows that `search` and `list` show.
    package var limit = 50
    /// The color theme.
    package var theme: Style.Theme = .dark
    /// When a table shows one record at a time.
    package var expanded: Expansion = .off
    /// `off`, `auto` ($PAGER, or else less), or a command that shows long output page by page.
    package var pager = "auto"
    /// Whether to show the elapsed time.
    package var showsTiming = true

    /// Whether to suggest similar titles when nothing matches.
    package var suggests = true
    /// The time limit for an SQL statement.
    package var timeout = Duration.seconds(5)
    /// The delay in milliseconds between the last key press and updating the answer of `live`.
    package var debounce = 300

    /// Creates settings with their defaults.
    package init() {}
}
