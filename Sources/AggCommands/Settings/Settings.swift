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
    /// How many milliseconds after the last key `live` renews its answer.
    package var debounce = 300

    /// Makes settings with their defaults.
    package init() {}
}
