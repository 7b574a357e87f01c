import AggCore
import AggSearch
import AggSource
import Foundation

/// `changes`: shows what refreshes added, changed, and removed.
struct ChangesCommand: Command {
    let declaration = CommandDeclaration(
        name: "changes", summary: "Show the records that were added, changed, or removed by refreshes.",
        details: """
            Without WHEN, “changes” shows what the last refresh of each source did. WHEN is a date, a day such as \
            yesterday, or an age such as 3d. For a changed record, the old and new values of each changed column are \
            shown. With a record address or a row number, “changes” shows the history of that record. The \
            configuration keys changes.limit and changes.keep control how many changes are kept per source, and for \
            how long (by default, 10,000 changes for 90 days). The first refresh of a source is summarized in one \
            line. The first refresh after a change to a source's configuration, or to the way agg reads its data, is \
            also summarized, but new feed items are still listed. Items that merely aged out of a feed are not \
            reported.
            """,
        arguments: [
            .init(name: "SOURCE", value: .sourceOrRecord, isOptional: true),
            .init(name: "SINCE", value: .choice(["since"]), isOptional: true),
            .init(name: "WHEN", value: Self.times, isOptional: true, needsPrevious: true),
        ],
        forms: [.init(verb: "since", arguments: [.init(name: "WHEN", value: Self.times)])],
        options: [LimitOption.option("Show the N newest changes; N can be “all”.")],
        examples: [
            .init(line: "changes", effect: "what the last refresh of each source did"),
            .init(
                line: "changes chicago-inspections since 3d", effect: "changes in one source over the last three days"),
            .init(line: "changes cities:2643743", effect: "the history of one record"),
            .init(line: "changes since 2026-11-01 --format csv", effect: "one line per changed value"),
        ])
    let answersTable = true
    let readsRecords = true
    let showsUserData = false

    private static let times = CommandDeclaration.Value.suggestion(["today", "yesterday", "1h", "1d", "7d", "30d"])

    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        guard let word = arguments.words.first, !word.isKeyword("since") else { return nil }
        if let address = try? record(word, context) { return [address.source.description] }
        return [word.text]
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        var words = arguments.words[...]
        let limit = arguments.limit ?? context.session.settings.limit
        var source: SourceID?
        if let word = words.first, !word.isKeyword("since") {
            words = words.dropFirst()
            if let address = try record(word, context) {
                return try await history(of: address, since: try time(words, context), limit, arguments, context)
            }
            source = try self.source(word, context)
        }
        let time = try time(words, context)
        let answer = try await context.aggregator.changes(
            of: source.map { [$0] }, since: time, limit: limit, usesCache: context.session.settings.usesCache)
        let typed = [Word("changes")] + arguments.words
        return CommandOutput(
            ChangesReport(
                answer, since: time, now: context.aggregator.now,
                query: CommandLine.query(arguments.words), more: context.more(typed, beyond: limit)))
    }

    /// The record address given by a word; nil if the word is a source.
    private func record(_ word: Word, _ context: CommandContext) throws -> RecordAddress? {
        if let source = SourceID(word.text), context.aggregator.registry[source] != nil { return nil }
        guard Int(word.text) != nil || RecordAddress(word.text) != nil else { return nil }
        return try context.address(word, for: declaration)
    }

    /// The source with this id.
    ///
    /// - Throws: A usage error if there is none; for a time, it says how to list the changes since then.
    private func source(_ word: Word, _ context: CommandContext) throws -> SourceID {
        do {
            return try context.instance(word.text).id
        } catch {
            guard DateSpan.instant(word.text, now: context.aggregator.now) != nil else { throw error }
            throw CommandError.usage(
                "\(Quoted.text(word.text)) is a time, not a source; use “changes since \(word.typed)”")
        }
    }

    /// The history of one record.
    private func history(
        of address: RecordAddress, since time: Date?, _ limit: Int, _ arguments: Arguments, _ context: CommandContext
    ) async throws -> CommandOutput {
        let answer = try await context.aggregator.history(
            of: address, since: time ?? .distantPast, limit: limit, usesCache: context.session.settings.usesCache)
        if answer.changes.isEmpty { _ = try await context.record(at: address) }
        let words: [Word] = [Word(address.description)] + arguments.words.dropFirst()
        var report = ChangesReport(
            answer, since: time, now: context.aggregator.now, query: CommandLine.query(words),
            more: context.more([Word("changes")] + words, beyond: limit))
        if answer.changes.isEmpty { report.notes = ["no recorded changes to \(address)"] }
        return CommandOutput(report)
    }

    /// The time after “since”; nil if absent.
    private func time(_ words: ArraySlice<Word>, _ context: CommandContext) throws -> Date? {
        guard let since = words.first else { return nil }
        let expected = "a date or an age such as 2026-11-01, yesterday, or 3d"
        guard since.isKeyword("since") else {
            throw CommandError.usage(
                "expected “since” and \(expected), found \(Quoted.text(since.text))", help: declaration)
        }
        guard let word = words.dropFirst().first else {
            throw CommandError.usage("missing time after “since”: expected \(expected)", help: declaration)
        }
        guard words.count == 2 else {
            throw CommandError.usage(
                "unexpected \(Quoted.text(words[words.startIndex + 2].text)) after the time", help: declaration)
        }
        guard let time = DateSpan.instant(word.text, now: context.aggregator.now) else {
            throw CommandError.usage(
                "“since” takes \(expected), not \(Quoted.text(word.text))", help: declaration)
        }
        return time
    }
}
