/// A piece of a query: a word, or the sign that opens or closes a group.
enum QueryToken: Equatable {
    case word(QueryWord)
    case open(isNegated: Bool)
    case close

    /// Splits words at the parentheses that group them.
    ///
    /// A parenthesis counts at the start or the end of an unquoted word, and only if it has a counterpart; within a word
    /// such as `f(x)`, and without a counterpart, it is a letter.
    static func tokens(of words: [QueryWord]) -> [QueryToken] {
        let pieces = words.map(Piece.init)
        var places: [Int] = []
        var opened = pieces.map { _ in 0 }
        var closed = opened
        for (index, piece) in pieces.enumerated() {
            places += piece.opens.map { _ in index }
            for _ in 0..<piece.closes {
                guard let place = places.popLast() else { break }
                opened[place] += 1
                closed[index] += 1
            }
        }
        return pieces.indices.flatMap { index -> [QueryToken] in
            let piece = pieces[index]
            if opened[index] + closed[index] == 0 { return [.word(words[index])] }
            return piece.opens.suffix(opened[index]).map { .open(isNegated: $0) }
                + (piece.word.map { [.word($0)] } ?? [])
                + Array(repeating: .close, count: closed[index])
        }
    }

    /// A word with the parentheses around it.
    private struct Piece {
        /// The opening parentheses, each with whether a hyphen precedes it.
        var opens: [Bool] = []
        /// The word between them; nil if there is none.
        var word: QueryWord?
        /// The number of closing parentheses.
        var closes = 0

        init(_ whole: QueryWord) {
            word = whole
            if whole.isQuoted { return }
            let count = whole.text.count
            let opening = whole.text.count { $0 == "(" }
            let closing = whole.text.count { $0 == ")" }
            if whole.qualifier == nil, count > 0, opening == count || closing == count {
                opens = opening > 0 ? [whole.isNegated] + Array(repeating: false, count: count - 1) : []
                closes = closing
                word = nil
            } else if opening + closing == count {
                return
            } else {
                takeOpens(from: whole)
                takeCloses()
            }
        }

        private mutating func takeOpens(from whole: QueryWord) {
            guard whole.qualifier == nil, whole.text.first == "(" else { return }
            var isNegated = whole.isNegated
            var rest = Substring(whole.text)
            while rest.first == "(" {
                opens.append(isNegated)
                rest = rest.dropFirst()
                isNegated = rest.hasPrefix("-(")
                if isNegated { rest = rest.dropFirst() }
            }
            word = QueryWord(typed: rest)
        }

        /// Takes the closing parentheses that do not belong to an opening one within the word.
        private mutating func takeCloses() {
            guard var text = word?.text else { return }
            var surplus = text.reduce(0) { $0 + ($1 == ")" ? 1 : $1 == "(" ? -1 : 0) }
            while surplus > 0, text.last == ")" {
                text.removeLast()
                surplus -= 1
                closes += 1
            }
            word?.text = text
        }
    }
}

extension QueryWord {
    /// Creates a word from unquoted text: a hyphen negates it, and a name before a colon is its qualifier.
    package init(typed text: Substring) {
        let isNegated = text.hasPrefix("-") && !text.hasPrefix("--") && text.count > 1
        let asked = isNegated ? text.dropFirst() : text
        let name = Self.qualifier(in: asked)
        let value =
            name.map { asked.unicodeScalars.dropFirst($0.unicodeScalars.count + 1) } ?? asked.unicodeScalars[...]
        self.init(String(value), qualifier: name, isNegated: isNegated)
    }

    /// The name before the first colon: letters, digits, `_`, and `-`, starting with a letter.
    package static func qualifier(in text: some StringProtocol) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.first, first.isLetter else {
            return nil
        }
        let name = String(text[..<colon])
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ? name : nil
    }

    /// The words of a query without the parentheses that group them.
    package static func ungrouped(_ words: [QueryWord]) -> [QueryWord] {
        QueryToken.tokens(of: words).compactMap { token in if case .word(let word) = token { word } else { nil } }
    }

    /// The text without parentheses that could group words when the query is written out.
    var withoutGroupSigns: String {
        var text = text.drop { $0 == "(" }
        var surplus = text.reduce(0) { $0 + ($1 == ")" ? 1 : $1 == "(" ? -1 : 0) }
        while surplus > 0, text.last == ")" {
            text.removeLast()
            surplus -= 1
        }
        return String(text)
    }
}
