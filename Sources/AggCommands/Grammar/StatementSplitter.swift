/// Splits the letters of a line into statements, as described in `CommandLine`.
///
/// A letter is a Unicode scalar: a combining mark is a letter like any other, so it never merges with a sign or a space
/// before it.
struct StatementSplitter {
    private let letters: [Unicode.Scalar]
    /// Whether a word ends at each index: at a space, at the end, and before `;` followed by one of these.
    private let wordEnds: [Bool]
    private var position = 0
    /// The quotes that are known not to close after the position, so that the line isn't searched twice for one; whether
    /// there is a group decides where they can close.
    private var unclosed: Set<OpenQuote> = []
    /// The facts about the words of the command so far that `RawText` needs.
    private var isRaw = false
    private var isFirst = true
    /// The number of words before the name of a command that is an argument of another; nil unless one is.
    private var wordsToName: Int?
    private var isValue = false
    /// Whether a word of the command so far starts with an opening parenthesis.
    private var hasGroup = false
    /// The text of an SQL statement that reaches the end of the line without a semicolon; nil if there is none.
    private(set) var openText: String?

    private struct OpenQuote: Hashable {
        var quote: Unicode.Scalar
        var hasGroup: Bool
    }

    /// Reads a line, or a query that is not part of a line, where `;` is a letter like any other.
    init(_ line: String, isQuery: Bool = false) {
        letters = Array(line.unicodeScalars)
        var ends = [Bool](repeating: true, count: letters.count + 1)
        for index in letters.indices.reversed() {
            ends[index] = letters[index].isBlank || !isQuery && letters[index] == ";" && ends[index + 1]
        }
        wordEnds = ends
    }

    /// The words of a query that is not part of a line.
    mutating func words() -> [Word] {
        var words: [Word] = []
        while let (word, _) = nextWord() {
            if let word { words.append(word) }
        }
        return words
    }

    mutating func split() -> [Statement] {
        var statements: [Statement] = []
        var parts: [Statement.Part] = []
        while let (word, ends, place) = nextPart() {
            if let word {
                if word.literalFrom != 0, word.text.hasPrefix("#") { break }
                if parts.isEmpty, statements.isEmpty, word.literalFrom == nil, word.text == "--" { break }
                parts.append(Statement.Part(word: word, place: place))
            }
            if ends, !parts.isEmpty {
                statements.append(Statement(parts, letters))
                parts = []
            }
        }
        if !parts.isEmpty { statements.append(Statement(parts, letters)) }
        return statements
    }

    private mutating func nextPart() -> (word: Word?, endsCommand: Bool, place: Range<Int>)? {
        while position < letters.count, letters[position].isBlank { position += 1 }
        let start = position
        guard let (word, endsCommand) = next() else { return nil }
        return (word, endsCommand, start..<(endsCommand ? position - 1 : position))
    }

    /// The next word (nil for a lone `;`), and whether it ends its command.
    private mutating func next() -> (word: Word?, endsCommand: Bool)? {
        guard let (word, endsCommand) = rawText() ?? nextWord() else { return nil }
        if let word {
            isValue = isRaw && !isFirst && word.literalFrom == nil && RawText.valued.contains(word.text)
            let isName = isFirst || wordsToName == 0
            if isName { isRaw = word.literalFrom == nil && RawText.commands.contains(word.text) }
            // The name of a file can be quoted, unlike SQL.
            if isRaw, word.literalFrom == nil, [">", ">>"].contains(word.text) { isRaw = false }
            let others = wordsToName.map { $0 < 0 ? $0 : $0 - 1 + RawText.words(ofOption: word.text) }
            wordsToName = isFirst && RawText.carriers.contains(word.text) ? 1 : others
            isFirst = false
        }
        if endsCommand { (isRaw, isFirst, isValue, hasGroup, wordsToName) = (false, true, false, false, nil) }
        return (word, endsCommand)
    }

    /// The raw text of a statement; nil if none starts here.
    private mutating func rawText() -> (word: Word?, endsCommand: Bool)? {
        guard isRaw, !isValue else { return nil }
        while position < letters.count, letters[position].isBlank { position += 1 }
        guard position < letters.count, letters[position] != ";" else { return nil }
        let word = String(scalars: letters[position...].prefix { !$0.isBlank })
        if RawText.isOption(word) || ["|", ">", ">>", "\\G"].contains(word) { return nil }
        let end = RawText.end(of: letters, from: position, wordEnds: wordEnds)
        let text = String(scalars: letters[position..<end])
        position = end
        let endsCommand = position < letters.count && letters[position] == ";"
        if endsCommand { position += 1 }
        if !endsCommand, letters[position...].allSatisfy(\.isBlank) { openText = text }
        return (Word(text, isQuoted: true), endsCommand)
    }

    private mutating func nextWord() -> (word: Word?, endsCommand: Bool)? {
        while position < letters.count, letters[position].isBlank { position += 1 }
        guard position < letters.count else { return nil }
        if let sign = groupSign() { return (sign, false) }
        var text = String.UnicodeScalarView()
        var literalFrom: Int?
        var isQuoted = false
        let start = position
        // Conditions, parameters, and options: -country:"New Zealand", country:!="New Zealand", what="ice cream",
        // --title="First Name".
        var sign: Int?
        while position < letters.count, !letters[position].isBlank {
            let letter = letters[position]
            let beginsValue =
                literalFrom == nil && sign.map { isValue(behind: $0) && isName(from: start, to: $0) } ?? false
            let isExcluded = position == start + 1 && letters[start] == "-"
            if isQuote(letter), position == start || isExcluded || beginsValue, let quoted = quoted(letter) {
                literalFrom = text.count
                isQuoted = true
                text += quoted
                if position < letters.count, letters[position] == ";" { break }
                return (Word(String(text), isQuoted: true, literalFrom: literalFrom), false)
            }
            if letter == "\\", position + 1 < letters.count, isEscapable(letters[position + 1]) {
                literalFrom = literalFrom ?? text.count
                text.append(letters[position + 1])
                position += 2
                continue
            }
            if letter == ";", wordEnds[position] { break }
            if letter == ":" || letter == "=", sign == nil { sign = position }
            text.append(letter)
            position += 1
        }
        let endsCommand = position < letters.count && letters[position] == ";"
        if endsCommand { position += 1 }
        let word = text.isEmpty && !isQuoted ? nil : Word(String(text), isQuoted: isQuoted, literalFrom: literalFrom)
        return (word, endsCommand)
    }

    /// The parentheses that open groups before a quoted word, or close them after one, as a word of their own; nil if
    /// there are none here.
    private mutating func groupSign() -> Word? {
        if letters[position] == ")", hasGroup, position > 0, isQuote(letters[position - 1]) {
            let end = letters[position...].firstIndex { $0 != ")" } ?? letters.count
            if wordEnds[end] { return take(upTo: end) }
        }
        let sign = letters[position...].prefix { $0 == "(" || $0 == "-" }
        guard sign.contains("(") else { return nil }
        hasGroup = true
        let end = sign.last == "-" ? sign.endIndex - 1 : sign.endIndex
        let name = letters[sign.endIndex...].prefix { $0 != ":" && !$0.isBlank && !isQuote($0) }
        let isNamed = name.endIndex < letters.count && letters[name.endIndex] == ":" && isName(name.indices)
        let quote = isNamed ? name.endIndex + 1 : sign.endIndex
        guard quote < letters.count, isQuote(letters[quote]), isNamed || end == sign.endIndex else { return nil }
        let start = position
        position = quote
        let closes = quoted(letters[quote]) != nil
        position = start
        return closes ? take(upTo: end) : nil
    }

    private mutating func take(upTo end: Int) -> Word {
        defer { position = end }
        return Word(String(scalars: letters[position..<end]))
    }

    /// Whether a quote that is followed by an index closes: at the end of a word, or before parentheses that close
    /// groups there.
    private func closesQuote(before index: Int) -> Bool {
        if wordEnds[index] { return true }
        guard hasGroup, letters[index] == ")" else { return false }
        return wordEnds[letters[index...].firstIndex { $0 != ")" } ?? letters.count]
    }

    /// The text from here to the quote that closes it at the end of a word; nil if there is none.
    private mutating func quoted(_ quote: Unicode.Scalar) -> String.UnicodeScalarView? {
        guard !unclosed.contains(OpenQuote(quote: quote, hasGroup: hasGroup)) else { return nil }
        var text = String.UnicodeScalarView()
        var index = position + 1
        while index < letters.count {
            let letter = letters[index]
            if letter == quote, closesQuote(before: index + 1) {
                position = index + 1
                return text
            }
            if quote == "\"", letter == "\\", index + 1 < letters.count,
                letters[index + 1] == "\"" || letters[index + 1] == "\\"
            {
                text.append(letters[index + 1])
                index += 2
            } else {
                text.append(letter)
                index += 1
            }
        }
        unclosed.insert(OpenQuote(quote: quote, hasGroup: hasGroup))
        return nil
    }

    /// Whether a value begins here: right after a sign, or after the `!=` or `<>` that follows it.
    private func isValue(behind sign: Int) -> Bool {
        if position == sign + 1 { return true }
        guard position == sign + 3, letters[sign] == ":" else { return false }
        return Word.inequalities.contains(String(scalars: letters[(sign + 1)..<position]))
    }

    /// Whether a name precedes a colon or an equals sign: of a column, perhaps negated, a parameter, or an option.
    private func isName(from start: Int, to sign: Int) -> Bool {
        let hyphens = letters[start..<sign].prefix { $0 == "-" }.count
        return hyphens <= (letters[sign] == "=" ? 2 : 1) && isName(start + hyphens..<sign)
    }

    private func isName(_ range: Range<Int>) -> Bool {
        Word.qualifier(in: String(scalars: letters[range]) + ":") != nil
    }

    private func isQuote(_ letter: Unicode.Scalar) -> Bool { letter == "\"" || letter == "'" }

    private func isEscapable(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "\\", ";", "#", "|", ">": true
        default: letter.isBlank || isQuote(letter)
        }
    }
}
