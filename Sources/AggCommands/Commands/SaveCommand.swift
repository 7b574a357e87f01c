import AggCore

/// `save`: gives a search a name, for good.
struct SaveCommand: Command {
    let declaration = CommandDeclaration(
        name: "save", summary: "Save a search under a name, for good.",
        details: """
            Whatever shows records can be saved: search, list, favorites and show, with their options. run NAME runs it, saved \
            lists what there is, and unsave NAME removes one. A name that is there already gets the new search.
            """,
        arguments: [
            .init(name: "NAME", value: .saved), .init(name: "COMMAND", value: .line, isRepeated: true),
        ],
        examples: [
            .init(line: "save apples search apple --limit 5", effect: "a search under the name “apples”"),
            .init(line: "save france list cities country:FR", effect: "a list under the name “france”"),
        ],
        takesCommand: true)

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let name = arguments.words[0].text
        guard Self.isName(name) else {
            throw CommandError.usage(
                "\(Quoted.text(name)) is no name: it takes letters, digits, “-” and “_”", help: declaration)
        }
        let words = Array(arguments.words.dropFirst())
        let command = try context.commands.resolve(words[0])
        guard command.readsRecords else {
            throw CommandError.usage(
                "save takes a command that shows records, such as search, not \(Quoted.text(words[0].text))",
                help: declaration)
        }
        _ = try Arguments(Array(words.dropFirst()), for: command.declaration)
        let line = GrammarText.line([Word(command.declaration.name)] + words.dropFirst())
        let isNew = try await context.aggregator.saveSearch(SavedSearch(name: name, line: line))
        return CommandOutput(TextAnswer("\(isNew ? "Saved" : "Replaced") \(name): \(line)"))
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 64 && !text.hasPrefix("-")
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }
}
