/// What is made from the declarations: documents and completions, by name.
package enum GeneratedText {
    /// The names; there is also `man-NAME` for each command.
    package static let names = ["reference", "man", "man-query", "bash", "zsh", "fish", "commands"]

    /// The text of a name; nil where there is none.
    ///
    /// The date of the manual is written as 2026-11-21.
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
