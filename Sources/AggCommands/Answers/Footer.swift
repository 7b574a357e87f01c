import AggCore
import AggSearch
import AggSource
import AggStorage

/// The notes below an answer: the number of records, how to see more, the elapsed time, notes on the query, and how
/// fresh the sources in the answer are and why.
///
/// There are up to three lines, which are wrapped at a narrow terminal.
struct Footer {
    private let output: CommandOutput
    private let presentation: Presentation

    init(_ output: CommandOutput, _ presentation: Presentation) {
        self.output = output
        self.presentation = presentation
    }

    /// The maximum number of lines.
    static let greatestCount = 3

    /// The lines for records; `count` is their number if the answer has only some of them.
    func lines(_ report: RecordsReport, count shownCount: Int? = nil) -> [String] {
        let answer = report.answer
        let shownCount = shownCount ?? answer.rows.count
        var count = RecordCount.text(shownCount)
        if answer.isTruncated, let total = answer.total { count = "\(shownCount) of \(total) records" }
        if answer.isTruncated {
            count += report.more.map { "; for more: \($0)" } ?? ", more available"
        }
        let head =
            suggestion(answer) + [FooterLine(count + Self.taken(output.elapsed, presentation), .secondary)]
        let shown = Self.sources(of: answer)
        let statuses = answer.sources.map(\.status).filter { concerns($0, answer, shown) }
        let explanations = Array(answer.notes.prefix(answer.explanations))
        let warnings = Array(answer.notes.dropFirst(answer.explanations))
        let whole = report.explainsQuery ? explanations.map { FooterLine($0) } : []
        return (whole + head).flatMap { $0.lines(presentation) }
            + Self.lines(
                notes: whole.isEmpty ? explanations : [], warnings: warnings, statuses,
                among: answer.isOfFavorites ? nil : answer.sources.map(\.status), ofNothing: answer.rows.isEmpty,
                presentation, atMost: Self.greatestCount - head.count)
    }

    /// Notes, warnings, and the freshness of sources, among those that were asked, in up to a given number of lines.
    static func lines(
        notes: [String] = [], warnings: [String] = [], _ statuses: [SourceStatus],
        among asked: [SourceStatus]? = nil, ofNothing isEmpty: Bool = false, _ presentation: Presentation,
        atMost count: Int
    ) -> [String] {
        let all = notes.map { FooterLine($0) } + warnings.map { FooterLine($0, .warning) }
        let rest = all.count - mostNotes
        let others = rest == 1 ? "1 more note; --json shows it" : "\(rest) more notes; --json shows them"
        let more = rest > 0 ? [FooterLine("and \(others)")] : []
        let freshness = Freshness(statuses, among: asked, ofNothing: isEmpty, presentation).sentences
        return FooterLine.fitting(Array(all.prefix(mostNotes)) + more + freshness, atMost: count)
            .flatMap { $0.lines(presentation) }
    }

    /// The maximum number of notes to show.
    private static let mostNotes = 3

    /// The elapsed time in parentheses; empty if the settings hide it.
    static func taken(_ elapsed: Duration, _ presentation: Presentation) -> String {
        presentation.showsTiming ? " (\(TimeText.elapsed(elapsed)))" : ""
    }

    /// Suggestions if nothing matches.
    private func suggestion(_ answer: RecordsAnswer) -> [FooterLine] {
        guard !answer.suggestions.isEmpty else { return [] }
        return [FooterLine("Did you mean " + answer.suggestions.map { "“\($0)”" }.joined(separator: ", ") + "?")]
    }

    /// Whether a source belongs in the footer: it has rows in the answer, or rows that may not be shown.
    ///
    /// If the answer has no rows, sources with problems belong there, since they might have had some, and so does the
    /// only source that was queried.
    private func concerns(_ source: SourceStatus, _ answer: RecordsAnswer, _ shown: Set<SourceID>) -> Bool {
        // Favorites belong to the user and don't depend on a source.
        if answer.isOfFavorites { return shown.contains(source.id) }
        guard answer.rows.isEmpty else { return shown.contains(source.id) || source.withholdsRows }
        return answer.sources.count == 1 || source.reason != nil || !source.notes.isEmpty
    }

    private static func sources(of answer: RecordsAnswer) -> Set<SourceID> {
        var sources: Set<SourceID> = []
        for row in answer.rows where sources.insert(row.address.source).inserted {
            if sources.count == answer.sources.count { break }
        }
        return sources
    }
}

/// A line below an answer, and the meaning of its color.
struct FooterLine {
    private let text: String
    private let role: Style.Role?

    init(_ text: String, _ role: Style.Role? = nil) {
        self.text = text
        self.role = role
    }

    /// The line in its color, made safe for a terminal and wrapped to its width.
    func lines(_ presentation: Presentation) -> [String] { presentation.lines(of: VisibleText.of(text), role) }

    /// Up to a given number of lines; any further ones share the last line.
    static func fitting(_ lines: [FooterLine], atMost count: Int) -> [FooterLine] {
        guard lines.count > count else { return lines }
        let own = lines.prefix(max(0, count - 1))
        let shared = lines.dropFirst(own.count)
        // A warning stays visible, even if it shares its line.
        let role = shared.contains { $0.role == .warning } ? Style.Role.warning : shared.first?.role
        return own + [FooterLine(shared.map(\.text).joined(separator: " · "), role)]
    }
}
