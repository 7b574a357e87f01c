package import AggCore

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
    /// Who can be asked; nil where nobody is at a terminal.
    package var asker: (any Asker)?
    /// Whether nothing may be asked of the network.
    package var isOffline = false
    /// Whether only answers and errors are wanted.
    package var isQuiet = false
    /// Who answers SQL; nil where there is no store for it.
    package var sql: (any SQLReader)?
    /// Hands a link to the program that shows it; nil where there is no such way.
    package var openLink: (@Sendable (String) async throws(CommandError) -> Void)?
    /// Draws what there is of an answer, in the form that was asked for, while the rest is waited for; does nothing where
    /// nobody watches.
    package var preview: @Sendable (CommandOutput, OutputFormat?) -> Void = { _, _ in }

    /// Searches while the person types, and says how that was left; nil where there is no terminal to do so.
    package var live: (@Sendable (LiveSearch) async -> LiveSearch.End)?

    /// The lines typed at the prompt, in this session and earlier ones, oldest first; nil where none are kept.
    package var history: (@Sendable () -> [String])?

    /// What looks at the machine beside the sources, in the order of the answer of `doctor`.
    package var health: [any HealthCheck] = []

    /// What makes broken files of the store whole again; nil where there is no store for it.
    package var repairer: (any StoreRepairer)?

    /// Makes a context.
    package init(
        aggregator: Aggregator,
        session: Session,
        commands: CommandRegistry = .builtIn,
        isOneShot: Bool = false,
        progress: @escaping @Sendable (RefreshEvent) -> Void = { _ in },
        asker: (any Asker)? = nil
    ) {
        self.aggregator = aggregator
        self.session = session
        self.commands = commands
        self.isOneShot = isOneShot
        self.progress = progress
        self.asker = asker
    }

    /// What reads the words of a query as the settings want it.
    var queryReader: QueryReader { aggregator.queryReader(accents: session.settings.accents) }

    /// The source an argument names.
    ///
    /// - Throws: A usage error where there is none.
    func instance(_ text: String) throws(CommandError) -> SourceInstance {
        do {
            let id = try queryReader.source(text)
            guard let instance = aggregator.registry[id] else {
                throw CommandError.usage("there is no source \(Quoted.text(text))")
            }
            return instance
        } catch let fault as QueryFault {
            throw CommandError(fault)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(code: "usage", message: "\(error)", status: .usage)
        }
    }

    /// The address that a word gives or a number of the last answer points to.
    ///
    /// - Throws: A usage error for a word that is neither, and for a number on the program's own command line; a
    ///   failure for a number beyond the last answer.
    func address(_ word: Word, for declaration: CommandDeclaration) throws(CommandError) -> RecordAddress {
        if let number = Int(word.text) {
            guard !isOneShot else {
                throw .usage(
                    "\(Quoted.text(word.text)) is no record address: numbers point into the last answer of a session or script",
                    help: declaration)
            }
            let rows = session.lastRows
            guard number >= 1, number <= rows.count else {
                let range =
                    !rows.isEmpty
                    ? "the last answer has rows 1 to \(rows.count)"
                    : session.lastOutput == nil ? "there is no answer yet to point into" : "the last answer has no rows"
                throw CommandError(code: "no_such_row", message: "there is no row \(number): \(range)")
            }
            return rows[number - 1]
        }
        guard let address = RecordAddress(word.text) else {
            throw .usage(
                "\(Quoted.text(word.text)) is no record address such as cities:2643743, and no number of a row",
                help: declaration)
        }
        return address
    }
}
