import AggCore
import AggSource
import AggStorage
import Foundation

extension SourceCommand {
    /// What `source add` is asked for.
    struct AddRequest {
        /// The words behind the verb.
        let words: [String]
        /// The id that is wished for; nil for the one that the kind proposes.
        let id: String?
        /// Values of parameters that are given in advance.
        let given: [String: String]
        /// Whether nothing is to be added.
        let isDryRun: Bool
    }

    /// Finds out what a text leads to, shows it, and adds it as a source, if nobody at the prompt says no.
    func add(_ request: AddRequest, _ context: CommandContext) async throws -> CommandOutput {
        let (kind, text) = try address(request.words, context)
        if request.id == nil, let same = context.aggregator.source(at: text) { throw Self.exists(same) }
        let found = try await find(text, kind, request.given, context)
        if request.id == nil, let same = context.aggregator.source(like: found) { throw Self.exists(same) }
        let id = request.id ?? found.discovery.id
        if request.isDryRun {
            let message = "Nothing was added; without --dry-run it is added as “\(id)”."
            return CommandOutput(SourceReport(messages: [message], found: found.discovery, about: []))
        }
        let isAsked = context.prompter != nil && !found.discovery.columns.isEmpty
        if let prompter = context.prompter, isAsked {
            let question = SourceReport.text(of: found.discovery) + "Add it as “\(id)”?"
            guard await prompter.choose(question, among: ["yes", "no"]) == "yes" else {
                return CommandOutput(SourceReport(messages: ["Nothing was added."], about: []))
            }
        }
        let added = try await context.aggregator.add(found.discovery, of: found.kind, as: id)
        let source = added.source
        let message = "Added \(source.id) (\(source.kind)) in \(added.file); refresh \(source.id) fetches its records."
        return try await report([message], of: [source.id], found: isAsked ? nil : found.discovery, context)
    }

    func find(
        _ text: String, _ kind: any DataSource.Type, _ given: [String: String], _ context: CommandContext
    ) async throws -> FoundSource {
        let trace = RequestTrace()
        do {
            return try await context.aggregator.discovery(text, as: kind, given: given, trace)
        } catch .cancelled {
            throw CommandError.interrupted
        } catch let error {
            let place = trace.address(of: error).map { " at \($0)" } ?? ""
            throw CommandError(code: error.code, message: "no source was added: \(error.reason())\(place)")
        }
    }

    private static func exists(_ source: SourceInstance) -> CommandError {
        CommandError(
            code: "exists",
            message:
                "this is already the source “\(source.id)”; refresh \(source.id) fetches it, and --id adds it again "
                + "under another id")
    }

    /// The kind and the address that the words name; the kind by the address if none is named.
    func address(
        _ words: [String], _ context: CommandContext
    ) throws -> (any DataSource.Type, String) {
        let kinds = context.aggregator.registry.kinds
        if let kind = kinds.first(where: { $0.kind.description == words[0] }) {
            guard words.count > 1 else {
                throw CommandError.usage("source add needs more words; usage: \(Verb.add.usage)")
            }
            return (kind, Self.address(Self.text(of: Array(words.dropFirst()))))
        }
        let whole = words.joined(separator: " ")
        var text = whole
        if Self.isFile(HomePath.expanded(whole)) {
            text = URL(fileURLWithPath: HomePath.expanded(whole)).absoluteString
        } else if !whole.contains("://"), let host = whole.split(separator: "/").first, whole.contains("/"),
            host.contains("."), host.first != "."
        {
            text = "https://" + whole
        }
        if let kind = context.aggregator.kind(recognizing: text) { return (kind, text) }
        let names = kinds.map { $0.kind.description }.sorted()
        let hint = Nearest.hint(to: words[0], among: names)
        guard hint.isEmpty || whole.contains("/") || whole.contains(".") else {
            throw CommandError.usage("there is no kind “\(words[0])”\(hint)")
        }
        throw CommandError.usage(
            "there is no file “\(whole)”, and no kind “\(words[0])”; the kinds are \(names.joined(separator: ", "))")
    }

    /// What became of the sources, with their statuses.
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

    /// The words as one text; among several, those with a blank or a quote are quoted, so that a program gets them whole.
    private static func text(of words: [String]) -> String {
        if words.count == 1 { return words[0] }
        return words.map { word in
            guard word.contains(where: { $0.isWhitespace || "'\"".contains($0) }) else { return word }
            return "'" + word.replacing("'", with: #"'"'"'"#) + "'"
        }.joined(separator: " ")
    }

    /// The text, or a file URL if it is the path of a file.
    private static func address(_ text: String) -> String {
        guard !text.contains("://") else { return text }
        let isPath = ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
        let path = HomePath.expanded(text)
        // A search may be the name of a folder, and hardly has an ending.
        guard isPath || path.contains(".") && isFile(path) else { return text }
        return URL(fileURLWithPath: path).absoluteString
    }

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
