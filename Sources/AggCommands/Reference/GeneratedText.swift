/// The documents and completions generated from the declarations, by name.
package enum GeneratedText {
    /// The names; there is also `man-NAME` for each command.
    package static let names = ["reference", "man", "man-query", "bash", "zsh", "fish", "commands"]

    /// Returns the text with a given name; nil if the name is unknown.
    ///
    /// The date of the manual has the form 2026-11-21.
    package static func text(
        _ name: String, of program: ProgramDeclaration, version: String, date: String
    ) -> String? {
        switch name {
        case "reference": return ReferencePage.markdown(program)
        case "man": return ManualPage.text(program, version: version, date: date)
        case "man-query": return ManualPage.query(of: program, version: version, date: date)
        case "bash": return BashCompletion.script(program)
        case "zsh": return ZshCompletion.script(program)
        case "fish": return FishCompletion.script(program)
        case "commands": return program.commands.map { $0.name + "\n" }.joined()
        default:
            let command = program.commands.first { "man-\($0.name)" == name }
            return command.map { ManualPage.text($0, of: program, version: version, date: date) }
        }
    }
}

/// Completion for bash 4.4 and later.
package enum BashCompletion {
    /// The whole script.
    ///
    /// The program itself provides the candidates, so that they are the same as at its own prompt; the script handles
    /// bash's quotes, and the fact that bash also splits words at `=` and `:`. Nothing that was typed is ever executed.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        return #"""
            # bash completion for \#(name) (bash 4.4 or later). \#(name) itself provides the candidates.

            # Sets REPLY to $1 without quotes and escapes.
            _\#(name)_plain() {
                local rest=$1 quote= sign
                REPLY=
                while [[ $rest ]]; do
                    sign=${rest:0:1} rest=${rest:1}
                    case $quote$sign in
                    \' | \") quote=$sign ;;
                    \'\' | \"\") quote= ;;
                    \\ | \"\\)
                        if [[ $quote && ${rest:0:1} != [\\\"\$\`] ]]; then REPLY+=$sign; fi
                        REPLY+=${rest:0:1} rest=${rest:1}
                        ;;
                    *) REPLY+=$sign ;;
                    esac
                done
            }

            _\#(name)() {
                local IFS=$' \t\n' REPLY
                local -a words=() lines=()
                local index part blank rest=${COMP_LINE:0:${COMP_POINT:-0}} current stem kind prefix line
                # Text without a space in between is one word, however bash has split it.
                for ((index = 0; index <= COMP_CWORD; index++)); do
                    part=${COMP_WORDS[index]} blank=' '
                    if [[ $COMP_LINE ]]; then
                        blank=${rest%%[![:space:]]*} rest=${rest:${#blank}}
                        ((index < COMP_CWORD)) || part=$rest
                        rest=${rest#"$part"}
                    fi
                    if [[ $blank || $index == 0 ]]; then words+=("$part"); else words[-1]+=$part; fi
                done
                for index in "${!words[@]}"; do
                    _\#(name)_plain "${words[index]}"
                    words[index]=$REPLY
                done
                # The text before the part of the word that bash replaces.
                current=${words[-1]} stem=
                if (($#)); then
                    _\#(name)_plain "$2"
                    if [[ $current == *"$REPLY" ]]; then stem=${current:0:${#current}-${#REPLY}}; fi
                fi

                mapfile -t lines < <(command \#(name) --complete "${words[@]:1}" 2>/dev/null)
                ((${#lines[@]})) || return
                kind=${lines[0]%%$'\t'*} prefix=${lines[0]#*$'\t'}
                COMPREPLY=()
                case $kind in
                files | folders)
                    compopt -o filenames 2>/dev/null
                    current=${current:${#prefix}}
                    if [[ $kind == files ]]; then
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    else
                        mapfile -t COMPREPLY < <(compgen -d -- "$current")
                    fi
                    for index in "${!COMPREPLY[@]}"; do
                        line=$prefix${COMPREPLY[index]}
                        COMPREPLY[index]=${line#"$stem"}
                    done
                    ;;
                words)
                    blank=' ' part=${COMP_LINE:0:${COMP_POINT:-0}} part=${part%"$2"}
                    for line in "${lines[@]:1}"; do
                        line=${line%%$'\t'*}
                        # An address or a filter continues after its colon, and a parameter after its equals sign.
                        [[ $line != *[:=] ]] || blank=
                        line=${line#"$stem"}
                        # Outside quotes, bash inserts the word as is, so escape it.
                        [[ $part == *[\"\'] ]] || printf -v line %q "$line"
                        COMPREPLY+=("$line")
                    done
                    [[ $blank ]] || compopt -o nospace 2>/dev/null
                    ;;
                esac
            }

            complete -F _\#(name) \#(name)

            """#
    }
}

/// Completion for fish.
package enum FishCompletion {
    /// The whole script.
    ///
    /// The program itself provides the candidates, so that they are the same as at its own prompt.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        return #"""
            # fish completion for \#(name). \#(name) itself provides the candidates.

            function __\#(name)_complete
                set -l words (commandline -opc)
                set --erase words[1]
                # The word at the cursor, unquoted; its last quote may still be open.
                set -l raw (commandline -ct)
                set -l typed (string unescape -- "$raw"; or string unescape -- "$raw\""; or string unescape -- "$raw'")
                set -l lines (command \#(name) --complete $words "$typed" 2>/dev/null)
                set -l head (string split -- \t $lines[1])
                set -l prefix $head[2]
                switch $head[1]
                    case files folders
                        set -l path (string sub -s (math (string length -- "$prefix") + 1) -- "$typed")
                        if test $head[1] = files
                            string join -- \n $prefix(__fish_complete_path "$path")
                        else
                            string join -- \n $prefix(__fish_complete_directories "$path")
                        end
                    case words
                        set --erase lines[1]
                        string join -- \n $lines
                end
            end

            complete -c \#(name) -f -a '(__\#(name)_complete)'

            """#
    }
}

/// Completion for zsh.
package enum ZshCompletion {
    /// The whole script.
    ///
    /// The program itself provides the candidates, so that they are the same as at its own prompt.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        return #"""
            #compdef \#(name)
            # zsh completion for \#(name). \#(name) itself provides the candidates.

            _\#(name)() {
                local -a lines ended open
                local kind prefix line word help
                lines=("${(@f)$(command \#(name) --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
                kind=${lines[1]%%$'\t'*} prefix=${lines[1]#*$'\t'}
                case $kind in
                files | folders)
                    [[ -z $prefix ]] || compset -P "${(b)prefix}"
                    if [[ $kind == files ]]; then _files; else _files -/; fi
                    ;;
                words)
                    for line in "${(@)lines[2,-1]}"; do
                        word=${line%%$'\t'*} help=
                        [[ $line != *$'\t'* ]] || help=:${line#*$'\t'}
                        # An address or a filter continues after its colon, and a parameter after its equals sign.
                        if [[ $word == *[:=] ]]; then
                            open+=("${${word//\\/\\\\}//:/\\:}$help")
                        else
                            ended+=("${${word//\\/\\\\}//:/\\:}$help")
                        fi
                    done
                    _describe \#(name) ended -- open -S ''
                    ;;
                esac
            }

            if [[ $funcstack[1] == _\#(name) ]]; then _\#(name) "$@"; else compdef _\#(name) \#(name); fi

            """#
    }
}
