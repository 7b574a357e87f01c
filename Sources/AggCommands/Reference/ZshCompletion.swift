/// Completion for zsh.
package enum ZshCompletion {
    /// The whole script.
    ///
    /// What fits is the program's to say, so that it is what its own prompt offers.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        return #"""
            #compdef \#(name)
            # Completion of \#(name) for zsh. The program itself says what fits.

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
                        # The rest of an address follows its colon.
                        if [[ $word == *: ]]; then
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
