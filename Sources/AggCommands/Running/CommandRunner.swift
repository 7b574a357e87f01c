import AggCore
import AggSearch
import AggSource
import AggStorage

/// Runs one command: finds it, parses its arguments, refreshes sources older than `--max-age`, and times it.
package struct CommandRunner: Sendable {
    /// The options of the program that apply to every command.
    package struct Policy: Sendable {
        /// The age beyond which sources are refreshed before a command shows their rows; nil for never.
        package var maxAge: Duration?
        /// Whether a command that shows stale rows or a starter sample ends with status 6.
        package var isStrict = false

        /// Creates a policy with no requirements.
        package init() {}
    }

    private var context: CommandContext
    private let policy: Policy

    package init(context: CommandContext, policy: Policy = Policy()) {
        self.context = context
        self.policy = policy
    }

    /// The same runner for the commands of a script, which can refer to earlier answers.
    package var forScript: CommandRunner {
        var runner = self
        runner.context.isOneShot = false
        return runner
    }

    /// Runs the words of a command.
    ///
    /// The rows of a long answer may be read only when they are written if `mayStream` is set and no later command can
    /// refer to them.
    ///
    /// - Throws: `CommandError`; `.interrupted` if the task is canceled.
    package func run(_ words: [Word], mayStream: Bool = false) async throws(CommandError) -> CommandOutput {
        var runner = self
        if mayStream, context.isOneShot { runner.context.streamsRows = true }
        do {
            guard let found = try await command(for: words) else { return CommandOutput() }
            return try await context.aggregator.asOneChange { [runner] in
                try await runner.perform(found.command, found.words)
            }
        } catch {
            let error = CommandError(error)
            throw context.isServed ? error.served : error
        }
    }

    /// Returns the command that words run in the end, such as one that was saved, and the words after its name.
    ///
    /// - Returns: Nil if there are no words.
    private func command(for words: [Word]) async throws -> (command: any Command, words: [Word])? {
        var words = words
        while let name = words.first {
            let rest = Array(words.dropFirst())
            let command = try context.commands.resolve(name, before: rest)
            if asksForHelp(rest, of: command.declaration) {
                words = [Word("help"), name]
                continue
            }
            if let error = context.unusable, command.needsSources(rest) { throw error }
            guard let instead = try await command.replacement(for: rest, in: context) else { return (command, rest) }
            words = instead
        }
        return nil
    }

    private func perform(_ command: any Command, _ words: [Word]) async throws -> CommandOutput {
        let arguments = try arguments(words, for: command)
        let refreshed = command.readsRecords ? try await refreshOlder(for: command, arguments) : []
        let clock = ContinuousClock()
        let start = clock.now
        var output = try await command.run(arguments, in: context)
        // An answer shown again keeps its own command and time.
        if output.command.isEmpty {
            output.elapsed = clock.now - start
            output.command = command.declaration.name
        }
        try apply(arguments, of: command, to: &output)
        addMessages(about: refreshed, of: command, to: &output)
        if command.readsRecords { decideStatus(of: &output) }
        if output.body?.canBeShownAgain == true, !output.isRefused { context.session.lastOutput = output }
        context.session.rememberNumbers(of: output)
        return output
    }

    /// Matches words to the declaration of a command.
    ///
    /// - Throws: `CommandError`.
    private func arguments(_ words: [Word], for command: any Command) throws -> Arguments {
        var arguments = try Arguments(words, for: command.declaration)
        if context.isServed { try arguments.refuseFiles(for: command.declaration) }
        if !command.answersTable {
            try context.checkColumns(
                arguments[OutputOption.columns], for: command.declaration, among: command.columns(of: arguments))
        }
        return arguments
    }

    /// Applies the options of every command to an output: its format, columns, and headings.
    ///
    /// - Throws: A usage error for a column that a table does not have.
    private func apply(_ arguments: Arguments, of command: any Command, to output: inout CommandOutput) throws {
        output.format = arguments[OutputOption.format] ?? output.format
        output.hasHeadings = !arguments[OutputOption.noHeader]
        let hasLimit = !command.declaration.takesLimit || arguments.limit != nil
        if !context.isQuiet, !hasLimit, let body = output.body, body.isTruncated {
            output.rowsWithinDefaultLimit = body.records?.count ?? body.values?.rows.count
        }
        if let choice = arguments[OutputOption.columns] {
            choose(choice, in: &output)
            output.body?.addToMore("\(OutputOption.columns.name) \(context.typedLine.word(choice.text))")
        }
        if command.declaration.takesQuery { output.body?.queryNotes += Habits.notes(on: arguments.words, in: context) }
        if command.answersTable {
            try context.checkColumns(
                arguments[OutputOption.columns], for: command.declaration, among: output.body?.ownColumns,
                rows: output.body?.records ?? [])
        }
    }

    /// Adds the errors and remarks that do not come from the command itself, those about a refresh before it first.
    private func addMessages(
        about refreshed: [RefreshOutcome], of command: any Command, to output: inout CommandOutput
    ) {
        let usesCache = context.session.settings.usesCache
        output.errors = refreshed.compactMap { $0.failure(usesCache: usesCache) } + output.errors
        guard !context.isQuiet else { return }
        var remarks = refreshed.firstNotes
        if command.showsUserData, let fault = context.session.userDataFault {
            // Once is enough; the commands that need the data fail with the same reason.
            context.session.userDataFault = nil
            remarks.append("continuing without your favorites and saved settings: \(fault)")
        }
        if command.readsRecords, lacksSources(output) {
            remarks.append("no source is enabled; run “source enable ID” to enable one")
        }
        output.remarks = remarks + output.remarks
        let format = output.format ?? context.session.settings.mode
        if !format.hasNotes { output.remarks += output.body?.queryNotes ?? [] }
    }

    /// Decides the status of an output with rows of the sources, some of which may be refused, missing, stale, or a
    /// sample.
    private func decideStatus(of output: inout CommandOutput) {
        if !context.session.settings.usesCache { refuseStale(&output) }
        guard output.status == .done else { return }
        if lacksSamples(output) {
            output.status = .failed
        } else if policy.isStrict, output.body?.decisiveSources.contains(where: isDoubtful) == true {
            output.status = .partial
        }
    }

    private func asksForHelp(_ words: [Word], of declaration: CommandDeclaration) -> Bool {
        let options = words.prefix { $0.text != "--" || $0.literalFrom != nil }
        if options.contains(where: { $0.isOption && $0.text == "--help" }) { return true }
        // Among other words, “-h” can be part of a query: “search pizza -h”.
        guard let word = words.last, word.literalFrom == nil, word.text == "-h" else { return false }
        return words.count == 1 || words.count == 2 && declaration.forms.contains { $0.verb == words[0].text }
    }

    /// Sets the selected columns of an output.
    ///
    /// Answers that are not about records show all their columns anyway.
    private func choose(_ choice: ColumnChoice, in output: inout CommandOutput) {
        let rows = output.body?.records
        switch choice.base {
        case .none: output.columns = choice.names
        case .usual where rows != nil: output.addedColumns = choice.names
        case .all where rows != nil:
            let shown = Set((rows ?? []).map(\.address.source))
            let columns = context.aggregator.registry.instances.filter { shown.contains($0.id) }
                .flatMap { $0.dataSource.columns.map(\.name) }.filter { !RecordColumns.ownNames.contains($0) }
            output.columns = RecordColumns.all(of: rows ?? [], declared: columns + choice.names)
        case .usual, .all: output.columns = nil
        }
    }

    private func refreshOlder(for command: any Command, _ arguments: Arguments) async throws -> [RefreshOutcome] {
        guard let maxAge = policy.maxAge else { return [] }
        let sources = await command.sourcesRead(by: arguments, in: context)
        let statuses = try await context.aggregator.statuses()
        let old = statuses.filter { status in
            status.isForeign || status.withholdsRows || status.age.map { $0 > maxAge } ?? true
        }
        .map(\.id)
        let instances = context.aggregator.registry.instances.filter { instance in
            old.contains(instance.id) && sources?.contains(instance.id.description) ?? true
                && context.session.mayTry(instance.id, again: maxAge)
        }
        guard !instances.isEmpty else { return [] }
        let outcomes = try await RefreshRun(instances: instances, isForced: false, context: context).outcomes()
        context.aggregator.noteUnrefreshed(outcomes)
        return outcomes
    }

    /// With the cache off, the error is the answer: it is reported for each source without rows, and if none of the
    /// queried sources has any, the command has failed.
    private func refuseStale(_ output: inout CommandOutput) {
        let sources = (output.body?.requiredSources ?? []).filter { $0.phase != .disabled }
        let refused = sources.filter { !$0.isServed }
        output.errors +=
            refused.count > Self.mostRefused ? [Self.refusal(of: refused)] : refused.map(CommandError.withheld)
        guard !refused.isEmpty, refused.count == sources.count else { return }
        output.isRefused = output.body?.records?.isEmpty ?? true
        if output.status == .done { output.status = .failed }
    }

    /// If more sources than this are refused, they share one sentence.
    private static let mostRefused = 5

    private static func refusal(of sources: [SourceStatus]) -> CommandError {
        let causes = CauseCount.text(sources.compactMap { $0.cause ?? $0.reason })
        let count = SourceCount.text(sources, of: sources)
        return CommandError(code: "no_rows", message: "no rows from \(count) because the cache is off: \(causes)")
    }

    /// Whether an output is empty because no source is enabled.
    private func lacksSources(_ output: CommandOutput) -> Bool {
        let registry = context.aggregator.registry
        guard registry.instances.isEmpty, !registry.disabled.isEmpty else { return false }
        guard let body = output.body, output.rows == nil else { return false }
        return body.records?.isEmpty ?? true && body.values?.rows.isEmpty ?? true
    }

    /// Whether an output without records must not pass for an honest one, because a queried source has no rows: its
    /// starter sample could not be stored.
    private func lacksSamples(_ output: CommandOutput) -> Bool {
        guard let body = output.body, output.rows == nil, body.records?.isEmpty ?? true else { return false }
        return body.requiredSources.contains(where: \.lacksSample)
    }

    /// Whether a source's rows are stale or a sample.
    private func isDoubtful(_ source: SourceStatus) -> Bool {
        source.phase != .disabled
            && (source.isStale || source.withholdsRows || source.origin == .starter || source.origin == nil)
    }
}

extension CommandError {
    /// The error that is the answer of a source whose rows may not be shown because the cache is off.
    static func withheld(_ source: SourceStatus) -> CommandError {
        let reason = source.reason.map { ": \($0)" } ?? ""
        return CommandError(
            code: "no_rows", message: "no rows from \(source.id) because the cache is off\(reason)", source: source.id)
    }
}

extension CommandContext {
    /// Checks the selected columns against those of an answer, or else against all columns, including those that only
    /// its rows have.
    ///
    /// - Throws: A usage error that suggests the closest column.
    func checkColumns(
        _ choice: ColumnChoice?, for declaration: CommandDeclaration, among own: [String]? = nil,
        rows: [RecordsAnswer.Row] = []
    ) throws(CommandError) {
        guard let columns = choice?.names else { return }
        let fields = aggregator.registry.instances.flatMap { $0.dataSource.columns.map(\.name) }
        let known = own ?? AnswerTable.ownColumns + fields + fields.map(RecordColumns.selecting)
        let unlisted = columns.filter { !known.contains($0) }
        guard let unknown = unlisted.first(where: { name in !rows.contains { $0.record[name] != nil } }) else { return }
        var hint = Nearest.hint(to: unknown, among: known)
        if hint.isEmpty {
            hint = own.map { "; the columns are \($0.joined(separator: ", "))" } ?? "; “schema” lists the columns"
        }
        throw .usage("unknown column \(Quoted.text(unknown))\(hint)", help: declaration)
    }
}
