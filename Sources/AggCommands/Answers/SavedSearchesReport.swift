import AggCore
import AggSource
package import AggStorage

/// The saved searches.
package struct SavedSearchesReport: Answer {
    package let searches: [SavedSearch]

    init(_ searches: [SavedSearch]) {
        self.searches = searches
    }

    static let columnNames = ["name", "search"]

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let items = searches.map { search -> JSONValue in
            ["name": .string(search.name), "search": .string(search.line)]
        }
        return AnswerDocument(items, members: ["saved": .array(items)])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        AnswerTable(Self.columnNames, searches.map { [$0.name, $0.line] }, choosing: output.columns)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard !searches.isEmpty else { return AnswerText(["No search is saved."]) }
        let columns: [TextTable.Column] = [.init(heading: "name"), .init(heading: "search", isFlexible: true)]
        return AnswerText(presentation.table(columns, searches.map { [$0.name, $0.line] }))
    }
}
