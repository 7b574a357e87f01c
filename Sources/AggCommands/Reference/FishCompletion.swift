/// Completion for fish.
package enum FishCompletion {
    /// The whole script.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        let first = "complete -c \(name) -n __fish_use_subcommand"
        var lines = [
            "# Completion of \(name) for fish, made from the declarations of its commands.", "",
            "function __\(name)_ids",
            "    \(name) --no-init --offline --quiet $argv[1] --columns $argv[2] --format tsv 2>/dev/null | tail -n +2",
            "end", "", "complete -c \(name) -f",
        ]
        lines += program.visibleOptions.map { option in
            let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
            return "\(first) \(long(option.name))\(short)\(value(option.value, program)) -d \(quoted(option.help))"
        }
        lines += program.commands.map { "\(first) -a \($0.name) -d \(quoted($0.summary))" }
        lines += program.commands.flatMap { own($0, program) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func own(_ command: CommandDeclaration, _ program: ProgramDeclaration) -> [String] {
        let names = [command.name] + command.aliases.filter { $0.first?.isLetter == true }
        let start = "complete -c \(program.name) -n '__fish_seen_subcommand_from \(names.joined(separator: " "))'"
        let options = command.allOptions.map { option in
            "\(start) \(long(option.name))\(value(option.value, program)) -d \(quoted(option.help))"
        }
        let arguments = command.arguments.compactMap { argument -> String? in
            if argument.value == .file { return "\(start) -F" }
            return words(argument.value, program).map { "\(start) -a \(quoted($0))" }
        }
        return options + arguments
    }

    /// `-c` is an option of one letter, the others are long.
    private static func long(_ name: String) -> String {
        name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }

    private static func value(
        _ value: (name: String, kind: CommandDeclaration.Value)?, _ program: ProgramDeclaration
    ) -> String {
        guard let value else { return "" }
        if value.kind == .file { return " -r -F" }
        return words(value.kind, program).map { " -x -a \(quoted($0))" } ?? " -x"
    }

    private static func words(_ kind: CommandDeclaration.Value, _ program: ProgramDeclaration) -> String? {
        switch kind {
        case .source: "(__\(program.name)_ids sources id)"
        case .saved: "(__\(program.name)_ids saved name)"
        case .command: program.commands.map(\.name).joined(separator: " ")
        case .setting: SettingDeclaration.all.map(\.name).joined(separator: " ")
        case .choice(let words): words.joined(separator: " ")
        default: nil
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.exchangingScalars { $0 == "'" || $0 == "\\" ? "\\\($0)" : nil } + "'"
    }
}
