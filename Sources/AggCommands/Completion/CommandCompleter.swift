import AggCore
import AggStorage

/// Completes the word before the cursor, using the grammar and the local store.
package struct CommandCompleter: Sendable {
    /// The candidates, and the start of the text they replace.
    package struct Proposal: Hashable, Sendable {
        /// The offset of the first replaced character; the replaced text ends at the cursor.
        package var start: Int
        /// The candidates, quoted or escaped as the grammar requires.
        package var candidates: [String]
        /// Whether there are more candidates; their common prefix is then meaningless.
        package var isCut = false
    }

    private let context: CommandContext

    package init(context: CommandContext) {
        self.context = context
    }

    /// Completes a line at a cursor, given as an offset in characters.
    package func complete(_ line: String, at cursor: Int) async -> Proposal {
        let words = TypedWords(line.prefix(cursor)).parts
        // After “|” comes a shell command, which cannot be completed here.
        guard let current = words.last, !words.contains(where: { $0.text == "|" && !$0.isQuoted }) else {
            return Proposal(start: cursor, candidates: [])
        }
        if words.count == 1 {
            return matching(current, await provider.words(for: .command, typed: current.text).words.map(\.text))
        }
        if [">", ">>"].contains(words[words.count - 2].text) { return files(current) }
        guard let command = context.commands.command(named: words[0].text)?.declaration else {
            return Proposal(start: current.start, candidates: [])
        }
        if let start = Self.nestedStart(words, command) {
            var proposal = await nested(line, from: words[start].start, to: cursor)
            if current.text.hasPrefix("--") {
                let names = command.innerOptions.map(\.name).filter { $0.hasPrefix(current.text) }
                proposal.candidates = (proposal.candidates + names).sorted()
            }
            return proposal
        }
        let before = words[words.count - 2].text
        if command.name == "sql", before == "--columns" { return await columns(current, ofViewsIn: line) }
        if let kind = Self.options(of: command).first(where: { $0.name == before })?.value?.kind {
            return await values(kind, current, words, command)
        }
        if current.text.hasPrefix("--") || (current.text == "-" && !command.takesCommand) {
            return await options(current, words, command)
        }
        if command.name == "sql" { return await sql(line, from: words[1].start, to: cursor) }
        let plain = Self.plain(words.dropFirst().dropLast(), command).map(\.text)
        // The only verb would be inserted at once, though a query is more likely.
        let isQuery = current.text.isEmpty && command.value(behind: plain) == .query
        let verbs = isQuery && command.forms.count == 1 ? [] : command.verbs(behind: plain)
        if command.name == RunCommand.name {
            // Parameters come before the titles in the store, of which there may be too many to list.
            let parameters = await provider.parameters(behind: plain, typed: current.text)
                .map { GrammarText.word($0.text) }
            if !parameters.isEmpty { return Proposal(start: current.start, candidates: parameters) }
        }
        guard let value = command.value(behind: plain) else { return matching(current, verbs) }
        var proposal = await values(value, current, words, command, behind: plain)
        let begun = verbs.filter { $0.hasPrefix(current.text) && !proposal.candidates.contains($0) }
        if !begun.isEmpty { proposal.candidates = (proposal.candidates + begun).sorted() }
        return proposal
    }

    /// Completes the last word of a query that is not part of a line, such as one typed into a web page.
    package func complete(query: String) async -> Proposal {
        await self.query(TypedWords(query, isQuery: true).parts, in: [])
    }

    /// The names of options; after `--name=`, the values of an option.
    private func options(_ current: Part, _ words: [Part], _ command: CommandDeclaration) async -> Proposal {
        let name = current.text.prefix { $0 != "=" }
        let options = Self.options(of: command)
        guard name.count < current.text.count else { return matching(current, options.map(\.name)) }
        guard let kind = options.first(where: { $0.name == name })?.value?.kind else {
            return Proposal(start: current.start, candidates: [])
        }
        let value = Part(
            text: String(current.text.dropFirst(name.count + 1)), start: current.start + name.count + 1)
        return await values(kind, value, words.dropLast() + [value], command)
    }

    private func values(
        _ kind: CommandDeclaration.Value, _ current: Part, _ words: [Part], _ command: CommandDeclaration,
        behind plain: [String] = []
    ) async -> Proposal {
        switch kind {
        case .file, .folder: return files(current)
        case .kindOrFile where current.isQuoted, .sourceOrFile where current.isQuoted: return files(current)
        case .query: return await query(words, command)
        case .place where !current.text.contains(":"): return await query([current], in: [])
        case .view:
            return matching(current, ((try? await context.views().views) ?? []).map(\.name))
        default:
            let found = await provider.words(for: kind, typed: current.text, behind: plain)
            return Proposal(
                start: current.start, candidates: found.words.map { GrammarText.word($0.text) }, isCut: found.isCut)
        }
    }

    /// The words of a command within a command, as in `save NAME COMMAND`.
    private func nested(_ line: String, from start: Int, to cursor: Int) async -> Proposal {
        var proposal = await complete(String(line.dropFirst(start)), at: cursor - start)
        proposal.start += start
        return proposal
    }

    private var provider: CompletionProvider {
        CompletionProvider(
            commands: context.commands, registry: context.aggregator.registry, aggregator: context.aggregator,
            lastRows: context.session.lastRows)
    }

    /// Views, and the columns of the views named in a statement, which starts at an offset in the line.
    private func sql(_ line: String, from start: Int, to cursor: Int) async -> Proposal {
        let views = (try? await context.views().views) ?? []
        let before = line.prefix(cursor).dropFirst(start)
        let proposal = SQLCompletion(views, before: before, behind: line.dropFirst(cursor)).proposal
        return Proposal(start: cursor - proposal.length, candidates: proposal.candidates)
    }

    private func query(_ words: [Part], _ command: CommandDeclaration) async -> Proposal {
        var plain = Self.plain(words.dropFirst(), command)
        var sources = zip(words, words.dropFirst()).filter { $0.0.text == "--source" }.map(\.1.text)
        var arguments = command.arguments
        if plain.count > 1, let form = command.forms.first(where: { $0.verb == plain[0].text }) {
            arguments = form.arguments
            plain.removeFirst()
        }
        for argument in arguments.prefix(while: { $0.value != .query }) where plain.count > 1 {
            let word = plain.removeFirst().text
            if argument.value == .source { sources.append(word) }
        }
        return await query(plain, in: sources, ofFavorites: command.name == FavoritesCommand.name)
    }

    /// The words of a query that searches only some sources; all if there are none.
    private func query(_ words: [Part], in sources: [String], ofFavorites: Bool = false) async -> Proposal {
        let named = words.filter { $0.text.hasPrefix("source:") }.map { String($0.text.dropFirst("source:".count)) }
        return await QueryCompletion(
            aggregator: context.aggregator, query: words, sources: sources + named, ofFavorites: ofFavorites
        ).proposal()
    }

    private func files(_ current: Part) -> Proposal {
        Proposal(
            start: current.start,
            candidates: FileNames.paths(startingWith: current.text).map { path in
                guard current.isQuoted else { return GrammarText.word(path) }
                // After a folder the path continues, so its quote stays open.
                let quoted = GrammarText.quoted(path)
                return path.hasSuffix("/") ? String(quoted.dropLast()) : quoted
            })
    }

    /// The names of the columns in the views that a statement names.
    private func columns(_ current: Part, ofViewsIn line: String) async -> Proposal {
        let views = (try? await context.views().views) ?? []
        let names = SQLCompletion(views, before: line, behind: "").columns
        return matching(current, CompletionProvider.columns(names, current.text).map(\.text))
    }

    private func matching(_ current: Part, _ candidates: [String]) -> Proposal {
        Proposal(start: current.start, candidates: candidates.filter { $0.hasPrefix(current.text) }.sorted())
    }

    private typealias Part = TypedWords.Part

    /// The options of a command, including those among the words of a nested command.
    private static func options(of command: CommandDeclaration) -> [any DeclaredOption] {
        command.allOptions + command.innerOptions
    }

    /// The index of the first word of a nested command; nil if there is none yet.
    private static func nestedStart(_ words: [Part], _ command: CommandDeclaration) -> Int? {
        guard let place = command.linePlace else { return nil }
        let options = Self.options(of: command)
        var count = 0
        var index = 1
        while index < words.count {
            let text = words[index].text
            if let option = options.first(where: { $0.name == text.prefix { $0 != "=" } }) {
                index += option.value != nil && option.name == text ? 2 : 1
            } else if count < place {
                count += 1
                index += 1
            } else {
                // The last word may also become an option of the outer command.
                return index == words.count - 1 && text.hasPrefix("--") ? nil : index
            }
        }
        return nil
    }

    /// The words that are neither options nor option values.
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
