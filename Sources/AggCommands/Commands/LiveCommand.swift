import AggCore

/// `live`: searches while the person types.
struct LiveCommand: Command {
    let declaration = CommandDeclaration(
        name: "live", summary: "Search as you type.",
        details: """
            The results stand under the line being typed and are renewed when no key was pressed for a moment (set \
            debounce). The up and down keys choose a record, Enter shows it, Ctrl-F makes it a favorite or takes that \
            back, Esc leaves. An empty line shows the favorites. From a shell, as in open "$(agg live)", Enter writes the \
            address of the record. This works at a terminal only, of 20 columns or more.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        examples: [
            .init(line: "live", effect: "begin with the favorites"),
            .init(line: "live san jo", effect: "begin with some words"),
        ])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        guard let live = context.live else {
            throw .usage("live needs a terminal that can move its cursor; search does the same once")
        }
        let text = arguments.words.map(\.typed).joined(separator: " ")
        switch await live(LiveSearch(text: text.isEmpty ? "" : text, context: context)) {
        // A shell goes on only with what was chosen.
        case .left: return CommandOutput(.nothing, status: context.isOneShot ? .failed : .done)
        case .interrupted: return CommandOutput(.nothing, status: .interrupted)
        case .tooNarrow(let columns):
            throw CommandError(
                code: "too_narrow",
                message: "live needs a terminal of \(LiveSearch.leastColumns) columns, and this one has \(columns); "
                    + "search does the same once")
        case .chosen(let address):
            if context.isOneShot, arguments.format == nil { return CommandOutput(.text(address.description)) }
            let show = ShowCommand()
            let word = Word(address.description, literalFrom: 0)
            return try await show.run(try Arguments([word], for: show.declaration), in: context)
        }
    }
}
