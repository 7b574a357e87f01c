/// Completion for zsh.
package enum ZshCompletion {
    /// The whole script.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        let options = program.visibleOptions.map { option in
            specification(option.name, option.value, option.help, program)
        }
        let commands = program.commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        return """
            #compdef \(name)
            # Completion of \(name) for zsh, made from the declarations of its commands.

            _\(name)_ids() {
                local -a ids
                ids=(${(f)"$(\(name) --no-init --offline --quiet "$1" --columns "$2" --format tsv 2>/dev/null | tail -n +2)"})
                compadd -a ids
            }

            _\(name)_sources() { _\(name)_ids sources id }
            _\(name)_saved() { _\(name)_ids saved name }

            _\(name)() {
                local context state state_descr line
                typeset -A opt_args
                _arguments -C \\
            \(options.map { "        \($0) \\" }.joined(separator: "\n"))
                    '1: :->command' '*:: :->arguments' && return
                case $state in
                command)
                    local -a commands
                    commands=(
            \(commands.joined(separator: "\n"))
                    )
                    _describe command commands
                    ;;
                arguments)
                    case $words[1] in
            \(program.commands.map { branch($0, program) }.joined(separator: "\n"))
                    esac
                    ;;
                esac
            }

            _\(name) "$@"

            """
    }

    private static func branch(_ command: CommandDeclaration, _ program: ProgramDeclaration) -> String {
        let names = [command.name] + command.aliases.filter { $0.first?.isLetter == true }
        let options = command.allOptions.map { specification($0.name, $0.value, $0.help, program) }
        let arguments = command.arguments.enumerated().map { place, argument in
            let position = argument.isRepeated ? "*" : "\(place + 1)"
            return quoted("\(position):\(argument.name):\(action(argument.value, program))")
        }
        let all = (options + arguments).map { "                \($0)" }.joined(separator: " \\\n")
        let body = all.isEmpty ? "" : " \\\n\(all)"
        return "        \(names.joined(separator: "|")))\n            _arguments\(body)\n            ;;"
    }

    private static func specification(
        _ name: String, _ value: (name: String, kind: CommandDeclaration.Value)?, _ help: String,
        _ program: ProgramDeclaration
    ) -> String {
        let text = "\(name)[\(help.exchangingScalars { ["[", "]", ":"].contains($0) ? "\\\($0)" : nil })]"
        return quoted(value.map { "\(text):\($0.name):\(action($0.kind, program))" } ?? text)
    }

    private static func action(_ kind: CommandDeclaration.Value, _ program: ProgramDeclaration) -> String {
        switch kind {
        case .source: "_\(program.name)_sources"
        case .saved: "_\(program.name)_saved"
        case .file: "_files"
        case .command: "(\(program.commands.map(\.name).joined(separator: " ")))"
        case .setting: "(\(SettingDeclaration.all.map(\.name).joined(separator: " ")))"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        default: " "
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.exchangingScalars { $0 == "'" ? "'\\''" : nil } + "'"
    }
}
