import AggCommands
import AggSource

/// Joins the lines of an SQL statement that ends with a semicolon on a later line.
struct StatementLines {
    /// A line, or several joined ones.
    struct Joined {
        /// The line.
        var line: String
        /// How many lines follow the first one.
        var following = 0
        /// The line read after the statement that does not belong to it; nil if none was read.
        var next: LineInput?
    }

    /// Joins the lines of a script: a statement continues unless the next line starts with the name of a command.
    ///
    /// A complete statement continues only if the next line is already available and starts with a clause, so that a
    /// program waiting for the answer gets it.
    static func joined(
        _ first: String, ready: () -> LineInput?, next: () async -> LineInput
    ) async -> Joined {
        var joined = Joined(line: first)
        var ending = CommandLine.ending(of: first)
        while ending != .closed {
            let isWhole = ending == .open && joined.following == 0
            guard let input = isWhole ? ready() : await next() else { break }
            guard case .line(let line) = input, isWhole ? SQLText.canContinue(line) : !isCommand(line) else {
                joined.next = input
                break
            }
            joined.line += "\n" + line
            joined.following += 1
            // Only these end a statement, so a long one is not read again for each of its lines.
            guard line.contains(where: { ";|>".contains($0) }) else { continue }
            joined.line = SQLText.withoutComments(joined.line)
            ending = CommandLine.ending(of: joined.line)
        }
        if joined.following > 0 { joined.line = SQLText.withoutComments(joined.line) }
        return joined
    }

    /// Joins the lines typed at a prompt, of which `next` receives the earlier ones; nil if the statement was canceled
    /// or the input ended.
    static func typed(_ first: String, next: (_ earlier: String) async -> LineInput) async -> String? {
        var ending = CommandLine.ending(of: first)
        guard ending == .incomplete else { return first }
        // A comment that is closed in a later line is left to SQL.
        var typed = SQLText.endsInComment(first) ? first : CommandLine.withoutOpenComments(first)
        var line = typed
        while ending != .closed {
            guard case .line(let more) = await next(typed) else { return nil }
            typed += "\n" + more
            // Only these end a statement, so a long one is not read again for each of its lines.
            guard more.contains(where: { ";|>".contains($0) }) else { continue }
            line = SQLText.withoutComments(typed)
            ending = CommandLine.ending(of: line)
        }
        return line
    }

    /// A typed statement in one line, as the history keeps it; nil if it would mean something else there because a line
    /// break is in quotes.
    static func kept(_ statement: String) -> String? {
        guard statement.contains("\n") else { return statement }
        let isQuoted = CommandLine(statement).commands.joined().contains { SQLText.hasQuotedLineBreak($0.text) }
        return isQuoted ? nil : statement.replacingEach("\n", with: " ")
    }

    private static func isCommand(_ line: String) -> Bool {
        guard let word = CommandLine(line).commands.first?.first, word.literalFrom == nil else { return false }
        return CommandRegistry.builtIn.command(named: word.text) != nil
    }
}
