import AggCore

/// What stands under an answer: how many records, how to see more, the time taken, and how fresh each source is and why.
struct Footer {
    let output: CommandOutput
    let style: Style
    var showsTiming = true

    /// The lines.
    func lines(_ answer: RecordsAnswer, more: String?) -> [String] {
        var count = answer.rows.count == 1 ? "1 record" : "\(answer.rows.count) records"
        if answer.isTruncated, let total = answer.total { count = "\(answer.rows.count) of \(total) records" }
        if answer.isTruncated { count += ", and there are more" + (more.map { ": \(VisibleText.of($0))" } ?? "") }
        let time = String(Int((output.elapsed.seconds * 100_000).rounded()))
        let padded = String(repeating: "0", count: max(0, 3 - time.count)) + time
        let taken = showsTiming ? " (\(padded.dropLast(2)).\(padded.suffix(2)) ms)" : ""
        let head = style.dim(count + taken)
        let notes = answer.notes.map { style.warning(VisibleText.of($0)) }
        let sources = answer.sources.filter { concerns($0, answer) }.map(\.status)
        return suggestion(answer) + [head] + notes + Self.freshness(sources, style)
    }

    /// How fresh sources are, a line each; those that have only their samples, where there are several, in one.
    static func freshness(_ statuses: [SourceStatus], _ style: Style) -> [String] {
        let samples = statuses.filter { $0.isServed && $0.origin == .starter && $0.notes.isEmpty }
        guard samples.count > 1 else { return statuses.map { freshness($0, style) } }
        let ids = samples.map(\.id.description).joined(separator: ", ")
        let why = samples.contains { $0.reason != nil } ? ", sources says why" : ""
        return statuses.filter { status in !samples.contains { $0.id == status.id } }
            .map { freshness($0, style) }
            + [style.dim(VisibleText.of("Sample data only from \(ids): refresh fetches them\(why)."))]
    }

    /// What may have been meant, where nothing matches.
    private func suggestion(_ answer: RecordsAnswer) -> [String] {
        guard !answer.suggestions.isEmpty else { return [] }
        return ["Did you mean " + VisibleText.of(answer.suggestions.map { "“\($0)”" }.joined(separator: ", ")) + "?"]
    }

    /// The sources that are in the answer, and those that have a reason to be spoken of.
    private func concerns(_ source: RecordsAnswer.Source, _ answer: RecordsAnswer) -> Bool {
        // Favorites are the person's own: a source without one among them has nothing to do with the answer.
        if output.isAboutFavorites { return answer.rows.contains { $0.address.source == source.status.id } }
        return answer.sources.count == 1 || source.status.reason != nil || !source.status.notes.isEmpty
            || answer.rows.contains { $0.address.source == source.status.id }
    }

    private static func freshness(_ status: SourceStatus, _ style: Style) -> String {
        let text = VisibleText.of(([text(status)] + status.notes).joined(separator: "; "))
        return status.isStale || !status.isServed || !status.notes.isEmpty ? style.warning(text) : style.dim(text)
    }

    /// The freshness of a source in one line, as "cities: stale, 3 h old: HTTP 503".
    static func text(_ status: SourceStatus) -> String {
        let age = status.age.map { "\(Age.text($0)) old" } ?? "never refreshed"
        let reason = status.reason.map { ": \($0)" } ?? ""
        return switch status.origin {
        case _ where !status.isServed: "\(status.id): no rows\(reason)"
        case .starter:
            "\(status.id): starter sample of \(status.records) records\(reason); refresh \(status.id) fetches all"
        case _ where status.isStale: "\(status.id): stale, \(age)\(reason)"
        default: "\(status.id): \(age)\(reason)"
        }
    }
}
