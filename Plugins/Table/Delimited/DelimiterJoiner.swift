/// Replaces delimiters of several characters by a single byte, in text that arrives in pieces.
struct DelimiterJoiner {
    /// The byte that stands for the delimiter: ``Dialect/doubleColon`` or ``Dialect/blanks``.
    private let mark: UInt8
    private let quote: UInt8?
    /// Whether the last byte was a colon that may be the first of two.
    private var hasColon = false
    /// Whether a cell, or nothing, precedes the blanks before the next cell.
    private var (hasCell, hasBlanks) = (false, false)
    private var isQuoted = false

    /// Creates a joiner for a dialect; nil if its delimiter is one character.
    init?(_ dialect: Dialect) {
        guard [Dialect.doubleColon, Dialect.blanks].contains(dialect.delimiter) else { return nil }
        mark = dialect.delimiter
        quote = dialect.quote
    }

    /// The next piece with single delimiters.
    mutating func join(_ piece: [UInt8]) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(piece.count + 1)
        for byte in piece {
            if mark == Dialect.doubleColon { addColon(byte, to: &joined) } else { addBlank(byte, to: &joined) }
        }
        return joined
    }

    /// The end of the text that has not been passed on.
    mutating func finish() -> [UInt8] {
        defer { hasColon = false }
        return hasColon ? [UInt8(ascii: ":")] : []
    }

    private mutating func addColon(_ byte: UInt8, to joined: inout [UInt8]) {
        let isColon = byte == UInt8(ascii: ":")
        if isColon, hasColon { joined.append(mark) } else if hasColon { joined.append(UInt8(ascii: ":")) }
        if !isColon { joined.append(byte) }
        hasColon = isColon && !hasColon
    }

    /// Adds a byte, or one delimiter in place of all blanks between two cells; a quoted cell keeps its blanks.
    private mutating func addBlank(_ byte: UInt8, to joined: inout [UInt8]) {
        if isQuoted {
            joined.append(byte)
            isQuoted = byte != quote
            return
        }
        switch byte {
        case 9, 32: hasBlanks = true
        case 10, 13:
            joined.append(byte)
            (hasCell, hasBlanks) = (false, false)
        default:
            let isFirst = hasBlanks || !hasCell
            if hasBlanks, hasCell { joined.append(mark) }
            joined.append(byte)
            isQuoted = isFirst && byte == quote
            (hasCell, hasBlanks) = (true, false)
        }
    }
}
