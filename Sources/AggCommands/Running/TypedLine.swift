import AggSource

/// Writes a command as it can be typed: at the prompt, or in the shell that started agg.
package struct TypedLine {
    let isOneShot: Bool
    /// How the program is started in a shell.
    let program: String
    /// Whether a server runs the command, so that nobody types another one.
    var isServed = false

    /// The words and options of a command; nil if a word would be read as an option, or if nobody types commands.
    func text(_ words: [Word], options: [String] = []) -> String? {
        if isServed { return nil }
        guard isOneShot else { return (words.map(\.typed) + options).joined(separator: " ") }
        guard !words.contains(where: { $0.text.hasPrefix("--") }) else { return nil }
        return ([program] + words.map { Self.shell($0.text) } + options).joined(separator: " ")
    }

    func word(_ text: String) -> String { isOneShot ? Self.shell(text) : GrammarText.written(text) }

    /// A word for a POSIX shell: in single quotes, unless none of its characters are special to the shell.
    package static func shell(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { letter in
            letter.properties.isAlphabetic || letter.properties.numericType != nil
                || "@%+:,./_-".unicodeScalars.contains(letter)
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacingEach("'", with: "'\\''") + "'"
    }
}

extension CommandContext {
    /// Writes commands so that they can be typed.
    var typedLine: TypedLine { TypedLine(isOneShot: isOneShot, program: program, isServed: isServed) }

    /// The command that shows twice as many rows; nil if the limit is already the maximum.
    func more(_ words: [Word], options: [String] = [], beyond limit: Int) -> String? {
        LimitOption.doubled(limit).flatMap { typedLine.text(words, options: options + [$0]) }
    }
}
