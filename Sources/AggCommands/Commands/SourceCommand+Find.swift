import AggCore
import AggSource

extension SourceCommand {
    /// The maximum number of data sets to list.
    private static let mostFound = 20

    /// Searches the catalogs, and remembers the numbered data sets for `source add`.
    func find(_ words: [String], _ context: CommandContext) async throws -> CommandOutput {
        let text = words.joined(separator: " ")
        let answer = await context.aggregator.find(text, limit: Self.mostFound)
        if Task.isCancelled { throw CommandError.interrupted }
        guard answer.asked > 0 else {
            throw CommandError(
                code: "no_catalog", message: "no catalogs are configured; list some under “catalogs” in config.yml")
        }
        let failures = answer.failures.map { "cannot search \($0.catalog): \($0.error.reason())" }
        guard answer.failures.count < answer.asked else {
            throw CommandError(code: answer.failures[0].error.code, message: failures.joined(separator: "; "))
        }
        context.session.lastFound = answer.findings
        // Numbers work only in the same session.
        let first = answer.findings.first.map { finding in
            context.isOneShot ? [finding.kind.description, finding.entry.address] : ["1"]
        }
        let addition = first.flatMap { context.typedLine.text((["source", "add"] + $0).map { Word($0) }) }
        var output = CommandOutput(CatalogReport(query: text, findings: answer.findings, addition: addition))
        output.remarks = failures
        return output
    }

    /// The words of `source add`, with a number from the last `source find` replaced by a kind and a URL.
    ///
    /// - Throws: A usage error for a number on the program's own command line, and a failure for one not in the list.
    func addressed(_ words: [String], _ context: CommandContext) throws -> [String] {
        guard let number = words.first.flatMap({ Int($0) }) else { return words }
        guard !context.isOneShot else {
            throw CommandError.usage(
                "\(Quoted.text(words[0])) is not a kind of source; numbers work only after “source find” in the same session or script"
            )
        }
        let found = context.session.lastFound
        guard number >= 1, number <= found.count else {
            let there =
                switch found.count {
                case 0: "run “source find WORDS” first"
                case 1: "the last “source find” found only one data set"
                default: "the last “source find” numbered its results 1 to \(found.count)"
                }
            throw CommandError(code: "no_such_row", message: "no such data set: \(number); \(there)")
        }
        return [found[number - 1].kind.description, found[number - 1].entry.address] + words.dropFirst()
    }
}
