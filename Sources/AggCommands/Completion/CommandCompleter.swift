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

    /// The most keys of a source offered.
    private static let keyLimit = 200

    /// Makes a completer.
    package init(context: CommandContext) {
        self.context = context
    }

    /// Completes a line at a cursor, an offset in characters.
    package func complete(_ line: String, at cursor: Int) async -> Proposal {
        let words = TypedWords(line.prefix(cursor)).parts
        guard let current = words.last else { return Proposal(start: cursor, candidates: []) }
        if words.count == 1 { return matching(current, commandNames(for: current)) }
        if words[words.count - 2].text == ">" { return files(current) }
        guard let command = context.commands.command(named: words[0].text)?.declaration else {
            return Proposal(start: current.start, candidates: [])
        }
        if current.text.hasPrefix("--") { return matching(current, command.allOptions.map(\.name)) }
        let before = words[words.count - 2].text
        if command.name == "sql", before == "--columns" { return await columns(current, ofViewsIn: line) }
        if let kind = command.allOptions.first(where: { $0.name == before })?.value?.kind {
            return await values(kind, current, words, command)
        }
        if command.name == "sql" { return await sql(line, from: words[1].start, to: cursor) }
        let plain = Self.plain(words.dropFirst().dropLast(), command)
        if command.name == "changes" { return matching(current, changes(behind: plain.map(\.text))) }
        let place = plain.count
        let argument = command.arguments.indices.contains(place) ? command.arguments[place] : command.arguments.last
        guard let argument, place < command.arguments.count || argument.isRepeated else {
            return Proposal(start: current.start, candidates: [])
        }
        return await values(argument.value, current, words, command)
    }

    private func values(
        _ kind: CommandDeclaration.Value, _ current: Part, _ words: [Part], _ command: CommandDeclaration
    ) async -> Proposal {
        let registry = context.aggregator.registry
        switch kind {
        case .source: return matching(current, registry.instances.map(\.id.description))
        case .command:
            let pages = command.name == "help" ? [HelpCommand.keys] : []
            return matching(current, commandNames(for: current) + pages)
        case .saved:
            return matching(current, ((try? await context.aggregator.savedSearches()) ?? []).map(\.name))
        case .file: return files(current)
        case .setting: return matching(current, SettingDeclaration.all.map(\.name))
        case .choice(let words): return matching(current, words)
        case .record: return await records(current)
        case .query: return await query(words, command)
        case .text where command.name == "source" && words[1].text == "import": return files(current)
        case .text where command.name == "source":
            let isAdding = words.count == 3 && words[1].text == "add"
            let ids = (registry.instances + registry.disabled).map(\.id.description)
            return matching(current, isAdding ? registry.kinds.map { $0.kind.description } : ids)
        case .text where words[words.count - 2].text == "--columns": return columns(current)
        case .text:
            let setting = SettingDeclaration.named(words[words.count - 2].text)
            return matching(current, command.name == "set" ? setting?.choices ?? [] : [])
        case .number, .line: return Proposal(start: current.start, candidates: [])
        }
    }

    /// What goes on behind words of `changes`: a source, “since”, and then how far back.
    private func changes(behind words: [String]) -> [String] {
        switch words.count {
        case 0: context.aggregator.registry.instances.map(\.id.description) + ["since"]
        case 1...2 where words.last == "since": ["today", "yesterday", "1h", "1d", "7d", "30d"]
        case 1: ["since"]
        default: []
        }
    }

    /// Views, and the columns of the views named in a statement, which begins at an offset of the line.
    private func sql(_ line: String, from start: Int, to cursor: Int) async -> Proposal {
        let views = (try? await context.views().views) ?? []
        let before = line.prefix(cursor).dropFirst(start)
        let proposal = SQLCompletion(views, before: before, behind: line.dropFirst(cursor)).proposal
        return Proposal(start: cursor - proposal.length, candidates: proposal.candidates)
    }

    /// The names of the commands, as they are typed: with a leading dot where one was.
    private func commandNames(for current: Part) -> [String] {
        let dot = current.text.hasPrefix(".") ? "." : ""
        return context.commands.commands.map { dot + $0.declaration.name }
    }

    private func query(_ words: [Part], _ command: CommandDeclaration) async -> Proposal {
        var plain = Self.plain(words.dropFirst(), command)
        var sources = zip(words, words.dropFirst()).filter { $0.0.text == "--source" }.map(\.1.text)
        sources += plain.filter { $0.text.hasPrefix("source:") }.map { String($0.text.dropFirst("source:".count)) }
        for argument in command.arguments where argument.value == .source && plain.count > 1 {
            sources.append(plain.removeFirst().text)
        }
        return await QueryCompletion(aggregator: context.aggregator, query: plain, sources: sources).proposal()
    }

    /// The rows of the last answer and the favorites; behind the id of a source, all addresses of the store.
    private func records(_ current: Part) async -> Proposal {
        let text = current.text
        var addresses = context.session.lastRows.map(\.description)
        if !text.isEmpty {
            let favorites = try? await context.aggregator.favorites().rows.map(\.address.description)
            addresses += favorites ?? []
            for instance in context.aggregator.registry.instances {
                let start = "\(instance.id):"
                if text.hasPrefix(start) {
                    let keys = try? await context.aggregator.values(
                        of: "key", startingWith: String(text.dropFirst(start.count)), in: [instance.id],
                        limit: Self.keyLimit)
                    addresses += (keys ?? []).map { start + $0 }
                } else if start.hasPrefix(text) {
                    addresses.append(start)
                }
            }
        }
        let matching = Set(addresses.filter { $0.hasPrefix(text) }).sorted()
        return Proposal(start: current.start, candidates: matching.map(Self.escaped))
    }

    private func files(_ current: Part) -> Proposal {
        Proposal(
            start: current.start, candidates: FileNames.paths(startingWith: current.text).map(Self.escaped))
    }

    /// The names of columns, behind the last comma of a list of them.
    private func columns(_ current: Part) -> Proposal {
        let fields = context.aggregator.registry.instances.flatMap { $0.dataSource.columns.map(\.name) }
        return columns(current, AnswerTable.ownColumns + fields)
    }

    /// The names of columns of the views that a statement names.
    private func columns(_ current: Part, ofViewsIn line: String) async -> Proposal {
        let views = (try? await context.views().views) ?? []
        return columns(current, SQLCompletion(views, before: line, behind: "").columns)
    }

    private func columns(_ current: Part, _ names: [String]) -> Proposal {
        let done = current.text.lastIndex(of: ",").map { String(current.text[...$0]) } ?? ""
        return matching(current, Set(names).map { done + $0 })
    }

    private func matching(_ current: Part, _ candidates: [String]) -> Proposal {
        Proposal(start: current.start, candidates: candidates.filter { $0.hasPrefix(current.text) }.sorted())
    }

    private typealias Part = TypedWords.Part

    /// A text as one word, its blanks escaped, so that it can be typed on.
    private static func escaped(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { GrammarText.escaped(String($0)) }
            .joined(separator: "\\ ")
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
