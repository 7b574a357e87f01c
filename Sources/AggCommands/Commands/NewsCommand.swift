import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation

/// `news`: shows what refreshes added or changed, and marks records as read.
struct NewsCommand: Command {
    private static let read = Option(
        "--read", help: "Mark records as read; specify row numbers, addresses, sources, or “all”.")
    private static let unread = Option(
        "--unread",
        help: """
            With --since, show only unread records; with row numbers or addresses, mark those records as unread.
            """)
    private static let since = Option(
        "--since", "WHEN", .suggestion(["today", "yesterday", "1d", "7d", "30d"]),
        help: "Show read and unread records since a date, or for a period such as 7d.")

    let declaration = CommandDeclaration(
        name: "news", summary: "Show what is new, newest first, grouped by day.",
        details: """
            Shows the records that were added or changed by a refresh and that you have not read yet. Showing or \
            opening a record marks it as read, and so does --read. An added record appears under its own date. A \
            changed record, or an added one without a date, appears under the day of the refresh. If you name sources \
            or saved searches, “news” shows only their records. The first refresh of a feed counts as news, but the \
            first refresh of a list such as cities does not.
            """,
        arguments: [.init(name: "SOURCE|NAME|N", value: .source, isOptional: true, isRepeated: true)],
        options: [read, unread, since, LimitOption.option("Show up to N records; N can be “all”.")],
        examples: [
            .init(line: "news", effect: "all unread records"),
            .init(line: "news feed --since 7d", effect: "the news from one source in the last seven days, read or not"),
            .init(line: "news --read 1-5", effect: "mark the first five rows of the last results as read"),
            .init(line: "news --read all", effect: "mark everything as read"),
        ])
    let readsRecords = true

    /// Those that the words refer to; none if they mark records instead, or are wrong.
    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        if arguments[Self.read] || arguments.words.contains(where: Self.isRecord) { return [] }
        do { return try await scope(arguments.words, context).sources?.map(\.description) } catch { return [] }
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        if arguments[Self.read] { return try await markRead(arguments, context) }
        let records = arguments.words.filter(Self.isRecord)
        if arguments[Self.unread], !records.isEmpty, records.count == arguments.words.count {
            return try await mark(records, isRead: false, arguments, context)
        }
        if let word = records.first {
            throw CommandError.usage(
                "unexpected \(Quoted.text(word.text)): “news” takes sources and saved searches; to mark a record, "
                    + "add --read or --unread",
                help: declaration)
        }
        return try await show(arguments, context)
    }

    private func show(_ arguments: Arguments, _ context: CommandContext) async throws -> CommandOutput {
        let limit = arguments.limit ?? context.session.settings.limit
        var request = NewsRequest(limit: limit)
        (request.sources, request.queries) = try await scope(arguments.words, context)
        if let text = arguments[Self.since] {
            guard let time = DateSpan.instant(text, now: context.aggregator.now) else {
                throw CommandError.usage(
                    "--since takes a date or an age such as 2026-11-01, yesterday, or 7d, not \(Quoted.text(text))",
                    help: declaration)
            }
            (request.since, request.onlyUnread) = (time, arguments[Self.unread])
        }
        let answer = try await context.aggregator.news(request, usesCache: context.session.settings.usesCache)
        let options =
            (arguments[Self.since].map { ["\(Self.since.name) \(context.typedLine.word($0))"] } ?? [])
            + (arguments[Self.unread] ? [Self.unread.name] : [])
        var report = RecordsReport(
            answer, query: CommandLine.query(arguments.words),
            more: context.more([Word("news")] + arguments.words, options: options, beyond: limit))
        report.emptyNote = request.since == nil ? "No unread records." : "Nothing new since then."
        var output = CommandOutput(report)
        output.groupsByDay = true
        return output
    }

    /// The sources and queries that the words refer to; nil for all.
    private func scope(
        _ words: [Word], _ context: CommandContext
    ) async throws -> (sources: [SourceID]?, queries: [SearchQuery]?) {
        guard !words.isEmpty else { return (nil, nil) }
        var queries: [SearchQuery] = []
        let saved = try await context.aggregator.savedSearches()
        for word in words {
            if let source = SourceID(word.text), context.aggregator.registry[source] != nil {
                queries.append(try context.queryReader.read([QueryWord(word.text, qualifier: "source")]))
            } else if let search = saved.first(where: { $0.name == word.text }) {
                queries.append(try await context.query(of: search))
            } else {
                let names = context.aggregator.registry.instances.map(\.id.description) + saved.map(\.name)
                throw CommandError.usage(
                    "unknown source or saved search \(Quoted.text(word.text))"
                        + Nearest.hint(toName: word.text, among: names))
            }
        }
        let sources = queries.compactMap(\.sources)
        return (sources.count == queries.count ? sources.flatMap(\.self) : nil, queries)
    }

    private func markRead(_ arguments: Arguments, _ context: CommandContext) async throws -> CommandOutput {
        guard !arguments.words.isEmpty else {
            throw CommandError.usage("--read needs row numbers, addresses, sources, or “all”", help: declaration)
        }
        try rejectSince(arguments)
        // “news feed --read all” means all of the feed.
        let words = arguments.words.filter { $0.text != LimitOption.all }
        if words.isEmpty {
            try await context.aggregator.markRead(nil)
            return CommandOutput(TextAnswer("Marked everything as read."))
        }
        let records = words.filter(Self.isRecord)
        guard records.isEmpty else {
            guard records.count == arguments.words.count else {
                throw CommandError.usage("--read takes either records or sources, not both", help: declaration)
            }
            return try await mark(records, isRead: true, arguments, context)
        }
        let sources = try words.map { try context.instance($0.text).id }
        try await context.aggregator.markRead(sources)
        let names = sources.map(\.description).joined(separator: ", ")
        return CommandOutput(TextAnswer("Marked everything from \(names) as read."))
    }

    /// Marks records; an address that is typed must be that of a record.
    private func mark(
        _ words: [Word], isRead: Bool, _ arguments: Arguments, _ context: CommandContext
    ) async throws -> CommandOutput {
        try rejectSince(arguments)
        let addresses = try context.addresses(words, for: declaration)
        for address in words.compactMap({ RecordAddress($0.text) }) { _ = try await context.record(at: address) }
        let count = try await context.aggregator.mark(addresses, isRead: isRead)
        let records = RecordCount.text(count)
        return CommandOutput(TextAnswer("Marked \(records) as \(isRead ? "read" : "unread")."))
    }

    /// Marks are of whole records, whenever they changed.
    private func rejectSince(_ arguments: Arguments) throws {
        guard arguments[Self.since] != nil else { return }
        throw CommandError.usage("--since works only when showing news, not when marking records", help: declaration)
    }

    /// Whether a word is a row number, a range of them, or an address.
    private static func isRecord(_ word: Word) -> Bool {
        let isNumber = !word.text.isEmpty && word.text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
        return isNumber || RecordAddress(word.text) != nil
    }
}

extension CommandContext {
    /// The query of a saved search, to match single records against.
    ///
    /// - Throws: A failure if its command has no query.
    func query(of search: SavedSearch) async throws -> SearchQuery {
        guard let words = CommandLine(search.line).commands.first, let name = words.first else { return SearchQuery() }
        let command = try commands.resolve(name)
        let parameters = SavedParameters(words)
        if let open = parameters.parameters.first(where: { $0.standard == nil }) {
            throw CommandError.usage(
                "the saved search \(Quoted.text(search.name)) needs a value for “\(open.name)”, "
                    + "which you can give only with “run”")
        }
        let values = parameters.parameters.compactMap { parameter in
            parameter.standard.map { (parameter.name, Word($0)) }
        }
        let filled = parameters.filled(
            Array(words.dropFirst()), Dictionary(uniqueKeysWithValues: values), isSQL: command is SQLCommand)
        let arguments = try Arguments(filled, for: command.declaration)
        if let query = try await command.query(of: arguments, in: self) { return query }
        throw CommandError(
            code: "no_query",
            message: "the saved search \(Quoted.text(search.name)) has no query: it runs \(Quoted.text(name.text))")
    }
}
