import AggCore

/// `open`: hands the link of a record to the desktop.
struct OpenCommand: Command {
    let declaration = CommandDeclaration(
        name: "open", summary: "Open the link of a record in the browser.",
        details: "The link goes to xdg-open, and only if it is an http or https address.",
        arguments: [.init(name: "ADDRESS|N", value: .record)],
        examples: [
            .init(line: "open 1", effect: "the link of the first row of the last answer"),
            .init(line: "open github:44838949", effect: "the link of the record at an address"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let address = try context.address(arguments.words[0], for: declaration)
        guard let record = try await context.record(at: address).rows.first?.record else {
            return CommandOutput(.nothing)
        }
        guard let link = record.url, !link.isEmpty else {
            throw CommandError(
                code: "no_link", message: "\(address) (\(record.title)) has no link", source: address.source)
        }
        guard Self.isOfTheWeb(link) else {
            throw CommandError(
                code: "no_link",
                message: "the link of \(address) is not opened, since it is no http or https address: \(link)",
                source: address.source)
        }
        guard let openLink = context.openLink else {
            throw CommandError(code: "no_opener", message: "there is no way to open a link here: \(link)")
        }
        try await openLink(link)
        return CommandOutput(.text("Opened \(link)"))
    }

    /// Whether a link is an http or https address without blanks and control characters: nothing else is handed on.
    static func isOfTheWeb(_ link: String) -> Bool {
        let lowered = link.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return false }
        return lowered.count > scheme.count
            && link.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace }
    }
}
