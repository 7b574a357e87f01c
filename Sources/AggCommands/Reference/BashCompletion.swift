/// Completion for bash.
package enum BashCompletion {
    /// The whole script.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        let valued = program.visibleOptions.filter { $0.value != nil }.map(\.name)
        let options = program.visibleOptions.flatMap { [$0.name, $0.short].compactMap(\.self) }
        let names = program.commands.map(\.name)
        return """
            # Completion of \(name) for bash, made from the declarations of its commands.

            _\(name)_ids() { \(name) --no-init --offline --quiet "$1" --columns "$2" --format tsv 2>/dev/null | tail -n +2; }

            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= index
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case ${COMP_WORDS[index]} in
                    \(valued.joined(separator: "|"))) ((index++)) ;;
                    -*) ;;
                    *) command=${COMP_WORDS[index]}; break ;;
                    esac
                done
                local words=
                case $command:$previous in
            \(program.visibleOptions.compactMap { option in option.value.map { ("*:\(option.name)", $0.kind) } }
                .compactMap { value($0.0, $0.1, program) }.joined(separator: "\n"))
            \(program.commands.flatMap { values($0, program) }.joined(separator: "\n"))
                esac
                case $command in
                '') words="\((names + options).joined(separator: " "))" ;;
            \(program.commands.map { own($0, program) }.joined(separator: "\n"))
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }

            complete -o default -F _\(name) \(name)

            """
    }

    private static func patterns(_ command: CommandDeclaration) -> [String] {
        ([command.name] + command.aliases.filter { $0.first?.isLetter == true })
    }

    private static func values(_ command: CommandDeclaration, _ program: ProgramDeclaration) -> [String] {
        command.options.compactMap { option in
            option.value.flatMap { kind in
                value(patterns(command).map { "\($0):\(option.name)" }.joined(separator: "|"), kind.kind, program)
            }
        }
    }

    /// A branch for what follows an option that takes a value; nil where nothing is known of it.
    private static func value(
        _ pattern: String, _ kind: CommandDeclaration.Value, _ program: ProgramDeclaration
    ) -> String? {
        if kind == .file { return "    \(pattern)) COMPREPLY=($(compgen -f -- \"$current\")); return ;;" }
        guard let words = words(kind, program) else { return nil }
        return "    \(pattern)) COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\")); return ;;"
    }

    private static func own(_ command: CommandDeclaration, _ program: ProgramDeclaration) -> String {
        let arguments = command.arguments.compactMap { words($0.value, program) }
        let all = (arguments + command.allOptions.map(\.name)).joined(separator: " ")
        return "    \(patterns(command).joined(separator: "|"))) words=\"\(all)\" ;;"
    }

    private static func words(_ kind: CommandDeclaration.Value, _ program: ProgramDeclaration) -> String? {
        switch kind {
        case .source: "$(_\(program.name)_ids sources id)"
        case .saved: "$(_\(program.name)_ids saved name)"
        case .command: program.commands.map(\.name).joined(separator: " ")
        case .setting: SettingDeclaration.all.map(\.name).joined(separator: " ")
        case .choice(let words): words.joined(separator: " ")
        default: nil
        }
    }
}
