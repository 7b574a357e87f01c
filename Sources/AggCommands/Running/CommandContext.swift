package import AggCore
package import AggSearch
package import AggSource
package import AggStorage

/// Everything that commands can use: the sources, the session, and ways to report progress and ask questions.
package struct CommandContext: Sendable {
    /// The sources.
    package var aggregator: Aggregator
    /// The settings and the last answer.
    package var session: Session
    /// The commands, for `help`.
    package var commands: CommandRegistry
    /// Whether the command is from the program's own command line, which has no last answer.
    package var isOneShot: Bool
    /// Whether a server runs the command for a program or a page: the command then reads and writes no file by name,
    /// and marks nothing as read.
    package var isServed = false
    /// How the program is started with the same configuration and store, as typed in a shell.
    package var program = "agg"
    /// Whether a long answer may be streamed, because nothing needs its rows afterward.
    var streamsRows = false
    /// Receives the progress of a refresh.
    package var progress: @Sendable (RefreshEvent) -> Void
    /// Asks the user questions; nil without a terminal.
    package var prompter: (any Prompter)?
    /// Whether the network must not be used.
    package var isOffline = false
    /// Whether to show only answers and errors.
    package var isQuiet = false
    /// Runs SQL; nil if there is no store for it.
    package var sql: (any SQLReader)?
    /// Opens a link in the browser; nil if that is not possible.
    package var openLink: (@Sendable (String) async throws(CommandError) -> Void)?
    /// Lets the user edit a file, and returns afterward; nil if no editor can be run.
    package var editFile: (@Sendable (_ path: String, _ isTemporary: Bool) async throws(CommandError) -> Void)?
    /// Shows a partial answer in the requested format while the rest is being loaded; does nothing without a viewer.
    package var preview: @Sendable (CommandOutput, OutputFormat?) -> Void = { _, _ in }

    /// Runs a live search and returns how it ended; nil without a suitable terminal.
    package var live: (@Sendable (LiveSearch) async -> LiveSearch.End)?

    /// Serves the page and the API until the task is canceled; nil if there is no server.
    package var serve: (@Sendable (ServeRequest) async throws(CommandError) -> Void)?
    /// Serves an assistant on standard input and output until the input ends; nil unless agg was started for that.
    package var serveAssistant: (@Sendable (_ allowsRefresh: Bool) async -> Void)?

    /// The lines typed at the prompt, in this session and earlier ones, oldest first; nil if no history is kept.
    package var history: (@Sendable () -> [String])?

    /// The environment variables of the program.
    package var environment: [String: String] = [:]

    /// The text that `--generate` prints for a name; fails if the program cannot generate one.
    package var generated: @Sendable (String) throws(CommandError) -> String = { name throws(CommandError) in
        throw .usage("unknown page “\(name)”")
    }

    /// The health checks in addition to those of the sources, in the order `doctor` shows them.
    package var health: [any HealthCheck] = []

    /// Repairs broken files of the store; nil if there is no store for it.
    package var repairer: (any StoreRepairer)?

    /// Manages the store if it is on a server; nil for a folder.
    package var sharedStore: (any SharedStore)?

    /// Opens a store by its folder or the URL of its server, creating it in a folder without one; nil if that is not
    /// possible.
    package var openStore: (@Sendable (String) throws(StoreError) -> CopiedStore)?
    /// Whether there is a store in a folder; always true for the URL of a server.
    package var hasStore: @Sendable (String) -> Bool = { _ in true }
    /// Whether two folders or URLs are the same store, however they are written.
    package var areSameStore: @Sendable (String, String) -> Bool = { $0 == $1 }

    /// Why no source is available, so that most commands fail; nil if there is no problem.
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

    /// The reader of queries, according to the settings.
    var queryReader: QueryReader { aggregator.queryReader(accents: session.settings.accents) }

    /// Parses a query, according to the settings.
    ///
    /// - Throws: `QueryFault`.
    package func query(_ words: some Sequence<Word>) throws(QueryFault) -> SearchQuery {
        try queryReader.read(words.map(\.queryWord))
    }

    /// Returns the source with the id in an argument.
    ///
    /// - Throws: A usage error if it does not exist.
    func instance(_ text: String) throws -> SourceInstance {
        guard let id = SourceID(text), let instance = aggregator.registry[id] else {
            throw queryReader.fault(ofSource: text)
        }
        return instance
    }
}

/// The port for asking the user a question that must be answered before a command continues.
package protocol Prompter: Sendable {
    /// Asks a question with a choice of answers; nil if the user cancels.
    func choose(_ question: String, among answers: [String]) async -> String?
}
