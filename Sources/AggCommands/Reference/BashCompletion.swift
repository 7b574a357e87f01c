/// Completion for bash 4.4 and later.
package enum BashCompletion {
    /// The whole script.
    ///
    /// What fits is the program's to say, so that it is what its own prompt offers; the script knows bash's quotes, and
    /// that bash parts words at `=` and `:` too. Nothing that was typed is ever run.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        return #"""
            # Completion of \#(name) for bash 4.4 and later. The program itself says what fits.

            # Takes the quotes and escapes from $1, into REPLY.
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
                # What stands without a blank between is one word, however bash has parted it.
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
                # What stands before the part of the word that bash takes the place of.
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
                        # The rest of an address follows its colon.
                        [[ $line != *: ]] || blank=
                        line=${line#"$stem"}
                        # Where no quote is open, bash takes the word as it would be typed.
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
