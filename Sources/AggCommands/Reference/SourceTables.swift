import AggCore
package import AggSource

/// The tables of a source's page, in Markdown, generated from its module's declarations.
package enum SourceTables {
    /// The configuration keys of a kind, in addition to those of every source.
    package static func keys(of kind: any DataSource.Type) -> String {
        table(kind.parameters)
    }

    /// The keys that every source may have.
    package static var commonKeys: String {
        let first = [
            ["`id`", "lowercase letters, digits, and hyphens", "", "The name of the source."],
            [
                "`kind`", "a kind of source", "",
                "The kind of the source; optional if the id is that of a built-in source.",
            ],
            ["`enabled`", "true or false", "`true`", "Whether the source is enabled."],
        ]
        return MarkdownTable.text(head, first + SourceTables.rows(SourcePolicy.parameters + Simulation.parameters))
    }

    package static func columns(of source: any DataSource) -> String {
        MarkdownTable.text(
            ["column", "type", "description"],
            source.columns.map { column in
                let unit = column.unit.map { " Unit: \($0)." } ?? ""
                return ["`\(column.name)`", column.kind.rawValue, column.summary + unit]
            })
    }

    static let head = ["key", "value", "default", "description"]

    private static func table(_ parameters: [Parameter]) -> String { MarkdownTable.text(head, rows(parameters)) }

    private static func rows(_ parameters: [Parameter]) -> [[String]] {
        parameters.map { parameter in
            ["`\(parameter.name)`", parameter.kind.expectation, standard(parameter), parameter.help]
        }
    }

    /// The default value as a table cell: a long URL is shown as a link with its host.
    private static func standard(_ parameter: Parameter) -> String {
        guard let text = parameter.defaultText else { return "" }
        guard text.count > 40, let host = text.split(separator: "/").dropFirst().first else { return "`\(text)`" }
        return "[\(host)](\(text))"
    }
}
