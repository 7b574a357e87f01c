import AggCore
import AggFiles
import AggSource
import Foundation

extension SourceCommand {
    /// Adds every source of a list.
    func importList(_ file: String, _ context: CommandContext) async throws -> CommandOutput {
        let path = HomePath.expanded(file)
        let address = file.contains("://") ? URL(string: file) : URL(fileURLWithPath: path)
        guard let address else {
            throw CommandError.usage("“\(file)” is neither a file nor a URL; usage: \(Verb.import.usage)")
        }
        let list: SourceImport
        do { list = try await context.aggregator.importSources(at: address) } catch {
            var failure = CommandError(error)
            if failure.status != .interrupted { failure.message = "cannot import “\(file)”: \(failure.message)" }
            throw failure
        }
        let count = list.added.count
        let ids = count > Self.mostNames ? "" : list.added.map { " \($0.id)" }.joined()
        var messages = [
            "Added \(count == 1 ? "1 source" : "\(count) sources")"
                + (count == 0 ? "." : "; run “refresh\(ids)” to fetch \(count == 1 ? "it" : "them").")
        ]
        if list.present.count > Self.mostNames {
            messages.append("\(list.present.count) sources were already added.")
        } else if !list.present.isEmpty {
            messages.append("Already added: \(list.present.map(\.description).joined(separator: ", ")).")
        }
        if !list.skipped.isEmpty {
            let entries = list.skipped.count == 1 ? "1 entry" : "\(list.skipped.count) entries"
            messages.append("Skipped \(entries): \(Self.shortened(list.skipped).joined(separator: ", ")).")
        } else if count == 0, list.present.isEmpty, list.refused.isEmpty {
            messages = ["The list has no sources, so nothing was added."]
        }
        let findings = list.added.map { "\($0.id): \(Secrets.masked($0.address ?? ""))" }
        var output = try await report(messages, of: list.added.map(\.id), findings: findings, context)
        output.errors = list.refused.map { CommandError(code: "refused", message: "not added: \($0)") }
        let onlySkipped = count == 0 && list.present.isEmpty && !list.skipped.isEmpty
        if !list.refused.isEmpty || onlySkipped { output.status = .failed }
        return output
    }

    /// The maximum number of sources to list in a sentence.
    private static let mostNames = 5

    /// Prints the sources that other programs can import, as a list.
    func export(_ format: String?, _ context: CommandContext) throws -> CommandOutput {
        let export = try exported(format, context)
        var text = String(decoding: export.list, as: UTF8.self)
        while text.last == "\n" { text.removeLast() }
        return output(TextAnswer(text), of: export, isQuiet: context.isQuiet)
    }

    /// Writes the same list to a file.
    func export(
        _ format: String?, to file: WrittenFile, _ context: CommandContext
    ) async throws -> CommandOutput {
        // An OPML document is XML.
        let endings = [format ?? context.aggregator.listFormats.first, "xml"].compactMap(\.self)
        guard endings.contains(where: { file.name.lowercased().hasSuffix(".\($0)") }) else {
            let names = endings.map { ".\($0)" }.joined(separator: " or ")
            throw CommandError.usage(
                "cannot use “\(file.name)” for a list of sources: the name must end in \(names)")
        }
        let export = try exported(format, context)
        try await file.write(export.list, context)
        return output(TextAnswer("Wrote the list of sources to \(file.name)."), of: export, isQuiet: context.isQuiet)
    }

    private func exported(_ format: String?, _ context: CommandContext) throws -> SourceExport {
        let formats = context.aggregator.listFormats
        guard let format = format ?? formats.first, let export = context.aggregator.exportSources(as: format) else {
            throw CommandError(code: "no_list", message: "no kind of source supports exporting a list")
        }
        return export
    }

    /// An answer with remarks about the sources and passwords that were left out.
    private func output(_ answer: TextAnswer, of export: SourceExport, isQuiet: Bool) -> CommandOutput {
        var output = CommandOutput(answer)
        if isQuiet { return output }
        if !export.others.isEmpty {
            let names = Self.shortened(export.others.map(\.description)).joined(separator: ", ")
            output.remarks.append("the list has only sources of the kind “\(export.kind)”; it omits \(names)")
        }
        if !export.disabled.isEmpty {
            let count = export.disabled.count == 1 ? "1 disabled source" : "\(export.disabled.count) disabled sources"
            let names = Self.shortened(export.disabled.map(\.description)).joined(separator: ", ")
            output.remarks.append("the list omits \(count): \(names)")
        }
        let ids = export.withoutPassword.map(\.description)
        if !ids.isEmpty {
            let names = Self.shortened(ids).joined(separator: ", ")
            output.remarks.append("the list omits the user names and passwords in the URLs of \(names)")
        }
        return output
    }

    /// The first names, and how many more there are.
    private static func shortened(_ names: [String]) -> [String] {
        let rest = names.count - mostNames
        return rest > 0 ? names.prefix(mostNames) + ["and \(rest) more"] : names
    }
}
