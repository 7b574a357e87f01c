import AggSource

/// The names, keywords, and signs of a statement as PostgreSQL reads it, without literals and comments.
///
/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
struct SQLWords {
    /// A part of a statement.
    enum Part: Hashable {
        /// A name or keyword, in lowercase unless quoted.
        case name(String, isQuoted: Bool)
        case sign(Character)

        var name: String? { if case .name(let name, _) = self { name } else { nil } }
    }

    private(set) var parts: [Part] = []

    init(_ text: String) {
        var reader = SQLLexer(text)
        while let first = reader.first {
            switch first {
            case _ where reader.skipComment() || reader.skipDollarQuoted(): continue
            case UInt8(ascii: "'"): reader.skipQuoted()
            case UInt8(ascii: "\""): parts.append(.name(reader.quotedName(), isQuoted: true))
            case _ where first.beginsSQLName:
                let name = reader.name()
                if name == "e", reader.first == UInt8(ascii: "'") {
                    reader.skipEscaped()
                } else {
                    parts.append(.name(name, isQuoted: false))
                }
            default:
                // The digits of a number say nothing; PostgreSQL reads letters right after them as a name.
                if !first.isSQLBlank, !first.isASCIIDigit { parts.append(.sign(Character(Unicode.Scalar(first)))) }
                reader.skip()
            }
        }
    }

    /// All names, quoted or not.
    var names: Set<String> { Set(parts.compactMap(\.name)) }

    /// The names right before a sign, such as those of functions before a parenthesis.
    func names(before sign: Character) -> Set<String> {
        Set(parts.indices.dropLast().compactMap { parts[$0 + 1] == .sign(sign) ? parts[$0].name : nil })
    }

    /// Whether a `WITH` contains a statement that writes.
    var writes: Bool {
        let writers: Set = ["delete", "insert", "merge", "update"]
        return parts.indices.dropFirst(2).contains { index in
            guard case .name(let name, isQuoted: false) = parts[index], writers.contains(name) else { return false }
            return parts[index - 1] == .sign("(")
                && ["as", "materialized"].contains { parts[index - 2] == .name($0, isQuoted: false) }
        }
    }

    /// The names that the statement defines in a `WITH`.
    var defined: Set<String> {
        guard parts.contains(.name("with", isQuoted: false)) else { return [] }
        var defined: Set<String> = []
        for index in parts.indices where parts[index] == .name("as", isQuoted: false) && index > 0 {
            var after = parts[(index + 1)...]
            while after.first == .name("not", isQuoted: false) || after.first == .name("materialized", isQuoted: false)
            {
                after = after.dropFirst()
            }
            guard after.first == .sign("(") else { continue }
            var before = index - 1
            if parts[before] == .sign(")") {
                while before > 0, parts[before] != .sign("(") { before -= 1 }
                before -= 1
            }
            if before >= 0, let name = parts[before].name { defined.insert(name) }
        }
        return defined
    }
}

/// Reads the tokens of a statement byte by byte.
private struct SQLLexer {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    var first: UInt8? { rest.first }

    mutating func skip() { rest = rest.dropFirst() }

    /// Skips a comment; those in `/* */` can be nested.
    mutating func skipComment() -> Bool {
        if rest.starts(with: "--".utf8) {
            rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return true
        }
        guard rest.starts(with: "/*".utf8) else { return false }
        var depth = 0
        repeat {
            if rest.starts(with: "/*".utf8) {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.starts(with: "*/".utf8) {
                depth -= 1
                rest = rest.dropFirst(2)
            } else {
                skip()
            }
        } while depth > 0 && !rest.isEmpty
        return true
    }

    /// Skips a literal such as `$tag$…$tag$`.
    mutating func skipDollarQuoted() -> Bool {
        guard first == UInt8(ascii: "$") else { return false }
        let tag = rest.dropFirst().prefix { $0.continuesSQLName && $0 != UInt8(ascii: "$") }
        guard tag.first.map(\.beginsSQLName) ?? true, rest[tag.endIndex...].first == UInt8(ascii: "$") else {
            return false
        }
        let mark = rest[rest.startIndex...tag.endIndex]
        rest = rest[(tag.endIndex + 1)...]
        while !rest.isEmpty, !rest.starts(with: mark) { skip() }
        rest = rest.dropFirst(mark.count)
        return true
    }

    /// Skips a literal in single quotes; two of them in it count as the end of one literal and the beginning of another.
    mutating func skipQuoted() {
        rest = rest.dropFirst().drop { $0 != UInt8(ascii: "'") }.dropFirst()
    }

    /// Skips the part of a literal such as `E'it\'s'` that follows the `E`, including parts on other lines.
    mutating func skipEscaped() {
        repeat {
            skip()
            while let byte = first, byte != UInt8(ascii: "'") {
                rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
            }
            skip()
        } while skipToNextPart()
    }

    /// Skips blanks and comments up to the next part of a literal, which begins right here or on another line.
    private mutating func skipToNextPart() -> Bool {
        var ahead = self
        while let byte = ahead.first, byte.isSQLBlank || ahead.rest.starts(with: "--".utf8) {
            if !ahead.skipComment() { ahead.skip() }
        }
        guard ahead.first == UInt8(ascii: "'") else { return false }
        let gap = rest[..<ahead.rest.startIndex]
        guard gap.isEmpty || gap.contains(UInt8(ascii: "\n")) || gap.contains(UInt8(ascii: "\r")) else { return false }
        self = ahead
        return true
    }

    /// Reads a name without quotes; like PostgreSQL, only turns ASCII letters into lowercase.
    mutating func name() -> String {
        let name = rest.prefix(while: \.continuesSQLName)
        rest = rest[name.endIndex...]
        return String(decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Reads a name in quotes.
    mutating func quotedName() -> String {
        var name: [UInt8] = []
        skip()
        while let byte = first {
            skip()
            if byte == UInt8(ascii: "\"") {
                guard first == byte else { break }
                skip()
            }
            name.append(byte)
        }
        return String(decoding: name, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isSQLBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var beginsSQLName: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }
    fileprivate var continuesSQLName: Bool { beginsSQLName || isASCIIDigit || self == UInt8(ascii: "$") }
}
