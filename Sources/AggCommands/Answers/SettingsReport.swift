import AggCore
import AggSource

/// Settings with their values and origins.
package struct SettingsReport: Answer {
    /// A setting with its value and origin.
    package struct Item: Sendable {
        /// The declaration of the setting.
        package var setting: SettingDeclaration
        package var value: String
        /// The origin of the value.
        package var origin: SettingOrigin
    }

    package let settings: [Item]

    init(_ settings: [Item]) {
        self.settings = settings
    }

    static let columnNames = ["name", "value", "from"]

    package var canBeShownAgain: Bool { false }

    package var ownColumns: [String]? { Self.columnNames }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let items = settings.map { item -> JSONValue in
            [
                "name": .string(item.setting.name), "value": .string(item.value),
                "from": .string(item.origin.rawValue),
            ]
        }
        return AnswerDocument(items, members: ["settings": .array(items)])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? {
        let rows = settings.map { [$0.setting.name, $0.value, $0.origin.rawValue] }
        return AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let columns: [TextTable.Column] = [
            .init(heading: "setting"), .init(heading: "value", isFlexible: true), .init(heading: "from"),
        ]
        let rows = settings.map { [$0.setting.name, $0.value, $0.origin.rawValue] }
        let widths = TextTable(columns: columns, rows: rows.map { $0.map(VisibleText.of) }).naturalWidths
        let room = presentation.width.map { $0 - widths.reduce(0) { $0 + ($1 ?? 0) + 2 } }
        if let room, room < Self.leastRoom { return AnswerText(stacked(columns, rows, presentation)) }
        let wrapped = zip(settings, rows).flatMap { item, row in
            WrappedText.of(item.setting.summary, width: room).split(separator: "\n").enumerated().map { place, line in
                (place == 0 ? row : ["", "", ""]) + [String(line)]
            }
        }
        return AnswerText(presentation.table(columns + [.init(heading: "description")], wrapped))
    }

    /// The width below which descriptions are not next to the other columns but below each row.
    private static let leastRoom = 30

    private func stacked(
        _ columns: [TextTable.Column], _ rows: [[String]], _ presentation: Presentation
    ) -> [String] {
        let lines = presentation.table(columns, rows)
        let headings = lines.count - rows.count
        return Array(lines.prefix(headings))
            + zip(settings, lines.dropFirst(headings)).flatMap { item, line in
                [line] + presentation.lines(of: "  " + item.setting.summary)
            }
    }
}
