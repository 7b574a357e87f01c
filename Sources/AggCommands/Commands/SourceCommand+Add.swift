import AggCore
import AggFiles
import AggSource
import AggStorage
import Foundation

extension SourceCommand {
    /// A request to add a source.
    struct AddRequest {
        /// The words after the verb.
        let words: [String]
        /// The requested id; nil for the one that the kind proposes.
        let id: String?
        /// The values of parameters that need not be detected.
        let given: [String: String]
        /// Whether to only show what would be added.
        let isDryRun: Bool
    }

    /// Discovers what a text refers to, shows it, and adds it as a source unless the user declines.
    func add(_ request: AddRequest, _ context: CommandContext) async throws -> CommandOutput {
        let (kind, text) = try address(request.words, context)
        if request.id == nil, let same = context.aggregator.source(at: text) { throw Self.exists(same) }
        let found = try await find(text, kind, request.given, context)
        if request.id == nil, let same = context.aggregator.source(like: found) { throw Self.exists(same) }
        let proposed = Self.id(of: found)
        let id = try request.id ?? context.aggregator.freeID(like: proposed)
        let notes = request.id == nil && id != proposed ? ["A source “\(proposed)” already exists."] : []
        let isAsked = context.prompter != nil
        // Neither a dry run nor the question may offer what would be refused.
        if request.isDryRun || isAsked {
            try context.aggregator.check(found.discovery, of: found.kind, as: id)
        }
        if request.isDryRun {
            let message = "Nothing was added. Without --dry-run, the source would be added as “\(id)”."
            return CommandOutput(SourceReport(messages: notes + [message], found: found.discovery, about: []))
        }
        if let prompter = context.prompter {
            let question =
                SourceReport.text(of: found.discovery) + (notes + ["Add it as “\(id)”?"]).joined(separator: " ")
            guard await prompter.choose(question, among: ["yes", "no"]) == "yes" else {
                return CommandOutput(SourceReport(messages: ["Nothing was added."], about: []))
            }
        }
        if Task.isCancelled { throw CommandError.interrupted }
        let added = try await context.aggregator.add(found.discovery, of: found.kind, as: id)
        let source = added.source
        let message = "Added \(source.id) (\(source.kind)) in \(added.file)"
        let shown = isAsked ? nil : found.discovery
        guard context.prompter != nil else {
            let hint = "; run “refresh \(source.id)” to fetch its records."
            return try await report(notes + [message + hint], of: [source.id], found: shown, context)
        }
        // Whoever adds a source at a prompt wants to see its records next.
        let outcomes = try await RefreshRun(instances: [source], isForced: false, context: context).outcomes()
        let errors = outcomes.compactMap { $0.failure(usesCache: context.session.settings.usesCache) }
        let contents = outcomes.first { $0.error == nil }.map { " with \(RecordCount.text($0.records))" } ?? ""
        var output = try await report([message + contents + "."], of: [source.id], found: shown, context)
        output.errors = errors
        return output
    }

    /// The proposed id; with the kind if it is the name of a view in SQL.
    private static func id(of found: FoundSource) -> String {
        let id = found.discovery.id
        return SQLViews.commonNames.contains(id) ? "\(id)-\(found.kind.kind)" : id
    }

    func find(
        _ text: String, _ kind: any DataSource.Type, _ given: [String: String], _ context: CommandContext,
        failure: String = "no source was added"
    ) async throws -> FoundSource {
        let trace = RequestTrace()
        let name = Self.shownName(of: text) ?? SourceID(kind.kind.description)
        let progress = ProgressReporter { step in if let name { context.progress(.progressed(name, step)) } }
        defer { if let name { context.progress(.inspected(name)) } }
        do {
            return try await context.aggregator.discovery(text, as: kind, given: given, trace, progress: progress)
        } catch .cancelled {
            throw CommandError.interrupted
        } catch let error {
            throw CommandError(code: error.code, message: "\(failure): \(error.reason(at: trace.address(of: error)))")
        }
    }

    /// The name of a file or a page to show with the progress; nil if it has none.
    private static func shownName(of text: String) -> SourceID? {
        let name = text.split { "/?".contains($0) }.last.map { $0.prefix { $0 != "." } } ?? ""
        return SourceID(name.lowercased().replacing("_", with: "-"))
    }

    private static func exists(_ source: SourceInstance) -> CommandError {
        CommandError(
            code: "exists",
            message:
                "already added as “\(source.id)”; run “refresh \(source.id)” to fetch it, or use --id to add it again "
                + "under another id")
    }

    /// The kind and the URL or text in the words; without a kind, the one that recognizes the text.
    func address(
        _ words: [String], _ context: CommandContext
    ) throws -> (any DataSource.Type, String) {
        let kinds = context.aggregator.registry.kinds
        if let kind = kinds.first(where: { $0.kind.description == words[0] }) {
            guard words.count > 1 else {
                throw CommandError.usage("usage: \(Verb.add.usage)")
            }
            let text = Self.text(of: Array(words.dropFirst()))
            // The arguments of a program must not be taken for parts of a path.
            return (kind, kind.parameters.contains { $0.namesProgram && $0.kind == .list } ? text : Self.address(text))
        }
        let whole = words.joined(separator: " ")
        var text = whole
        if Self.isFile(HomePath.expanded(whole)) {
            text = URL(fileURLWithPath: HomePath.expanded(whole)).absoluteString
        } else if !whole.contains("://"), !whole.hasPrefix("/"), whole.contains("/"),
            let host = whole.split(separator: "/").first, host.contains("."), host.first != "."
        {
            text = "https://" + whole
        }
        if let kind = context.aggregator.kind(recognizing: text) { return (kind, text) }
        throw Self.unknown(words, kinds.map { $0.kind.description }.sorted())
    }

    /// The error for words that are neither a file nor a URL, and do not start with a kind.
    private static func unknown(_ words: [String], _ kinds: [String]) -> CommandError {
        let whole = words.joined(separator: " ")
        let path = HomePath.expanded(whole)
        if FileManager.default.fileExists(atPath: path) {
            return .usage("“\(whole)” is a folder; specify a file")
        }
        let hint = Nearest.hint(to: words[0], among: kinds)
        let isPath = ["/", "./", "../", "~/"].contains { whole.hasPrefix($0) }
        guard isPath || whole.contains(".") && hint.isEmpty else {
            guard hint.isEmpty else { return .usage("unknown kind “\(words[0])”\(hint)") }
            return .usage(
                "“\(words[0])” is neither a file nor a kind of source; the kinds are \(kinds.joined(separator: ", "))")
        }
        return .usage("no such file “\(whole)”\(Self.neighbor(of: path))")
    }

    /// The file in the same folder whose name is most like that of a missing one, as a hint.
    private static func neighbor(of path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return Nearest.hint(to: url.lastPathComponent, among: files.sorted())
    }

    /// Reports what happened to the sources, with their statuses.
    func report(
        _ messages: [String], of ids: [SourceID], findings: [String] = [], found: Discovery? = nil,
        _ context: CommandContext
    ) async throws -> CommandOutput {
        let statuses = try await context.aggregator.statuses(usesCache: context.session.settings.usesCache)
            .filter { ids.contains($0.id) }
        var report = SourceReport(messages: messages, found: found, about: statuses)
        report.findings += findings
        return CommandOutput(report)
    }

    /// Joins the words; if there are several, empty ones and those with a blank or a quote are quoted so a program
    /// receives them whole.
    private static func text(of words: [String]) -> String {
        if words.count == 1 { return words[0] }
        return words.map { word in
            guard word.isEmpty || word.contains(where: { $0.isWhitespace || "'\"".contains($0) }) else { return word }
            return "'" + word.replacingEach("'", with: #"'"'"'"#) + "'"
        }.joined(separator: " ")
    }

    /// The text, or a file URL if it is the path of a file.
    private static func address(_ text: String) -> String {
        guard !text.contains("://") else { return text }
        let isPath = ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
        let path = HomePath.expanded(text)
        // A search text may equal the name of a folder, but hardly ever has a file extension.
        guard isPath || path.contains(".") && isFile(path) else { return text }
        return URL(fileURLWithPath: path).absoluteString
    }

    static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
