import AggSearch
import AggSource

/// A word of a command line, without quotes and escapes.
package struct Word: Hashable, Sendable {
    /// The text, including the name before a quoted value: `country:"New Zealand"` is `country:New Zealand`.
    package var text: String
    /// The start of the quoted or escaped part, in Unicode scalars; nil for a plain word.
    package var literalFrom: Int?
    /// Whether the word, or its value after a colon, was quoted.
    package var isQuoted: Bool

    /// Creates a plain word.
    package init(_ text: String, isQuoted: Bool = false, literalFrom: Int? = nil) {
        self.text = text
        self.isQuoted = isQuoted
        self.literalFrom = literalFrom ?? (isQuoted ? 0 : nil)
    }

    /// Creates a word from an argument already split by a shell.
    ///
    /// With a space in it, it is a phrase, unless the space is in the value of an option. A hyphen excludes the phrase.
    package init(argument: String) {
        let isPhrase = argument.contains(where: \.isWhitespace)
        let sign = argument.hasPrefix("-") ? 1 : 0
        let option = isPhrase ? Self.option(in: argument)?.unicodeScalars.count : nil
        let name = isPhrase ? Self.qualifier(in: argument.dropFirst(sign)) : nil
        let first = argument.dropFirst(sign).first
        let isExcluded = isPhrase && sign == 1 && first.map { $0 != "-" && !$0.isWhitespace } ?? false
        var prefix = (option ?? name.map { sign + $0.unicodeScalars.count }).map { $0 + 1 }
        if option == nil, let value = prefix, Self.isInequality(argument.unicodeScalars.dropFirst(value).prefix(2)) {
            prefix = value + 2
        }
        self.init(argument, isQuoted: isPhrase, literalFrom: prefix ?? (isExcluded ? 1 : nil))
    }

    /// The word as it can be typed: in double quotes if it was quoted or contains a space that was not escaped.
    var typed: String {
        if !isQuoted, literalFrom != nil { return GrammarText.word(text) }
        if isQuoted, hasOwnQuotes { return text }
        guard isQuoted || text.unicodeScalars.contains(where: \.isBlank) else { return GrammarText.escaped(text) }
        let start = isQuoted ? literalFrom ?? 0 : 0
        let letters = text.unicodeScalars
        return String(letters.prefix(start)) + GrammarText.quoted(Substring(letters.dropFirst(start)))
    }

    /// Whether its letters are a quoted word, as in the argument `'"new york"'` of a shell.
    private var hasOwnQuotes: Bool {
        guard text.contains("\"") else { return false }
        let words = CommandLine.words(ofQuery: text)
        return words.count == 1 && words[0].isQuoted && words[0].text == text.replacingEach("\"", with: "")
    }

    /// Whether the word is an option, such as `--limit`; a quoted word is not.
    package var isOption: Bool { begins("--") && text.utf8.count > 2 }

    /// The word as a query sees it: its qualifier, if any, and the rest.
    var queryWord: QueryWord {
        let isNegated = begins("-") && !begins("--") && text.utf8.count > 1
        let asked = Substring(text.unicodeScalars.dropFirst(isNegated ? 1 : 0))
        guard literalFrom != 0, literalFrom != 1 || !isNegated, let name = Self.qualifier(in: asked) else {
            return QueryWord(String(asked), isQuoted: isQuoted, isNegated: isNegated)
        }
        let value = asked.unicodeScalars.dropFirst(name.unicodeScalars.count + 1)
        var word = QueryWord(String(value), qualifier: name, isQuoted: isQuoted, isNegated: isNegated)
        let start = name.unicodeScalars.count + (isNegated ? 2 : 1)
        if isQuoted, literalFrom == start + 2, Self.isInequality(value.prefix(2)) {
            word.text = String(value.dropFirst(2))
            word.isUnequal = true
        }
        return word
    }

    /// The signs before a value that exclude the records with that value.
    static let inequalities: Set = ["!=", "<>"]

    private static func isInequality(_ letters: some Sequence<Unicode.Scalar>) -> Bool {
        inequalities.contains(String(scalars: letters))
    }

    /// The name before the first colon, as in a query.
    static func qualifier(in text: some StringProtocol) -> String? { QueryWord.qualifier(in: text) }

    /// The option before the first equals sign, such as `--title`; nil if there is none.
    private static func option(in argument: String) -> String? {
        let name = argument.prefix { $0 != "=" }
        guard name.count < argument.count, name.hasPrefix("--"), name.dropFirst(2).first?.isLetter == true,
            !name.contains(where: \.isWhitespace)
        else { return nil }
        return String(name)
    }

    /// Whether the word begins with a sign that is neither quoted nor escaped.
    private func begins(_ sign: String) -> Bool {
        text.utf8.starts(with: sign.utf8) && literalFrom ?? .max >= sign.utf8.count
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is whitespace, where words are split.
    var isBlank: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension String {
    init(scalars: some Sequence<Unicode.Scalar>) {
        var text = UnicodeScalarView()
        text.append(contentsOf: scalars)
        self.init(text)
    }
}
