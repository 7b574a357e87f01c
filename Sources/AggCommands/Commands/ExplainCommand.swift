import AggCore
import AggSearch
import AggStorage

/// `explain`: shows how a query is interpreted, and why each record matches.
struct ExplainCommand: Command {
    let declaration = CommandDeclaration(
        name: "explain", summary: "Explain how a query is interpreted and why each record matches.",
        details: """
            Takes the same query as “search”. For each record, the output shows the kind of match (e.g. title-prefix) \
            and why the record matches. Below the records, the output shows how each part of the query is interpreted, \
            and which spelling variants are searched.
            """,
        arguments: [.init(name: "WORDS", value: .query, isOptional: true, isRepeated: true)],
        options: [
            LimitOption.option("Show up to N records; N can be “all”.")
        ],
        examples: [
            .init(line: "explain st louis country:US", effect: "the parts of the query, and why each record matches")
        ])
    let readsRecords = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        var words = arguments.words
        if let first = words.first, !first.isQuoted, ["search", "find"].contains(first.text) { words.removeFirst() }
        let query = try context.query(words)
        let settings = context.session.settings
        let limit = arguments.limit ?? settings.limit
        var answer = try await context.aggregator.search(query, limit: limit, usesCache: settings.usesCache)
        let explanations = Self.lines(query)
        answer.notes = explanations + answer.notes
        answer.explanations = explanations.count
        // With a reason, JSON says why each record matches, too.
        for index in answer.rows.indices { answer.rows[index].reason = answer.rows[index].why }
        let typed = CommandLine.query(words)
        let more = context.more([Word("explain")] + words, beyond: limit)
        var report = RecordsReport(answer, query: typed, more: more)
        report.explainsQuery = true
        return CommandOutput(report)
    }

    private static func lines(_ query: SearchQuery) -> [String] {
        guard !query.isBlank else { return ["an empty query shows your favorites"] }
        let forms = query.text.forms.map { "“\($0.text)”" }
        return query.terms.map(\.explanation)
            + (forms.isEmpty ? [] : ["variants: \(forms.joined(separator: ", "))"])
            + (query.accents == .strict
                ? ["accent matching is strict: a letter typed with an accent matches only itself"] : [])
    }
}
