import AggCore

/// What may stand in place of the word before the cursor, as far as the grammar and the local store know.
package struct CommandCompleter: Sendable {
    /// What fits, and where the text it takes the place of begins.
    package struct Proposal: Hashable, Sendable {
        /// The offset of the first character that is exchanged, in characters; the last one is before the cursor.
        package var start: Int
        /// The texts, written as the grammar wants them.
        package var candidates: [String]
    }

    private let context: CommandContext

    /// The most titles offered.
    private static let titleLimit = 200

    /// Makes a completer.
    package init(context: CommandContext) {
        self.context = context
    }

    /// Completes a line at a cursor, an offset in characters.
    package func complete(_ line: String, at cursor: Int) async -> Proposal {
        let typed = Array(line.prefix(cursor))
        let segment = typed.lastIndex(of: ";").map { $0 + 1 } ?? 0
        let words = Self.words(typed, from: segment)
        guard let current = words.last else { return Proposal(start: cursor, candidates: []) }
        if words.count == 1 { return matching(current, context.commands.commands.map { $0.declaration.name }) }
        guard let command = context.commands.command(named: words[0].text)?.declaration else {
            return Proposal(start: current.start, candidates: [])
        }
        if current.text.hasPrefix("--") { return matching(current, command.allOptions.map(\.name)) }
        let before = words[words.count - 2].text
        if let kind = command.allOptions.first(where: { $0.name == before })?.value?.kind {
            return await values(kind, current, words, command)
        }
        let place = Self.plain(words.dropFirst().dropLast(), command).count
        let argument = command.arguments.indices.contains(place) ? command.arguments[place] : command.arguments.last
        guard let argument else { return Proposal(start: current.start, candidates: []) }
        return await values(argument.value, current, words, command)
    }

    private func values(
        _ kind: CommandDeclaration.Value, _ current: Part, _ words: [Part], _ command: CommandDeclaration
    ) async -> Proposal {
        switch kind {
        case .source: return matching(current, context.aggregator.registry.instances.map(\.id.description))
        case .command: return matching(current, context.commands.commands.map { $0.declaration.name })
        case .saved:
            return matching(current, ((try? await context.aggregator.savedSearches()) ?? []).map(\.name))
        case .setting: return matching(current, SettingDeclaration.all.map(\.name))
        case .choice(let words): return matching(current, words)
        case .record: return matching(current, context.session.lastRows.map(\.description))
        case .query: return await titles(current, words, command)
        case .text where command.name == "source":
            let registry = context.aggregator.registry
            let isAdding = words.count == 3 && words[1].text == "add"
            let ids = (registry.instances + registry.disabled).map(\.id.description)
            return matching(current, isAdding ? registry.kinds.map { $0.kind.description } : ids)
        case .text:
            let setting = SettingDeclaration.named(words[words.count - 2].text)
            return matching(current, command.name == "set" ? setting?.choices ?? [] : [])
        case .number, .file, .line: return Proposal(start: current.start, candidates: [])
        }
    }

    /// Titles that begin with all the words of the query so far, which they take the place of.
    private func titles(_ current: Part, _ words: [Part], _ command: CommandDeclaration) async -> Proposal {
        let query = Self.plain(words.dropFirst(), command)
        guard let first = query.first else { return Proposal(start: current.start, candidates: []) }
        let text = query.map(\.text).joined(separator: " ")
        guard text.contains(where: { !$0.isWhitespace }) else { return Proposal(start: current.start, candidates: []) }
        let ids = context.aggregator.registry.instances.map(\.id)
        let titles = (try? await context.aggregator.titles(startingWith: text, in: ids, limit: Self.titleLimit)) ?? []
        return Proposal(start: first.start, candidates: titles.map(GrammarText.escaped))
    }

    private func matching(_ current: Part, _ candidates: [String]) -> Proposal {
        Proposal(start: current.start, candidates: candidates.filter { $0.hasPrefix(current.text) }.sorted())
    }

    /// A word of the line and where it begins.
    private struct Part {
        var text: String
        var start: Int
    }

    /// The words of a command up to the cursor; the last one is the word being typed, perhaps empty.
    private static func words(_ typed: [Character], from segment: Int) -> [Part] {
        var parts: [Part] = []
        var index = segment
        while index < typed.count {
            while index < typed.count, typed[index].isWhitespace { index += 1 }
            let start = index
            while index < typed.count, !typed[index].isWhitespace { index += 1 }
            if start < index { parts.append(Part(text: String(typed[start..<index]), start: start)) }
        }
        if typed.last?.isWhitespace ?? true || parts.isEmpty { parts.append(Part(text: "", start: typed.count)) }
        return parts
    }

    /// The words that are neither options nor their values.
    private static func plain(_ words: ArraySlice<Part>, _ command: CommandDeclaration) -> [Part] {
        var rest = words
        var plain: [Part] = []
        while let word = rest.popFirst() {
            if let option = command.allOptions.first(where: { $0.name == word.text }) {
                if option.value != nil { rest = rest.dropFirst() }
            } else if !word.text.hasPrefix("--") {
                plain.append(word)
            }
        }
        return plain
    }
}
