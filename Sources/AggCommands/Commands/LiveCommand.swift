import AggCore
import AggSearch
import AggStorage

/// `live`: searches as you type.
struct LiveCommand: Command {
    private static let news = Option(
        "--news",
        help: """
            Search only unread records; until you type, all of them are shown. On an empty search line, “n” goes to \
            the next unread record.
            """)

    let declaration = CommandDeclaration(
        name: "live", summary: "Search as you type.",
        details: """
            Results appear below the search line as you type, after a short pause (the debounce setting). A preview of \
            the current record appears next to the results if the terminal has at least 120 columns; otherwise, it \
            appears below the results if there is room. Up and Down move through the records, Tab adds the current one \
            to the selection, and Enter shows the selected records, or the current one if none is selected. Ctrl-F \
            adds the current record to your favorites or removes it from them, and Ctrl-O opens its link, or the links \
            of the selected records. Ctrl-T draws a map of the matches; on the map, the arrow keys pan, and + and - \
            zoom. Ctrl-R lists values to filter the matches by. Esc quits. If nothing matches, “live” shows titles \
            that contain the letters in the order typed; for example, “sfrn” finds San Francisco. An empty search line \
            shows your favorites. If “live” is run from a shell, as in “agg open $(agg live)”, Enter prints the \
            records' addresses, one per line, instead of showing the records. “live” needs a terminal with at least 20 \
            columns.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [news],
        examples: [
            .init(line: "live", effect: "start with your favorites"),
            .init(line: "live --news", effect: "start with unread records"),
            .init(line: "live san jo", effect: "start with the words “san jo”"),
            .init(line: "live source:nyc-schools", effect: "start with all records of a source"),
        ])
    let readsRecords = true
    let isRepeatable = false

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let live = context.live else {
            throw CommandError.usage("“live” needs an interactive terminal; use “search” instead")
        }
        let text = arguments.words.map(\.typed).joined(separator: " ")
        switch await live(LiveSearch(text: text, onlyNews: arguments[Self.news], context: context)) {
        // The status lets a shell continue only if something was chosen.
        case .left: return CommandOutput(status: context.isOneShot ? .failed : .done)
        case .interrupted: return CommandOutput(status: .interrupted)
        case .tooNarrow(let columns):
            throw CommandError(
                code: "too_narrow",
                message: "“live” needs a terminal with at least \(LiveSearch.leastColumns) columns, but this one has "
                    + "\(columns); use “search” instead")
        case .chosen(let address):
            if context.isOneShot, arguments[OutputOption.format] == nil {
                return CommandOutput(TextAnswer(address.description))
            }
            let show = ShowCommand()
            let word = Word(address.description, literalFrom: 0)
            return try await timed { try await show.run(try Arguments([word], for: show.declaration), in: context) }
        case .selected(let addresses):
            if context.isOneShot, arguments[OutputOption.format] == nil {
                return CommandOutput(TextAnswer(addresses.map(\.description).joined(separator: "\n")))
            }
            return try await timed { try await Self.records(at: addresses, context) }
        }
    }

    /// The output of some work with the time that the work took, rather than the time that the user spent in `live`.
    private func timed(_ work: () async throws -> CommandOutput) async throws -> CommandOutput {
        let clock = ContinuousClock()
        let start = clock.now
        var output = try await work()
        output.elapsed = clock.now - start
        output.command = declaration.name
        return output
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
