import AggCore

/// The query language for people, from its declarations: the page of `help query`.
enum QueryHelp {
    /// What the page is about, in one sentence.
    static let summary = "The words and conditions that search, list, near, favorites, facet and other commands take."

    /// The whole page.
    static var text: String {
        let sections = QueryElement.sections.map { heading, elements in
            "\(heading)\n" + HelpText.columns(elements.map { ($0.form, $0.summary) })
        }
        let examples = QueryElement.all.flatMap(\.examples)
        let lines = HelpText.columns(examples.map { ($0.line, $0.effect) })
        let parts = [summary, QueryElement.introduction] + sections + ["Examples\n\(lines)", QueryElement.shellHint]
        return parts.joined(separator: "\n\n")
    }
}
