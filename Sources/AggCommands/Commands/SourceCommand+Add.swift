import AggCore
import AggSource
import AggStorage
import Foundation

extension SourceCommand {
    /// Finds out what a text leads to, and adds it as a source.
    func add(_ words: [String], id: String?, _ context: CommandContext) async throws -> CommandOutput {
        let kind = try kind(words[0], context)
        let text = Self.address(words.dropFirst().joined(separator: " "))
        let discovery: Discovery
        let trace = RequestTrace()
        do {
            discovery = try await context.aggregator.discover(kind, text, trace)
        } catch .cancelled {
            throw CommandError.interrupted
        } catch let error {
            let place = trace.address(of: error).map { " at \($0)" } ?? ""
            throw CommandError(code: error.code, message: "no source was added: \(error.reason())\(place)")
        }
        let added = try await context.aggregator.add(discovery, of: kind, as: id ?? discovery.id)
        let source = added.source
        let message = "Added \(source.id) (\(source.kind)) in \(added.file); refresh \(source.id) fetches its records."
        return try await report([message], of: [source.id], findings: discovery.findings, context)
    }

    /// What became of the sources, with their statuses.
    func report(
        _ messages: [String], of ids: [SourceID], findings: [String] = [], _ context: CommandContext
    ) async throws -> CommandOutput {
        let statuses = try await context.aggregator.statuses(usesCache: context.session.settings.usesCache)
            .filter { ids.contains($0.id) }
        return CommandOutput(SourceReport(messages: messages, findings: findings, about: statuses))
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

    private func kind(_ name: String, _ context: CommandContext) throws -> any DataSource.Type {
        let kinds = context.aggregator.registry.kinds
        if let kind = kinds.first(where: { $0.kind.description == name }) { return kind }
        let names = kinds.map { $0.kind.description }.sorted()
        let hint = Nearest.hint(to: name, among: names)
        throw CommandError.usage(
            "there is no kind “\(name)”\(hint.isEmpty ? "; the kinds are \(names.joined(separator: ", "))" : hint)")
    }
}
