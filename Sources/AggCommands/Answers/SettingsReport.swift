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

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        cells(output)?.list(presentation)
    }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let columns: [TextTable.Column] = [
            .init(heading: "setting"), .init(heading: "value", isFlexible: true), .init(heading: "from"),
        ]
        let rows = settings.map { item in
            (cells: [item.setting.name, item.value, item.origin.rawValue], prose: item.setting.summary)
        }
        return AnswerText(DescribedTable(columns: columns, heading: "description", rows: rows).lines(presentation))
    }
}
