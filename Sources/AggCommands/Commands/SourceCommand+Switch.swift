import AggCore
import AggSource
import AggStorage

extension SourceCommand {
    /// Removes an added source and its rows.
    func remove(_ text: String, _ context: CommandContext) async throws -> CommandOutput {
        let id = try configured(text, context)
        let favorites = await favorites(of: id, context)
        do { try await context.aggregator.remove(id) } catch {
            throw CommandError(error, source: id)
        }
        let kept = favorites == 0 ? "" : favorites == 1 ? "; its favorite stays" : "; its \(favorites) favorites stay"
        let rest = context.aggregator.registry[id] == nil ? "" : ". The built-in source of that id is back"
        return try await report(["Removed \(id) and its rows\(kept)\(rest)."], of: [id], context)
    }

    /// Switches a source on or off.
    func turn(_ text: String, on isOn: Bool, _ context: CommandContext) async throws -> CommandOutput {
        let id = try configured(text, context)
        let didChange: Bool
        do { didChange = try await context.aggregator.setEnabled(isOn, id) } catch {
            throw CommandError(error, source: id)
        }
        let message =
            switch (isOn, didChange) {
            case (true, true): "Enabled \(id)."
            case (true, false): "\(id) is enabled already."
            case (false, true): "Disabled \(id): its rows and favorites stay, and source enable \(id) brings it back."
            case (false, false): "\(id) is disabled already."
            }
        return try await report([message], of: [id], context)
    }

    private func favorites(of id: SourceID, _ context: CommandContext) async -> Int {
        let statuses = (try? await context.aggregator.statuses()) ?? []
        return statuses.first { $0.id == id }?.favorites ?? 0
    }

    /// The id of a configured source, enabled or not.
    func configured(_ text: String, _ context: CommandContext) throws -> SourceID {
        let registry = context.aggregator.registry
        let ids = (registry.instances + registry.disabled).map(\.id)
        if let id = ids.first(where: { $0.description == text }) { return id }
        let names = ids.map(\.description).sorted()
        let hint = Nearest.hint(to: text, among: names)
        throw CommandError.usage(
            "there is no source “\(text)”\(hint.isEmpty ? "; the sources are \(names.joined(separator: ", "))" : hint)")
    }
}
