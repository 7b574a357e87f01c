import AggSearch
import AggSource

/// `help`: explains the commands, the query language, and the keys.
struct HelpCommand: Command {
    let declaration = CommandDeclaration(
        name: "help", aliases: ["?", "\\?"], summary: "Explain the commands, the query language, and the keys.",
        arguments: [.init(name: "COMMAND", value: .command, isOptional: true)],
        forms: [.init(verb: Self.query), .init(verb: Self.keys)],
        examples: [
            .init(line: "help", effect: "all commands, one per line"),
            .init(line: "help query", effect: "words, filters, and sort orders, with examples"),
            .init(line: "help keys", effect: "the keys at the prompt and in “live”"),
            .init(line: "help search", effect: "a command, with its options and examples"),
        ])

    /// The topic for the keys.
    private static let keys = "keys"
    /// The topic for the query language.
    private static let query = "query"

    let needsStore = false
    func needsSources(_ words: [Word]) -> Bool { false }

    func columns(of arguments: Arguments) -> [String]? { TextAnswer.listColumns }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let word = arguments.words.first else { return CommandOutput(overview(context.commands)) }
        if word.text == Self.keys { return CommandOutput(TextAnswer(KeyHelp.text, listing: KeyHelp.keys)) }
        let isOfQueries =
            Qualifier(name: word.text) != nil || [Self.query, "columns", "conditions", "or"].contains(word.text)
        if isOfQueries, context.commands.command(named: word.text) == nil {
            return CommandOutput(TextAnswer(QueryHelp.text, listing: QueryElement.all.map { ($0.form, $0.summary) }))
        }
        let command = try context.commands.resolve(word).declaration
        return CommandOutput(
            TextAnswer(HelpText.page(command), listing: command.allOptions.map { ($0.usage, $0.help) }))
    }

    private func overview(_ registry: CommandRegistry) -> TextAnswer {
        let rows = registry.commands.map { ($0.declaration.name, $0.declaration.summary) }
        let text =
            HelpText.columns(rows)
            + "\n“help COMMAND” explains a command, “help query” the query language, and “help keys” the keys."
            + "\nTab completes, Ctrl-C cancels, Ctrl-D quits."
        return TextAnswer(text, listing: rows)
    }
}

/// The keys at the prompt, with the default Emacs bindings unless `~/.editrc` changes them, and in `live`.
enum KeyHelp {
    /// The page of `help keys`.
    static let text = """
        At the prompt
        \(HelpText.columns(prompt))

        In “live”
        \(HelpText.columns(live))

        To change the keys at the prompt, edit ~/.editrc; for example, “bind -v” selects vi keys.
        Tab, Ctrl-R, Ctrl-L, Home, End, Delete, and Ctrl with the arrow keys always work.
        """

    /// All keys, with what they do.
    static var keys: [(String, String)] { prompt + live.map { ("\($0.0) (in “live”)", $0.1) } }

    private static let prompt = [
        ("Tab", "complete the word; press twice to list the choices"), ("Up, Down", "show earlier or later lines"),
        ("Ctrl-R", "search earlier lines; press an arrow key to edit the line found"),
        ("Ctrl-A, Ctrl-E", "go to the start or end of the line (also Home, End)"),
        ("Alt-B, Alt-F", "go back or forward one word (also Ctrl-Left, Ctrl-Right)"),
        ("Ctrl-W, Alt-D", "delete the word before or after the cursor"),
        ("Ctrl-U, Ctrl-K", "delete to the start or end of the line"), ("Ctrl-L", "clear the screen"),
        ("Ctrl-C", "cancel the line or the running command"), ("Ctrl-D", "quit, on an empty line"),
        ("Ctrl-Z", "suspend; “fg” resumes"),
    ]

    private static let live = [
        ("Up, Down", "choose a record (also Ctrl-P, Ctrl-N; Page Up, Page Down)"),
        ("Tab, Enter", "select several records; show what you selected"),
        ("Ctrl-F, Ctrl-O", "add or remove a favorite; open the link of the record"),
        ("Ctrl-T, Ctrl-R", "draw a map of the matches; list values to filter them by"), ("Esc", "quit “live”"),
    ]
}

/// The help on the query language, generated from its declarations: the page of `help query`.
enum QueryHelp {
    /// The first sentence of the page.
    static let summary = "Words and filters for commands such as search, list, near, favorites, and facet."

    /// The whole page.
    static var text: String {
        let sections = QueryElement.sections.map { heading, elements in
            "\(heading)\n" + HelpText.columns(elements.map { ($0.form, $0.summary) })
        }
        let examples = QueryElement.all.flatMap(\.examples)
        let lines = HelpText.columns(examples.map { ($0.line, $0.effect) })
        let parts = [summary, QueryElement.introduction] + sections + ["Examples\n\(lines)", QueryElement.shellHint]
        return parts.joined(separator: "\n\n")
    }
}
