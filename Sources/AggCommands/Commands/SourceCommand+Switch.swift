import AggCore
import AggSource
import AggStorage

extension SourceCommand {
    /// Removes an added source and its rows.
    func remove(_ text: String, _ context: CommandContext) async throws -> CommandOutput {
        let id = try configured(text, context)
        let favorites = await favorites(of: id, context)
        let refusal: StoreError?
        do { refusal = try await context.aggregator.remove(id) } catch {
            throw CommandError(error, source: id)
        }
        let kept =
            switch favorites {
            case 0: ""
            case 1: "; kept its one favorite"
            default: "; kept its \(favorites) favorites"
            }
        let rest = context.aggregator.registry[id] == nil ? "" : ". The built-in source with that id is available again"
        guard let reason = refusal?.reason else {
            return try await report(["Removed \(id) and its rows\(kept)\(rest)."], of: [id], context)
        }
        let removed = "Removed \(id) from your configuration\(kept)\(rest)."
        return try await report([removed, "The server keeps its rows: \(reason)."], of: [id], context)
    }

    /// Enables or disables a source.
    func turn(_ text: String, on isOn: Bool, _ context: CommandContext) async throws -> CommandOutput {
        let id = try configured(text, context)
        let didChange: Bool
        do { didChange = try await context.aggregator.setEnabled(isOn, id) } catch {
            throw CommandError(error, source: id)
        }
        let message =
            switch (isOn, didChange) {
            case (true, true): "Enabled \(id)."
            case (true, false): "\(id) is already enabled."
            case (false, true):
                "Disabled \(id); its rows and favorites are kept. Run “source enable \(id)” to enable it again."
            case (false, false): "\(id) is already disabled."
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
        // If the configuration has a fault, its sources are unknown, but their files can be shown and edited.
        if context.unusable != nil, let id = SourceID(text), try context.aggregator.file(of: id) != nil { return id }
        throw CommandError.usage("unknown source “\(text)”\(Nearest.hint(toName: text, among: ids.map(\.description)))")
    }
}
