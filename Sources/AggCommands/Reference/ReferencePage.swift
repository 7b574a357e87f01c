import AggSearch

/// The command reference, in Markdown.
package enum ReferencePage {
    /// The whole page.
    package static func markdown(_ program: ProgramDeclaration) -> String {
        let parts =
            [
                "# Command reference", "This page is made from the declarations of the commands by `make docs`.",
                "\(program.summary)", "```\n\(program.name) [OPTIONS] [COMMAND [ARGUMENTS]]\n```",
            ] + program.details.map(escaped)
            + [
                "## Options",
                table(["option", "meaning"], program.visibleOptions.map { ["`\($0.usage)`", $0.help] }),
            ]
            + ["## First steps", table(["line", "effect"], program.examples.map { ["`\($0.line)`", $0.effect] })]
            + ["## Commands", table(["command", "meaning"], program.commands.map { [link($0), $0.summary] })]
            + ["Every command takes these options too:"]
            + [table(["option", "meaning"], OutputOption.all.map { ["`\($0.usage)`", $0.help] })]
            + program.commands.map(section)
            + ["## Queries", escaped(QueryHelp.summary + " " + QueryElement.introduction)]
            + QueryElement.sections.map { heading, elements in
                table([heading.lowercased(), "meaning"], elements.map { ["`\($0.form)`", $0.summary] })
            }
            + [
                escaped(QueryElement.shellHint),
                table(
                    ["example", "effect"], QueryElement.all.flatMap(\.examples).map { ["`\($0.line)`", $0.effect] }),
            ]
            + ["## Settings", settings]
            + [
                "## Exit status",
                table(["status", "meaning"], program.statuses.map { ["\($0.status.rawValue)", $0.meaning] }),
            ]
            + ["## Environment", table(["variable", "meaning"], program.environment.map { [$0.name, $0.meaning] })]
            + ["## Files", table(["file", "meaning"], program.files.map { ["`\($0.path)`", $0.meaning] })]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func link(_ command: CommandDeclaration) -> String { "[`\(command.name)`](#\(command.name))" }

    private static func section(_ command: CommandDeclaration) -> String {
        var parts = ["### \(command.name)", command.summary, "```\n\(command.usages.joined(separator: "\n"))\n```"]
        if !command.details.isEmpty { parts.append(escaped(command.details)) }
        if !command.options.isEmpty {
            parts.append(table(["option", "meaning"], command.options.map { ["`\($0.usage)`", $0.help] }))
        }
        if !command.aliases.isEmpty {
            parts.append("Also: \(command.aliases.map { "`\($0)`" }.joined(separator: ", ")).")
        }
        parts.append(table(["example", "effect"], command.examples.map { ["`\($0.line)`", $0.effect] }))
        return parts.joined(separator: "\n\n")
    }

    private static var settings: String {
        let rows = SettingDeclaration.all.map { setting in
            ["`\(setting.name)`", setting.expectation, "`\(setting.read(Settings()))`", setting.summary]
        }
        return table(["setting", "takes", "default", "meaning"], rows)
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String { MarkdownTable.text(head, rows) }

    private static func escaped(_ text: String) -> String {
        text.exchangingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "<": "&lt;"
            case ">": "&gt;"
            case "*", "_", "#": "\\\(scalar)"
            default: nil
            }
        }
    }
}

/// A Markdown table, for the generated pages.
enum MarkdownTable {
    /// Writes a table, escaping vertical bars in cells.
    static func text(_ head: [String], _ rows: [[String]]) -> String {
        let rows = rows.map { $0.map { $0.exchangingScalars { $0 == "|" ? "\\|" : nil } } }
        return ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
            .joined(separator: "\n")
    }
}
