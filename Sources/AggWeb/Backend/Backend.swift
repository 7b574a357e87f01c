import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation
import Synchronization

/// Runs commands for the pages and the API, each as if given on the command line.
struct Backend: Sendable {
    private let context: CommandContext
    private let version: @Sendable () async -> String
    private let tags: StateTags

    /// Creates a backend; `version` changes with every change of the store.
    init(_ context: CommandContext, version: @escaping @Sendable () async -> String) {
        var context = context
        context.isOneShot = true
        context.isServed = true
        context.prompter = nil
        context.openLink = nil
        context.editFile = nil
        context.live = nil
        context.history = nil
        context.preview = { _, _ in }
        self.context = context
        self.version = version
        tags = StateTags()
    }

    /// The commands.
    var commands: CommandRegistry { context.commands }
    /// The sources.
    var aggregator: Aggregator { context.aggregator }
    /// The settings that apply to every request.
    var settings: Settings { context.session.settings }

    /// Runs a command, each time in a new session; if it may stream, the rows of a long list are read only when they are
    /// written.
    ///
    /// - Throws: `CommandError`.
    func run(
        _ words: [Word], as format: OutputFormat = .json, mayStream: Bool = false, isOffline: Bool = false,
        progress: @escaping @Sendable (RefreshEvent) -> Void = { _ in }
    ) async throws(CommandError) -> CommandOutput {
        var context = context
        var settings = settings
        // In JSON, notes on a query are part of the output.
        settings.mode = format
        context.session = Session(settings: settings)
        if isOffline { context.isOffline = true }
        let tell = context.progress
        context.progress = { event in
            tell(event)
            progress(event)
        }
        return try await CommandRunner(context: context).run(words, mayStream: mayStream)
    }

    /// Parses a query.
    ///
    /// - Throws: `QueryFault`.
    func query(_ words: [Word]) throws(QueryFault) -> SearchQuery {
        try context.query(words)
    }

    /// The maximum number of columns and qualifiers before the titles in a completion.
    private static let mostNames = 4

    /// Completes the last word of a query; the start is an offset in UTF-16, as in JavaScript.
    ///
    /// Some columns and qualifiers come first, since a short word is the start of hundreds of titles.
    func complete(query: String) async -> CommandCompleter.Proposal {
        var proposal = await CommandCompleter(context: context).complete(query: query)
        let names = proposal.candidates.filter(Self.isName).prefix(Self.mostNames)
        proposal.candidates = names + proposal.candidates.filter { !names.contains($0) }
        proposal.start = query.prefix(proposal.start).utf16.count
        return proposal
    }

    /// Whether a candidate is the name of a column or qualifier, such as `country:`, rather than a title.
    private static func isName(_ candidate: String) -> Bool {
        candidate.hasSuffix(":") && !candidate.dropLast().contains { $0 == ":" || $0 == "\\" || $0.isWhitespace }
    }

    /// Returns the entity tag of a response.
    ///
    /// It changes with the store and the settings, when a source becomes stale, and every hour, since responses contain
    /// the ages of the sources.
    func tag(for target: String) async -> String {
        let version = await version()
        let state: String
        if let known = tags.state(of: version) {
            state = known
        } else {
            let statuses = (try? await aggregator.statuses(usesCache: settings.usesCache)) ?? []
            state = statuses.map { "\($0.id) \($0.phase.rawValue) \($0.isStale) \($0.reason ?? "")" }
                .joined(separator: ",")
            tags.remember(state, of: version)
        }
        let choices = SettingDeclaration.all.map { $0.read(settings) }.joined(separator: ",")
        let hour = Int(clamping: (aggregator.now.timeIntervalSince1970 / 3_600).rounded(.down))
        return "W/\"\(StableHash.text(of: "\(version)|\(state)|\(hour)|\(choices)|\(target)"))\""
    }
}

/// The state of the sources, kept for a second as long as the store is unchanged.
private final class StateTags: Sendable {
    private let last = Mutex<(version: String, state: String, until: ContinuousClock.Instant)?>(nil)

    func state(of version: String) -> String? {
        last.withLock { last in
            guard let known = last, known.version == version, known.until > .now else { return nil }
            return known.state
        }
    }

    func remember(_ state: String, of version: String) {
        last.withLock { $0 = (version, state, .now + .seconds(1)) }
    }
}
