/// Splits a line of the prompt or of a script into commands and their words.
///
/// Words are split at blanks. A quote opens a quoted word only where a word or the value behind a `name:` begins, and only
/// if the same quote closes a word on the line; otherwise it is a letter. A backslash escapes a blank, a quote, a
/// backslash, `;`, `#` and `|`, and is itself before anything else. `;` separates commands at the end of a word, `|` counts
/// only as a word of its own, and so do `>` and `>>`. A line whose first word begins with `#` or is `--` is a comment, and
/// so is the rest of a line from a word that begins with `#`. What stands behind `sql` is taken as `RawText` says.
package struct CommandLine: Hashable, Sendable {
    /// The commands of the line, each with where its answer goes.
    package let statements: [Statement]

    /// The words of the commands, without what says where their answers go.
    package var commands: [[Word]] { statements.map(\.words) }

    /// Splits a line; any text is one.
    package init(_ line: String) {
        var splitter = StatementSplitter(line)
        statements = splitter.split()
    }
}
