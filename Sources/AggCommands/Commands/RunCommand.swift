import AggCore

/// `run`: runs a saved search.
struct RunCommand: Command {
    let declaration = CommandDeclaration(
        name: "run", summary: "Run a saved search.",
        details: "Further words and options are added to those that were saved.",
        arguments: [
            .init(name: "NAME", value: .saved), .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        examples: [
            .init(line: "run apples", effect: "the search that was saved as “apples”"),
            .init(line: "run apples --limit 50 --format csv", effect: "more of it, in another form"),
        ],
        takesCommand: true)

    func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]? {
        guard let name = words.first?.text else { throw CommandError.usage("run needs NAME", help: declaration) }
        let searches = try await context.aggregator.savedSearches()
        guard let search = searches.first(where: { $0.name == name }) else {
            throw CommandError.noSavedSearch(name, among: searches)
        }
        guard let saved = CommandLine(search.line).commands.first else { return [] }
        // Words behind a saved “--” would be words of the query, whatever they look like.
        let end = saved.firstIndex { $0.text == "--" && $0.literalFrom == nil } ?? saved.count
        return Array(saved[..<end]) + Array(words.dropFirst()) + Array(saved[end...])
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        CommandOutput()
    }
}

extension CommandError {
    /// There is no saved search of a name.
    static func noSavedSearch(_ name: String, among searches: [SavedSearch]) -> CommandError {
        let names = searches.map(\.name)
        let hint = Nearest.hint(to: name, among: names)
        let known = names.isEmpty ? "; none is saved yet" : "; saved lists them"
        return CommandError(
            code: "no_saved_search",
            message: "there is no saved search \(Quoted.text(name))\(hint.isEmpty ? known : hint)")
    }
}
