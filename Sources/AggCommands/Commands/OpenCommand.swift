import AggCore
import AggSearch
import AggSource

/// `open`: opens the link of a record in the desktop's browser.
struct OpenCommand: Command {
    let declaration = CommandDeclaration(
        name: "open", summary: "Open each record's link in the browser.",
        details: "Uses xdg-open. Only http and https URLs are opened.",
        arguments: [.init(name: "ADDRESS|N", value: .record, isRepeated: true)],
        examples: [
            .init(line: "open 1", effect: "the link of the first row of the last results"),
            .init(line: "open 1-3", effect: "the links of the first three rows"),
            .init(line: "open github:44838949", effect: "the link of the record with a given address"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let addresses = try context.addresses(arguments.words, for: declaration)
        var opened: [String] = []
        var errors: [CommandError] = []
        for address in addresses {
            do { opened.append("Opened \(try await open(address, context))") } catch {
                let error = CommandError(error)
                if addresses.count == 1 || error.status == .interrupted { throw error }
                errors.append(error)
            }
        }
        if opened.isEmpty { return CommandOutput(status: errors.first?.status ?? .done, errors: errors) }
        return CommandOutput(
            TextAnswer(opened.joined(separator: "\n")), status: errors.first?.status ?? .done, errors: errors)
    }

    /// Opens the link of a record.
    ///
    /// - Returns: The link.
    private func open(_ address: RecordAddress, _ context: CommandContext) async throws -> String {
        let record = try await context.record(at: address).row.record
        guard let link = record.url, !link.isEmpty else {
            throw CommandError(
                code: "no_link", message: "\(address) (\(record.title)) has no link", source: address.source)
        }
        guard WebLink.isOfTheWeb(link) else {
            throw CommandError(
                code: "no_link",
                message: "cannot open the link of \(address): it is not an http or https URL: \(link)",
                source: address.source)
        }
        guard let openLink = context.openLink else {
            throw CommandError(code: "no_opener", message: "cannot open links here: \(link)")
        }
        try await openLink(link)
        await context.aggregator.noteRead([address])
        return link
    }
}
