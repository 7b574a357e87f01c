/// The text of SQL statements, divided into words, quotes, comments, and symbols.
package enum SQLText {
    /// A word, a quoted text, a comment, or a symbol.
    private struct Piece {
        enum Kind { case word, quoted, comment, sign, blank }
        var kind: Kind
        var text: Substring.UnicodeScalarView
        /// Whether a quote or a comment is closed.
        var isClosed = true
    }

    /// Returns the statements of a text, without their semicolons; statements of only comments and spaces are omitted.
    package static func statements(_ text: String) -> [String] {
        var statements: [String] = []
        var current = ""
        var isEmpty = true
        for piece in pieces(text) {
            if piece.kind == .sign, piece.text.first == ";" {
                if !isEmpty { statements.append(current) }
                (current, isEmpty) = ("", true)
                continue
            }
            isEmpty = isEmpty && (piece.kind == .blank || piece.kind == .comment)
            current += String(piece.text)
        }
        if !isEmpty { statements.append(current) }
        return statements.map { statement in
            String(statement.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    /// Whether a text cannot be a complete statement: something is open or missing at its end.
    ///
    /// A query of columns without FROM is incomplete too; one of constants is complete.
    static func isIncomplete(_ text: String) -> Bool {
        let pieces = pieces(text).filter { $0.kind != .blank && $0.kind != .comment }
        guard let last = pieces.last else { return true }
        let depth = pieces.reduce(0) { depth, piece in
            piece.kind != .sign ? depth : depth + (piece.text.first == "(" ? 1 : piece.text.first == ")" ? -1 : 0)
        }
        if depth > 0 || !last.isClosed { return true }
        switch last.kind {
        case .sign: return ",=<>+-/|(".unicodeScalars.contains { $0 == last.text.first } || lacksSource(pieces)
        case .word: return goesOn.contains(String(last.text).uppercased()) || lacksSource(pieces)
        default: return lacksSource(pieces)
        }
    }

    /// Whether the first word of a line can continue a statement.
    package static func canContinue(_ line: String) -> Bool {
        guard let first = pieces(line).first(where: { $0.kind != .blank }) else { return false }
        return first.kind == .sign && [",", ")", "("].contains(String(first.text))
            || clauses.contains(String(first.text).uppercased())
    }

    /// Returns a text without comments; in its first line, two hyphens before a letter start an option.
    package static func withoutComments(_ text: String) -> String {
        let end = text.firstIndex(where: \.isNewline) ?? text.endIndex
        return String(text[..<end])
            + pieces(String(text[end...])).map { $0.kind == .comment ? " " : String($0.text) }.joined()
    }

    /// The words and quoted names in a statement, in lowercase: those of the views it reads, and others.
    static func names(in statement: String) -> Set<String> {
        Set(
            pieces(statement).compactMap { piece in
                switch piece.kind {
                case .word: String(piece.text).lowercased()
                case .quoted where piece.text.first != "'": String(piece.text.dropFirst().dropLast()).lowercased()
                default: nil
                }
            })
    }

    /// Whether a comment is not closed at the end of a line.
    package static func endsInComment(_ line: String) -> Bool {
        pieces(line).last.map { $0.kind == .comment && $0.text.first == "/" && !$0.isClosed } ?? false
    }

    /// Whether a line break is part of a text or a name in quotes.
    package static func hasQuotedLineBreak(_ text: String) -> Bool {
        // Brackets enclose names in SQLite, but lists in PostgreSQL.
        pieces(text).contains {
            $0.kind == .quoted && $0.isClosed && $0.text.first != "[" && $0.text.contains("\n")
        }
    }

    /// Whether a query selects columns but has no FROM clause.
    private static func lacksSource(_ pieces: [Piece]) -> Bool {
        let words = pieces.map { $0.kind == .word ? String($0.text).uppercased() : "" }
        guard words.first == "SELECT", !words.contains("FROM") else { return false }
        return pieces.indices.dropFirst().contains { index in
            let piece = pieces[index]
            let next = index + 1 < pieces.count ? pieces[index + 1].text.first : nil
            if words[index - 1] == "AS" { return false }
            switch piece.kind {
            case .quoted: return piece.text.first == "\""
            case .sign:
                return piece.text.first == "*"
                    && pieces[index - 1].text.first.map { "(,".unicodeScalars.contains($0) } ?? false
                    || piece.text.first == "*" && words[index - 1] == "SELECT"
            case .word:
                return piece.text.first?.properties.isAlphabetic ?? false && next != "("
                    && !constants.contains(words[index])
            default: return false
            }
        }
    }

    private static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = Substring(text).unicodeScalars
        while let first = rest.first {
            let piece = piece(rest, first)
            pieces.append(piece)
            rest = rest.dropFirst(piece.text.count)
        }
        return pieces
    }

    private static func piece(_ rest: Substring.UnicodeScalarView, _ first: Unicode.Scalar) -> Piece {
        let second = rest.dropFirst().first
        switch first {
        case "'", "\"", "`": return closed(rest, .quoted, from: 1) { $0.first == first ? 1 : nil }
        case "[": return closed(rest, .quoted, from: 1) { $0.first == "]" ? 1 : nil }
        case "-" where second == "-":
            return Piece(kind: .comment, text: rest.prefix { $0 != "\n" })
        case "/" where second == "*":
            return closed(rest, .comment, from: 2) { $0.starts(with: "*/".unicodeScalars) ? 2 : nil }
        case _ where first.isBlank: return Piece(kind: .blank, text: rest.prefix(while: \.isBlank))
        case _ where isLetter(first): return Piece(kind: .word, text: rest.prefix(while: isLetter))
        default: return Piece(kind: .sign, text: rest.prefix(1))
        }
    }

    private static func closed(
        _ rest: Substring.UnicodeScalarView, _ kind: Piece.Kind, from start: Int,
        end: (Substring.UnicodeScalarView) -> Int?
    ) -> Piece {
        var tail = rest.dropFirst(start)
        while !tail.isEmpty {
            if let count = end(tail) {
                return Piece(kind: kind, text: rest[rest.startIndex..<tail.index(tail.startIndex, offsetBy: count)])
            }
            tail = tail.dropFirst()
        }
        return Piece(kind: kind, text: rest, isClosed: false)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static let clauses: Set = [
        "AND", "AS", "CROSS", "EXCEPT", "FROM", "FULL", "GROUP", "HAVING", "INNER", "INTERSECT", "JOIN", "LEFT",
        "LIMIT",
        "NATURAL", "OFFSET", "ON", "OR", "ORDER", "RIGHT", "SELECT", "UNION", "USING", "WHERE", "WINDOW",
    ]
    /// The words after which a statement continues.
    private static let goesOn: Set = [
        "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "CROSS", "DISTINCT", "ELSE", "EXCEPT", "FROM", "GLOB", "GROUP",
        "HAVING", "IN", "INNER", "INTERSECT", "IS", "JOIN", "LEFT", "LIKE", "LIMIT", "NATURAL", "NOT", "OFFSET", "ON",
        "OR", "ORDER", "SELECT", "THEN", "UNION", "USING", "WHEN", "WHERE", "WITH",
    ]
    /// The words of a query that are not names of columns.
    private static let constants: Set = [
        "ALL", "AND", "AS", "ASC", "BETWEEN", "CASE", "COLLATE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
        "DESC", "DISTINCT", "ELSE", "END", "EXCEPT", "FALSE", "GLOB", "IN", "INTERSECT", "IS", "LIKE", "LIMIT", "NOT",
        "NULL", "OFFSET", "OR", "ORDER", "BY", "SELECT", "THEN", "TRUE", "UNION", "WHEN",
    ]
}

extension CommandLine {
    /// Whether and how the last SQL statement of a line may continue in the next line.
    package enum Ending: Sendable {
        /// It does not continue.
        case closed
        /// It is complete but has no semicolon.
        case open
        /// It is incomplete.
        case incomplete
    }

    /// Returns a line without the comments of an SQL statement that may continue in the next line.
    package static func withoutOpenComments(_ line: String) -> String {
        var splitter = StatementSplitter(line)
        _ = splitter.split()
        guard let text = splitter.openText else { return line }
        let blanks = line.unicodeScalars.reversed().prefix(while: \.isBlank).count
        let before = line.unicodeScalars.dropLast(blanks + text.unicodeScalars.count)
        return String(before) + SQLText.withoutComments("\n" + text).dropFirst()
    }

    /// How a line ends.
    package static func ending(of line: String) -> Ending {
        var splitter = StatementSplitter(line)
        let statements = splitter.split()
        if statements.last?.destination != nil { return .closed }
        if let text = splitter.openText { return SQLText.isIncomplete(text) ? .incomplete : .open }
        let isNameOnly = statements.last.map {
            $0.words.count == 1 && $0.destination == nil && RawText.commands.contains($0.words[0].text)
        }
        let end = line.unicodeScalars.last { !$0.isBlank }
        return isNameOnly == true && end != ";" ? .incomplete : .closed
    }
}
