package import AggCore
package import AggSearch
package import AggSource
package import AggStorage

/// What a command may use: the sources, the session it runs in, and a way to tell and to ask.
package struct CommandContext: Sendable {
    /// The sources.
    package var aggregator: Aggregator
    /// The settings and the last answer.
    package var session: Session
    /// The commands, for `help`.
    package var commands: CommandRegistry
    /// Whether the command was given on the program's own command line, where there is no last answer.
    package var isOneShot: Bool
    /// Where a refresh says how far it is.
    package var progress: @Sendable (RefreshEvent) -> Void
    /// Who can be asked; nil if nobody is at a terminal.
    package var prompter: (any Prompter)?
    /// Whether nothing may be asked of the network.
    package var isOffline = false
    /// Whether only answers and errors are wanted.
    package var isQuiet = false
    /// Who answers SQL; nil if there is no store for it.
    package var sql: (any SQLReader)?
    /// Hands a link to the program that shows it; nil if there is no such way.
    package var openLink: (@Sendable (String) async throws(CommandError) -> Void)?
    /// Draws what there is of an answer, in the form that was asked for, while the rest is waited for; does nothing where
    /// nobody watches.
    package var preview: @Sendable (CommandOutput, OutputFormat?) -> Void = { _, _ in }

    /// Searches while the person types, and says how that was left; nil if there is no terminal to do so.
    package var live: (@Sendable (LiveSearch) async -> LiveSearch.End)?

    /// The lines typed at the prompt, in this session and earlier ones, oldest first; nil if none are kept.
    package var history: (@Sendable () -> [String])?

    /// What looks at the machine beside the sources, in the order of the answer of `doctor`.
    package var health: [any HealthCheck] = []

    /// What makes broken files of the store whole again; nil if there is no store for it.
    package var repairer: (any StoreRepairer)?

    /// Why no source is available, so that most commands fail; nil if all is well.
    package var unusable: CommandError?

    package init(
        aggregator: Aggregator,
        session: Session,
        commands: CommandRegistry,
        isOneShot: Bool = false,
        progress: @escaping @Sendable (RefreshEvent) -> Void = { _ in },
        prompter: (any Prompter)? = nil
    ) {
        self.aggregator = aggregator
        self.session = session
        self.commands = commands
        self.isOneShot = isOneShot
        self.progress = progress
        self.prompter = prompter
    }

    /// What reads the words of a query as the settings want it.
    var queryReader: QueryReader { aggregator.queryReader(accents: session.settings.accents) }

    /// The source an argument names.
    ///
    /// - Throws: A usage error where there is none.
    func instance(_ text: String) throws -> SourceInstance {
        let id = try queryReader.source(text)
        if let instance = aggregator.registry[id] { return instance }
        throw CommandError.usage("there is no source \(Quoted.text(text))")
    }
}

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
