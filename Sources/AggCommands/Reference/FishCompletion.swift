/// Completion for fish.
package enum FishCompletion {
    /// The whole script.
    ///
    /// What fits is the program's to say, so that it is what its own prompt offers.
    package static func script(_ program: ProgramDeclaration) -> String {
        let name = program.name
        return #"""
            # Completion of \#(name) for fish. The program itself says what fits.

            function __\#(name)_complete
                set -l words (commandline -opc)
                set --erase words[1]
                # The word at the cursor without its quotes, of which the last may not be closed.
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
