import AggCore
import AggSource
package import AggStorage

/// The saved searches.
package struct SavedSearchesReport: Answer {
    package let searches: [SavedSearch]

    /// How their watches deliver new matches, by name.
    private let watches: [String: String]

    init(_ searches: [SavedSearch], _ watches: [Watch] = []) {
        self.searches = searches
        self.watches = Dictionary(watches.map { ($0.name, Self.text($0)) }, uniquingKeysWith: { $1 })
    }

    static let columnNames = ["name", "search", "watch"]

    private static func text(_ watch: Watch) -> String {
        watch.command.map { "notify: \($0)" } ?? watch.webhook.map { "webhook: \(Secrets.masked($0))" } ?? "alerts"
    }

    private var rows: [[String]] { searches.map { [$0.name, $0.line, watches[$0.name] ?? ""] } }

    package var ownColumns: [String]? { Self.columnNames }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let items = searches.map { search -> JSONValue in
            [
                "name": .string(search.name), "search": .string(search.line),
                "watch": watches[search.name].map(JSONValue.string) ?? .null,
            ]
        }
        return AnswerDocument(items, members: ["saved": .array(items)])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        searches.isEmpty ? nil : cells(output)?.list(presentation)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard !searches.isEmpty else { return AnswerText(["No saved searches."]) }
        let columns: [TextTable.Column] = [
            .init(heading: "name"), .init(heading: "search", isFlexible: true),
            .init(heading: "watch", isFlexible: true),
        ]
        return AnswerText(presentation.table(columns, rows))
    }
}
