import AggCore
import AggFiles
import AggSearch
import AggSource
import AggStorage
import Foundation

/// The possible words for a value, from the declarations, the configuration, and the local store: what Tab offers at
/// the prompt and in a shell.
struct CompletionProvider {
    let commands: CommandRegistry
    let registry: SourceRegistry
    /// The store; nil if absent.
    let aggregator: Aggregator?
    var lastRows: [RecordAddress] = []

    /// The maximum number of a source's keys to offer.
    private static let keyLimit = 200

    /// Some matching words.
    struct Found: Sendable {
        var words: [CompletionCandidate]
        /// Whether there are more; their common prefix is then meaningless.
        var isCut = false
    }

    /// The words that start with the typed text, in order; `before` has the plain words after the command.
    ///
    /// Does not cover files, views, and titles in a query.
    func words(
        for value: CommandDeclaration.Value, typed: String, behind before: [String] = []
    ) async -> Found {
        let mayBeAddress = [.place, .sourceOrRecord].contains(value) && typed.contains(":")
        if value == .record || mayBeAddress { return await addresses(typed) }
        if value == .query || value == .place, let aggregator {
            let query = [TypedWords.Part(text: typed, start: 0)]
            return await QueryCompletion(aggregator: aggregator, query: query, sources: []).words()
        }
        if value == .favorite { return Found(words: Self.fitting(Self.plain(await favorites()), typed)) }
        return Found(words: Self.fitting(await all(value, typed, before), typed))
    }

    /// The parameters of a saved search that start with the typed text and have no value yet, each with an equals sign;
    /// `before` has the name of the search and the words after it.
    func parameters(behind before: [String], typed: String) async -> [CompletionCandidate] {
        guard let name = before.first,
            let search = ((try? await aggregator?.savedSearches()) ?? []).first(where: { $0.name == name }),
            let words = CommandLine(search.line).commands.first
        else { return [] }
        let candidates = SavedParameters(words).parameters.map { parameter in
            CompletionCandidate(
                text: parameter.name + "=", help: parameter.standard.map { "default: \($0)" } ?? "required")
        }
        return candidates.filter { candidate in
            candidate.text.hasPrefix(typed) && !before.contains { $0.hasPrefix(candidate.text) }
        }
    }

    private static func fitting(_ words: [CompletionCandidate], _ typed: String) -> [CompletionCandidate] {
        words.filter { $0.text.hasPrefix(typed) }.sorted { $0.text < $1.text }
    }

    private func all(
        _ value: CommandDeclaration.Value, _ typed: String, _ before: [String]
    ) async -> [CompletionCandidate] {
        switch value {
        case .source, .sourceOrRecord: Self.ids(registry.instances)
        case .addedSource: Self.ids(added(typed))
        case .disabledSource: Self.ids(registry.disabled)
        case .anySource: Self.ids(registry.instances + registry.disabled)
        case .kind: kinds
        case .sourceOrFile:
            Self.ids(registry.instances + registry.disabled) + Self.plain(FileNames.paths(startingWith: typed))
        case .kindOrFile: kinds + Self.plain(FileNames.paths(startingWith: typed))
        case .command:
            commandNames(typed)
        case .setting: SettingDeclaration.all.map { CompletionCandidate(text: $0.name, help: $0.summary) }
        case .settingValue: Self.plain(before.last.flatMap(SettingDeclaration.named)?.choices ?? [])
        case .saved: Self.plain(((try? await aggregator?.savedSearches()) ?? []).map(\.name))
        case .tag: Self.plain((try? await aggregator?.tags()) ?? [])
        case .choice(let words), .suggestion(let words): Self.plain(words)
        case .columns:
            Self.columns(
                AnswerTable.ownColumns
                    + registry.instances.flatMap { $0.dataSource.columns.map { RecordColumns.selecting($0.name) } },
                typed)
        case .countedColumn: Self.plain(Array(Set(countedColumns)))
        case .countedColumns: Self.columns(countedColumns, typed)
        case .limit: Self.plain([LimitOption.all])
        case .file, .folder, .query, .view, .place, .record, .favorite, .text, .distance, .number, .line: []
        }
    }

    /// The names of commands; other names for them only if no name starts with the typed text.
    ///
    /// They are offered the way they are typed: with a leading dot if there was one.
    private func commandNames(_ typed: String) -> [CompletionCandidate] {
        let dot = typed.hasPrefix(".") ? "." : ""
        let declarations = commands.commands.map(\.declaration)
        let names = declarations.map { CompletionCandidate(text: dot + $0.name, help: $0.summary) }
        guard !names.contains(where: { $0.text.hasPrefix(typed) }) else { return names }
        return declarations.flatMap { declaration in
            declaration.aliases.map { CompletionCandidate(text: dot + $0, help: declaration.summary) }
        }
    }

    /// The sources that can be removed; without a store, all that may be.
    private func added(_ typed: String) -> [SourceInstance] {
        (registry.instances + registry.disabled).filter { instance in
            guard instance.id.description.hasPrefix(typed) else { return false }
            guard let aggregator else { return true }
            return ((try? aggregator.file(of: instance.id)) ?? nil) != nil
        }
    }

    private var kinds: [CompletionCandidate] {
        registry.kinds.map { CompletionCandidate(text: $0.kind.description, help: $0.summary) }
    }

    private var countedColumns: [String] {
        FacetColumn.Common.allCases.map(\.rawValue) + registry.instances.flatMap { $0.dataSource.columns.map(\.name) }
    }

    /// Column names after the last comma of a list.
    static func columns(_ names: [String], _ typed: String) -> [CompletionCandidate] {
        var done = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
        if typed.dropFirst(done.count).hasPrefix("+") { done += "+" }
        return Set(names).map { CompletionCandidate(text: done + $0) }
    }

    private static func ids(_ instances: [SourceInstance]) -> [CompletionCandidate] {
        plain(instances.map(\.id.description))
    }

    private static func plain(_ texts: [String]) -> [CompletionCandidate] {
        texts.map { CompletionCandidate(text: $0) }
    }

    private func favorites() async -> [String] {
        ((try? await aggregator?.favorites().rows) ?? []).map(\.address.description)
    }

    /// The rows of the last answer and the favorites; after a source id, the addresses in the store.
    private func addresses(_ typed: String) async -> Found {
        var found = Set(lastRows.map(\.description))
        var isCut = false
        if !typed.isEmpty || found.isEmpty {
            found.formUnion(await favorites())
        }
        for instance in registry.instances where !typed.isEmpty {
            let start = "\(instance.id):"
            if typed.hasPrefix(start) {
                let keys =
                    (try? await aggregator?.values(
                        of: "key", startingWith: String(typed.dropFirst(start.count)), in: [instance.id],
                        limit: Self.keyLimit + 1)) ?? []
                isCut = keys.count > Self.keyLimit
                found.formUnion(keys.prefix(Self.keyLimit).map { start + $0 })
            } else if start.hasPrefix(typed) {
                found.insert(start)
            }
        }
        return Found(words: Self.fitting(Self.plain(Array(found)), typed), isCut: isCut)
    }
}

/// A candidate for the word before the cursor.
package struct CompletionCandidate: Hashable, Sendable {
    /// The text, without quoting or escaping.
    package var text: String
    /// A short description; empty if the text is self-explanatory.
    package var help = ""
}

/// Completes the names of files.
enum FileNames {
    /// The maximum number of names.
    private static let limit = 500

    /// The paths in order; folders end in a slash.
    ///
    /// Hidden files are offered only if their dot was typed; `~/` means the home folder and is kept as typed.
    static func paths(startingWith path: String, home: String? = HomePath.home) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = path.dropFirst(folder.count)
        let manager = FileManager.default
        let names =
            (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : HomePath.expanded(folder, home: home)))
            ?? []
        let found = names.filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) }.sorted()
        return found.prefix(limit).map { found in
            var isFolder: ObjCBool = false
            let path = folder + found
            let isThere = manager.fileExists(atPath: HomePath.expanded(path, home: home), isDirectory: &isFolder)
            return isThere && isFolder.boolValue ? path + "/" : path
        }
    }
}
