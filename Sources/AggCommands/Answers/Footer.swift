import AggCore
import AggSearch
import AggSource
import AggStorage

/// What is said under an answer in three lines at most: how many records, how to see more, the time taken, what to know of the
/// query, and how fresh the sources in the answer are and why.
struct Footer {
    private let output: CommandOutput
    private let presentation: Presentation

    init(_ output: CommandOutput, _ presentation: Presentation) {
        self.output = output
        self.presentation = presentation
    }

    /// The most lines.
    static let greatestCount = 3

    private var style: Style { presentation.style }

    func lines(_ report: RecordsReport) -> [String] {
        let answer = report.answer
        var count = answer.rows.count == 1 ? "1 record" : "\(answer.rows.count) records"
        if answer.isTruncated, let total = answer.total { count = "\(answer.rows.count) of \(total) records" }
        if answer.isTruncated {
            count += ", and there are more" + (report.more.map { ": \(VisibleText.of($0))" } ?? "")
        }
        let head = suggestion(answer) + [style.dim(count + Self.taken(output.elapsed, presentation))]
        let shown = Self.sources(of: answer)
        let statuses = answer.sources.map(\.status).filter { concerns($0, answer, shown) }
        let explanations = Array(answer.notes.prefix(answer.explanations))
        let warnings = Array(answer.notes.dropFirst(answer.explanations))
        // To explain the query is what this command is for.
        let whole = output.command == "explain" ? explanations.map(VisibleText.of) : []
        return whole + head
            + Self.lines(
                notes: whole.isEmpty ? explanations : [], warnings: warnings, statuses, presentation,
                atMost: Self.greatestCount - head.count)
    }

    /// Notes, warnings, and how fresh sources are, in so many lines.
    static func lines(
        notes: [String] = [], warnings: [String] = [], _ statuses: [SourceStatus], _ presentation: Presentation,
        atMost count: Int
    ) -> [String] {
        let all = notes.map { FooterLine($0) } + warnings.map { FooterLine($0, .warning) }
        let rest = all.count - mostNotes
        let more = rest > 0 ? [FooterLine("and \(rest) more notes, which --json shows")] : []
        return FooterLine.fitting(
            Array(all.prefix(mostNotes)) + more + Freshness(statuses, presentation).sentences, atMost: count
        )
        .map { $0.text(presentation.style) }
    }

    /// The most notes that are shown.
    private static let mostNotes = 3

    /// The time taken, in parentheses; empty if the settings leave it out.
    static func taken(_ elapsed: Duration, _ presentation: Presentation) -> String {
        presentation.showsTiming ? " (\(TimeText.elapsed(elapsed)))" : ""
    }

    /// What may have been meant, if nothing matches.
    private func suggestion(_ answer: RecordsAnswer) -> [String] {
        guard !answer.suggestions.isEmpty else { return [] }
        return ["Did you mean " + VisibleText.of(answer.suggestions.map { "“\($0)”" }.joined(separator: ", ")) + "?"]
    }

    /// Whether a source belongs in the footer: it has rows in the answer.
    ///
    /// Of an answer without rows, those in trouble do, which may have had some, and the only one asked.
    private func concerns(_ source: SourceStatus, _ answer: RecordsAnswer, _ shown: Set<SourceID>) -> Bool {
        // Favorites are the person's own: they do not depend on a source.
        guard answer.rows.isEmpty, !answer.isOfFavorites else { return shown.contains(source.id) }
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

/// A line under an answer, and what its color says.
struct FooterLine {
    private let text: String
    private let role: Style.Role?

    init(_ text: String, _ role: Style.Role? = nil) {
        self.text = text
        self.role = role
    }

    /// The line in its color, harmless for a terminal.
    func text(_ style: Style) -> String { style.text(VisibleText.of(text), role) }

    /// At most so many lines: what has none of its own shares the last one.
    static func fitting(_ lines: [FooterLine], atMost count: Int) -> [FooterLine] {
        guard lines.count > count else { return lines }
        let own = lines.prefix(max(0, count - 1))
        let shared = lines.dropFirst(own.count)
        // What is doubtful is seen, whatever it shares its line with.
        let role = shared.contains { $0.role == .warning } ? Style.Role.warning : shared.first?.role
        return own + [FooterLine(shared.map(\.text).joined(separator: " · "), role)]
    }
}
