/// A command of a line, and where its answer goes.
///
/// `> FILE`, `>> FILE` and `| COMMAND` count as words of their own that are neither quoted nor escaped. What follows `|` is
/// for the system's shell, as it was typed. `\G` as the last word shows one record at a time.
package struct Statement: Hashable, Sendable {
    /// Where an answer goes in place of standard output.
    package enum Destination: Hashable, Sendable {
        /// A file, made or written anew, or added to.
        case file(String, appends: Bool)
        /// A command of the system's shell, which reads the answer.
        case command(String)
    }

    /// The words of the command.
    package var words: [Word]
    /// Where the answer goes; nil for standard output.
    package var destination: Destination?
    /// Whether `\G` asks for one record at a time.
    package var isVertical = false
    /// What is wrong with what says where the answer goes, as a sentence without its full stop.
    package var fault: String?

    /// Makes a statement of words whose answer goes to standard output.
    package init(_ words: [Word]) {
        self.words = words
    }

    /// A word and where it stands on the line.
    struct Part {
        var word: Word
        var place: Range<Int>

        /// Whether it is a sign rather than a word.
        func isSign(_ sign: String) -> Bool { word.literalFrom == nil && word.text == sign }
    }

    /// Reads the words of a command; the letters of the line are what a shell gets.
    init(_ parts: [Part], _ letters: [Unicode.Scalar]) {
        let end = parts.firstIndex { part in ["|", ">", ">>"].contains { part.isSign($0) } } ?? parts.count
        var own = parts[..<end]
        if own.count > 1, own.last?.isSign("\\G") == true {
            own.removeLast()
            isVertical = true
        }
        words = own.map(\.word)
        guard end < parts.count else { return }
        let sign = parts[end].word.text
        let rest = parts[(end + 1)...]
        guard !words.isEmpty else {
            words = [parts[end].word]
            fault = "there is no command before “\(sign)”"
            return
        }
        guard let first = rest.first, let last = rest.last else {
            fault = sign == "|" ? "“|” needs a command behind it" : "“\(sign)” needs a file behind it"
            return
        }
        if sign == "|" {
            destination = .command(String(scalars: letters[first.place.lowerBound..<last.place.upperBound]))
        } else if rest.count == 1, !first.word.text.isEmpty {
            destination = .file(first.word.text, appends: sign == ">>")
        } else {
            let extra = rest.dropFirst().first?.word.text ?? ""
            fault = "“\(sign)” takes one file at the end of a command, and does not take “\(extra)”"
        }
    }
}

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
