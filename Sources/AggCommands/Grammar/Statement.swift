/// A command in a line, and the destination of its answer.
///
/// `> FILE`, `>> FILE`, and `| COMMAND` are recognized only as separate words that are neither quoted nor escaped. The
/// text after `|` is passed to the system's shell as typed. `\G` as the last word shows one record at a time.
package struct Statement: Hashable, Sendable {
    /// The destination of an answer instead of standard output.
    package enum Destination: Hashable, Sendable {
        /// A file, which is created, overwritten, or appended to.
        case file(String, appends: Bool)
        /// A command for the system's shell, which reads the answer.
        case command(String)
    }

    /// The words of the command.
    package var words: [Word]
    /// The destination of the answer; nil for standard output.
    package var destination: Destination?
    /// Whether `\G` requests one record at a time.
    package var isVertical = false
    /// The error in the destination, as a sentence without the final period.
    package var fault: String?

    /// Creates a statement from words, with its answer going to standard output.
    package init(_ words: [Word]) {
        self.words = words
    }

    /// A word and its range in the line.
    struct Part {
        var word: Word
        var place: Range<Int>

        /// The sign that shows one record at a time, after the last word or at its end.
        static let vertical = "\\G"

        var endsVertically: Bool { word.literalFrom == nil && word.text.hasSuffix(Self.vertical) }

        /// Whether it is a sign rather than a word.
        func isSign(_ sign: String) -> Bool { word.literalFrom == nil && word.text == sign }
    }

    /// Parses the words of a command; the letters of the line are what a shell receives.
    init(_ parts: [Part], _ letters: [Unicode.Scalar]) {
        let end = parts.firstIndex { part in ["|", ">", ">>"].contains { part.isSign($0) } } ?? parts.count
        var own = parts[..<end]
        if own.count > 1, let last = own.last, last.endsVertically {
            own.removeLast()
            let text = last.word.text.dropLast(Part.vertical.count)
            if !text.isEmpty { own.append(Part(word: Word(String(text)), place: last.place)) }
            isVertical = true
        }
        words = own.map(\.word)
        guard end < parts.count else { return }
        let sign = parts[end].word.text
        let rest = parts[(end + 1)...]
        guard !words.isEmpty else {
            words = [parts[end].word]
            fault = "no command before “\(sign)”"
            return
        }
        guard let first = rest.first, let last = rest.last else {
            fault = "expected a \(sign == "|" ? "command" : "file") after “\(sign)”"
            return
        }
        if sign == "|" {
            destination = .command(String(scalars: letters[first.place.lowerBound..<last.place.upperBound]))
        } else if rest.count == 1, !first.word.text.isEmpty {
            destination = .file(first.word.text, appends: sign == ">>")
        } else {
            let extra = rest.dropFirst().first?.word.text ?? ""
            fault = "unexpected “\(extra)”: “\(sign)” takes one file, at the end of a command"
        }
    }
}

/// Splits a line of the prompt or a script into commands and their words.
///
/// Words are split at spaces. A quote opens a quoted word only at the start of a word or of the value after `name:`,
/// and only if the same quote ends a word later in the line; otherwise it is an ordinary character. A backslash escapes
/// a space, a quote, a backslash, `;`, `#`, and `|`, and is literal before anything else. `;` separates commands at the
/// end of a word; `|`, `>`, and `>>` count only as separate words. A line whose first word starts with `#` or is `--`
/// is a comment, and so is the rest of a line from a word that starts with `#`. The text after `sql` is handled by
/// `RawText`.
package struct CommandLine: Hashable, Sendable {
    /// The commands of the line, each with the destination of its answer.
    package let statements: [Statement]

    /// The words of the commands, without the destinations.
    package var commands: [[Word]] { statements.map(\.words) }

    /// Splits a line; any text is valid.
    package init(_ line: String) {
        var splitter = StatementSplitter(line)
        statements = splitter.split()
    }
}
