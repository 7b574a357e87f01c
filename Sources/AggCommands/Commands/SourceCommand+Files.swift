import AggCore
import AggFiles
import AggSource
import AggStorage
import Foundation

extension SourceCommand {
    /// Shows the file of a source, or what it would contain, with the passwords in URLs masked.
    func show(_ text: String, _ context: CommandContext) throws -> CommandOutput {
        let id = try configured(text, context)
        do throws(SourceChangeError) {
            if let file = try context.aggregator.file(of: id) {
                let text = Secrets.masked(file.text.trimmingSuffix(while: \.isNewline))
                return CommandOutput(TextAnswer("# \(file.path)\n" + text))
            }
            let entry = try Secrets.masked(context.aggregator.entryText(of: id)).split(separator: "\n").filter {
                !$0.hasPrefix("#")
            }
            let place = try Self.whereConfigured(id, context)
            return CommandOutput(TextAnswer("# \(place).\n" + entry.joined(separator: "\n")))
        } catch {
            throw CommandError(error, source: id)
        }
    }

    /// Where to change a source that has no file of its own.
    private static func whereConfigured(
        _ id: SourceID, _ context: CommandContext
    ) throws(SourceChangeError) -> String {
        guard let place = try context.aggregator.entryPlace(of: id) else {
            return "\(id) has no configuration file; to change the source, add an entry with its id to config.yml"
        }
        return "\(id) is configured in \(place.file), line \(place.line); edit that file to change the source"
    }

    /// Lets the user edit the file of a source, or the text last rejected for it, and applies the result if it is valid.
    func edit(_ text: String, _ context: CommandContext) async throws -> CommandOutput {
        let id = try configured(text, context)
        guard let file = try context.aggregator.file(of: id) else {
            let place = try Self.whereConfigured(id, context)
            throw CommandError(code: "no_file", message: place)
        }
        guard let edit = context.editFile else {
            throw CommandError(code: "no_editor", message: "cannot run an editor here; edit \(file.path) yourself")
        }
        // The file itself stays valid while the copy is being edited, for other processes and if the editor fails.
        let rejected = RejectedText(of: file)
        let former = rejected.text
        let copy = try EditedText(former ?? file.text, suffix: "yml")
        defer { copy.remove() }
        do {
            while true {
                do throws(CommandError) { try await edit(copy.path, true) } catch {
                    throw try keeping(try? copy.read(), of: file, as: rejected, error, id, context)
                }
                let text = try copy.read()
                switch try await context.aggregator.applyEdit(text, of: id, in: file) {
                case .unchanged:
                    if former != nil { rejected.remove() }
                    return try await report(["Nothing was changed in \(file.path)."], of: [id], context)
                case .applied:
                    rejected.remove()
                    let line = "Changed \(id); run “refresh \(id)” to fetch its records again."
                    return try await report([line], of: [id], context)
                case .saved(let others):
                    rejected.remove()
                    var output = try await report(["Changed \(id); other files still have errors."], of: [id], context)
                    output.errors = others.faults.map { CommandError(code: "configuration", message: $0.line) }
                    return output
                case .rejected(let error):
                    let fault = CommandError(error, source: id)
                    let question = "\(fault.message)\nContinue editing?"
                    guard await context.prompter?.choose(question, among: ["yes", "no"]) == "yes" else {
                        var refusal = try keeping(text, of: file, as: rejected, fault, id, context)
                        // An emptied text gives up the one rejected earlier.
                        if former != nil, text.allSatisfy(\.isWhitespace) {
                            rejected.remove()
                            refusal.message += ", and the text that was rejected earlier has been removed"
                        }
                        throw refusal
                    }
                }
            }
        } catch {
            throw CommandError(error, source: id)
        }
    }

    /// Keeps a text that was not applied next to the file it was for, and returns the error that also says so.
    private func keeping(
        _ text: String?, of file: SourceText, as rejected: RejectedText, _ error: CommandError, _ id: SourceID,
        _ context: CommandContext
    ) throws(SourceChangeError) -> CommandError {
        var error = error
        let end = error.message.hasSuffix("?") ? "" : "."
        let unchanged = "\(end) “\(file.path)” is unchanged"
        guard let text, text != file.text, text.contains(where: { !$0.isWhitespace }) else {
            error.message += unchanged
            return error
        }
        try context.aggregator.write(SourceText(path: rejected.path, text: text))
        // A line number is that of the text, which the file no longer contains.
        error.message = error.message.replacing("\(file.path):", with: "\(rejected.path):")
        error.message +=
            "\(unchanged), and your text is in “\(rejected.path)”; to continue with it, run “source edit \(id)” again; "
            + "to start over, delete that file"
        return error
    }

    /// Rejects a word that is neither a source, a kind, nor a file, and does not look like a path or a URL.
    private func rejectUnknown(_ words: [String], _ context: CommandContext) throws {
        let registry = context.aggregator.registry
        guard words.count == 1, !words[0].contains(where: { "/.:".contains($0) }), !Self.isFile(words[0]),
            context.aggregator.kind(recognizing: words[0]) == nil,
            !registry.kinds.contains(where: { $0.kind.description == words[0] })
        else { return }
        let names = (registry.instances + registry.disabled).map(\.id.description)
        throw CommandError.usage(
            "no such file or source: “\(words[0])”\(Nearest.hint(toName: words[0], among: names))")
    }

    /// Shows the first records of a source, a file, or a URL, without storing them.
    func preview(
        _ words: [String], limit: Int, given: [String: String], _ context: CommandContext
    ) async throws -> CommandOutput {
        let registry = context.aggregator.registry
        let known = (registry.instances + registry.disabled).first { $0.id.description == words.joined(separator: " ") }
        let instance: SourceInstance
        if let known {
            instance = known
        } else {
            try rejectUnknown(words, context)
            let (kind, text) = try address(words, context)
            let found = try await find(text, kind, given, context, failure: "cannot preview records")
            guard let new = try context.aggregator.instance(of: found) else { return CommandOutput(TextAnswer("")) }
            instance = new
        }
        do {
            let preview = try await context.aggregator.preview(instance, limit: limit)
            var table = PreviewTable(preview.records, columns: instance.dataSource.columns).table
            table.isTruncated = preview.hasMore
            var report = TableReport(table)
            report.notes = preview.notes
            report.mayDropColumns = true
            return CommandOutput(report)
        } catch .cancelled {
            throw CommandError.interrupted
        } catch let error {
            throw CommandError(code: error.code, message: "cannot preview records: \(error.reason())")
        }
    }
}

/// The text of a source's file that was edited but not applied.
private struct RejectedText {
    /// The path of the file that keeps it.
    let path: String
    private let source: String

    init(of file: SourceText) {
        path = file.path + ".rejected"
        source = file.path
    }

    /// The text; nil if there is none, or if the file of the source has been changed since.
    var text: String? {
        guard let rejected = Self.changeTime(of: path), let current = Self.changeTime(of: source), rejected >= current
        else { return nil }
        return (try? RegularFile.bytes(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func changeTime(of path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
}

extension String {
    /// Returns the text without trailing characters that meet a condition.
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, condition(last) { text.removeLast() }
        return text
    }
}
