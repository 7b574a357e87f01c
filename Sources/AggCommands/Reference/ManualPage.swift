import AggSearch

/// Manual pages, in the man macros of roff; their date has the form 2026-11-21.
package enum ManualPage {
    /// The page of the program: agg(1).
    package static func text(_ program: ProgramDeclaration, version: String, date: String) -> String {
        var page = header(program.name, program.summary, version, date)
        page +=
            section("SYNOPSIS") + [
                ".B \(escaped(program.name))", "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]]",
            ]
        page += section("DESCRIPTION") + program.details.flatMap { [".PP", line($0)] }
        page +=
            section("OPTIONS")
            + program.visibleOptions.flatMap { option in
                item([option.name, option.short].compactMap(\.self), option.value?.name, option.help)
            }
        page += section("COMMANDS")
        page += program.commands.flatMap { item([$0.name], nil, $0.summary + " See \(program.name)-\($0.name)(1).") }
        page += section("SETTINGS")
        page += SettingDeclaration.all.flatMap { item([$0.name], nil, "\($0.summary) Value: \($0.expectation).") }
        page += section("EXIT STATUS") + program.statuses.flatMap { item(["\($0.status.rawValue)"], nil, $0.meaning) }
        page += section("ENVIRONMENT") + program.environment.flatMap { item([$0.name], nil, $0.meaning) }
        page += section("FILES") + program.files.flatMap { item([$0.path], nil, $0.meaning) }
        page += section("QUERIES") + [line("\(QueryElement.introduction) See \(program.name)-query(1).")]
        page += section("EXAMPLES") + program.examples.flatMap { item([$0.line], nil, $0.effect) }
        return page.joined(separator: "\n") + "\n"
    }

    /// The page of a command: agg-NAME(1).
    package static func text(
        _ command: CommandDeclaration, of program: ProgramDeclaration, version: String, date: String
    ) -> String {
        var page = header("\(program.name)-\(command.name)", command.summary, version, date)
        page += section("SYNOPSIS") + [".B \(escaped(program.name))", line(command.usage)]
        page += command.forms.flatMap {
            [".br", ".B \(escaped(program.name))", line("\(command.name) \($0.usage)")]
        }
        page += section("DESCRIPTION") + [line(command.summary)]
        if !command.details.isEmpty { page += [".PP", line(command.details)] }
        if !command.aliases.isEmpty { page += [".PP", line("Aliases: \(command.aliases.joined(separator: ", ")).")] }
        if !command.allOptions.isEmpty {
            page += section("OPTIONS") + command.allOptions.flatMap { item([$0.name], $0.value?.name, $0.help) }
        }
        page += section("EXAMPLES") + command.examples.flatMap { item([$0.line], nil, $0.effect) }
        let takesQuery = command.arguments.contains { $0.value == .query }
        let others = takesQuery ? ", \(escaped("\(program.name)-query")) (1)" : ""
        page += section("SEE ALSO") + [".BR \(escaped(program.name)) (1)\(others)"]
        return page.joined(separator: "\n") + "\n"
    }

    /// The page of the query language: agg-query(1).
    package static func query(of program: ProgramDeclaration, version: String, date: String) -> String {
        var page = header("\(program.name)-query", QueryHelp.summary, version, date)
        page += section("SYNOPSIS") + [".B \(escaped(program.name))", line("search [QUERY...]")]
        page += section("DESCRIPTION") + [line(QueryElement.introduction), ".PP", line(QueryElement.shellHint)]
        for (heading, elements) in QueryElement.sections {
            page += section(heading.uppercased()) + elements.flatMap { item([$0.form], nil, $0.summary) }
        }
        page += section("EXAMPLES")
        page += QueryElement.all.flatMap(\.examples).flatMap { item([$0.line], nil, $0.effect) }
        page += section("SEE ALSO") + [".BR \(escaped(program.name)) (1), \(escaped("\(program.name)-search")) (1)"]
        return page.joined(separator: "\n") + "\n"
    }

    private static func header(_ name: String, _ summary: String, _ version: String, _ date: String) -> [String] {
        let short = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        return [".TH \(escaped(name.uppercased())) 1 \"\(date)\" \"agg \(version)\" \"User Commands\""]
            + section("NAME") + ["\(escaped(name)) \\- \(escaped(short))"]
    }

    private static func section(_ title: String) -> [String] { [".SH \(title)"] }

    private static func item(_ names: [String], _ value: String?, _ text: String) -> [String] {
        let head = names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
        return [".TP", head + (value.map { " \\fI\(escaped($0))\\fR" } ?? ""), line(text)]
    }

    /// Escapes text at the start of a line, where a period or an apostrophe would start a request.
    private static func line(_ text: String) -> String {
        let text = escaped(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    private static func escaped(_ text: String) -> String {
        text.exchangingScalars { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "“": "\\(lq"
            case "”": "\\(rq"
            case "…": "..."
            case "\n": " "
            default: nil
            }
        }
    }
}
