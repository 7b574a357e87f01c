import AggCore
import AggSearch
import AggStorage

/// `live`: searches as you type.
struct LiveCommand: Command {
    private static let news = Option(
        "--news", help: "Search only what is unread, and begin with all of it; n goes to the next.")

    let declaration = CommandDeclaration(
        name: "live", summary: "Search as you type.",
        details: """
            Results appear below the line as you type, after a short pause (set debounce), with a preview of the chosen \
            record: beside them if the terminal has 120 columns, else below them if there is room. Up and Down choose a \
            record, Tab selects it along with others, and Enter shows what you chose. Ctrl-F adds a record to your favorites \
            or removes it, Ctrl-O opens its link, Ctrl-T draws a map of the matches (the arrow keys pan it, + and - zoom), \
            Ctrl-R lists values to narrow them by, and Esc leaves. If nothing matches, titles match that have the letters in this order: sfrn finds San Francisco. \
            An empty line shows your favorites. From a shell, as in agg open $(agg live), Enter prints the address of each \
            record, one a line. live needs a terminal with at least 20 columns.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [news],
        examples: [
            .init(line: "live", effect: "begin with the favorites"),
            .init(line: "live --news", effect: "begin with what is unread"),
            .init(line: "live san jo", effect: "begin with some words"),
            .init(line: "live source:nyc-schools", effect: "begin with all records of a source"),
        ])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let live = context.live else {
            throw CommandError.usage("live needs an interactive terminal; use search instead")
        }
        let text = arguments.words.map(\.typed).joined(separator: " ")
        switch await live(LiveSearch(text: text, onlyNews: arguments[Self.news], context: context)) {
        // A shell continues only if something was chosen.
        case .left: return CommandOutput(status: context.isOneShot ? .failed : .done)
        case .interrupted: return CommandOutput(status: .interrupted)
        case .tooNarrow(let columns):
            throw CommandError(
                code: "too_narrow",
                message: "live needs a terminal of \(LiveSearch.leastColumns) columns, and this one has \(columns); "
                    + "search does the same once")
        case .chosen(let address):
            if context.isOneShot, arguments[OutputOption.format] == nil {
                return CommandOutput(TextAnswer(address.description))
            }
            let show = ShowCommand()
            let word = Word(address.description, literalFrom: 0)
            return try await show.run(try Arguments([word], for: show.declaration), in: context)
        case .selected(let addresses):
            if context.isOneShot, arguments[OutputOption.format] == nil {
                return CommandOutput(TextAnswer(addresses.map(\.description).joined(separator: "\n")))
            }
            return try await Self.records(at: addresses, context)
        }
    }

    /// The selected records, in the order in which they were selected.
    private static func records(at addresses: [RecordAddress], _ context: CommandContext) async throws -> CommandOutput
    {
        var all = RecordsAnswer(rows: [], sources: [])
        for address in addresses {
            let answer = try await context.record(at: address)
            all.rows += answer.rows
            for source in answer.sources where !all.sources.contains(where: { $0.status.id == source.status.id }) {
                all.sources.append(source)
            }
        }
        all.isOrdered = true
        return CommandOutput(RecordsReport(all, query: nil, more: nil))
    }
}
