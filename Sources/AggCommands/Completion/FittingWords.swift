import AggCore

/// The words that fit a value, as far as the declarations, the configuration and the local store know: what Tab offers at
/// the prompt and in a shell.
struct FittingWords {
    let commands: CommandRegistry
    let registry: SourceRegistry
    /// What answers for the store; nil where there is none.
    let aggregator: Aggregator?
    /// The rows of the last answer.
    var lastRows: [RecordAddress] = []

    /// The most keys of a source offered.
    private static let keyLimit = 200

    /// The words that begin as the typed text does, ordered; `before` are the plain words behind the command.
    ///
    /// Files and the words of a query are not known here.
    func words(
        for value: CommandDeclaration.Value, typed: String, behind before: [String] = []
    ) async -> [CompletionCandidate] {
        await all(value, typed, before).filter { $0.text.hasPrefix(typed) }.sorted { $0.text < $1.text }
    }

    private func all(
        _ value: CommandDeclaration.Value, _ typed: String, _ before: [String]
    ) async -> [CompletionCandidate] {
        switch value {
        case .source: Self.ids(registry.instances)
        case .disabledSource: Self.ids(registry.disabled)
        case .anySource: Self.ids(registry.instances + registry.disabled)
        case .kind: registry.kinds.map { CompletionCandidate(text: $0.kind.description, help: $0.summary) }
        case .command:
            // They are offered as they are typed: with a leading dot where one was.
            commands.commands.map {
                CompletionCandidate(
                    text: (typed.hasPrefix(".") ? "." : "") + $0.declaration.name, help: $0.declaration.summary)
            }
        case .setting: SettingDeclaration.all.map { CompletionCandidate(text: $0.name, help: $0.summary) }
        case .settingValue: Self.plain(before.last.flatMap(SettingDeclaration.named)?.choices ?? [])
        case .saved: Self.plain(((try? await aggregator?.savedSearches()) ?? []).map(\.name))
        case .choice(let words), .suggestion(let words): Self.plain(words)
        case .record: Self.plain(await addresses(typed))
        case .columns:
            Self.columns(
                AnswerTable.ownColumns + registry.instances.flatMap { $0.dataSource.columns.map(\.name) }, typed)
        case .file, .folder, .query, .text, .number, .line: []
        }
    }

    /// Names of columns behind the last comma of a list of them.
    static func columns(_ names: [String], _ typed: String) -> [CompletionCandidate] {
        let done = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
        return Set(names).map { CompletionCandidate(text: done + $0) }
    }

    private static func ids(_ instances: [SourceInstance]) -> [CompletionCandidate] {
        plain(instances.map(\.id.description))
    }

    private static func plain(_ texts: [String]) -> [CompletionCandidate] {
        texts.map { CompletionCandidate(text: $0) }
    }

    /// The rows of the last answer and the favorites; behind the id of a source, all addresses of the store.
    private func addresses(_ typed: String) async -> [String] {
        var addresses = lastRows.map(\.description)
        guard !typed.isEmpty else { return addresses }
        addresses += ((try? await aggregator?.favorites().rows) ?? []).map(\.address.description)
        for instance in registry.instances {
            let start = "\(instance.id):"
            if typed.hasPrefix(start) {
                let keys = try? await aggregator?.values(
                    of: "key", startingWith: String(typed.dropFirst(start.count)), in: [instance.id],
                    limit: Self.keyLimit)
                addresses += (keys ?? []).map { start + $0 }
            } else if start.hasPrefix(typed) {
                addresses.append(start)
            }
        }
        return Array(Set(addresses))
    }
}
