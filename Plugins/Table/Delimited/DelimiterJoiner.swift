import AggSource

/// Replaces delimiters of several characters by a single byte, in text that arrives in pieces.
struct DelimiterJoiner {
    /// The byte that stands for the delimiter: ``Dialect/doubleColon`` or ``Dialect/blanks``.
    private let mark: UInt8
    private let quote: UInt8?
    private let hasEscapes: Bool
    /// Whether the last byte was a colon that may be the first of two.
    private var hasColon = false
    /// Whether a cell, or nothing, precedes the blanks before the next cell.
    private var (hasCell, hasBlanks) = (false, false)
    /// Whether the cell so far is only the mark of a comment.
    private var isCommentMark = false
    /// The byte that ends a cell with blanks: a quote, or the bracket after a time; nil in other cells.
    private var closing: UInt8?
    /// Whether the last byte is a backslash that may precede a quote.
    private var isEscaped = false
    /// Whether the last byte is a quote that ends its cell, unless the cell continues after it.
    private var mayEndCell = false
    /// Whether the quoted cell continues after a lone quote, so that it ends with the line.
    private var isLoose = false
    /// How much of the beginning of a time in brackets, such as `[10/`, the cell has so far.
    private var timeMark = 0

    /// Creates a joiner for a dialect; nil if its delimiter is one character.
    init?(_ dialect: Dialect) {
        guard [Dialect.doubleColon, Dialect.blanks].contains(dialect.delimiter) else { return nil }
        mark = dialect.delimiter
        quote = dialect.quote
        hasEscapes = dialect.hasEscapes
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

    /// Adds a byte, or one delimiter in place of all blanks between two cells.
    ///
    /// A quoted cell and a time in brackets keep their blanks, and the mark of a comment belongs to the first label.
    private mutating func addBlank(_ byte: UInt8, to joined: inout [UInt8]) {
        let isLineBreak = byte == 10 || byte == 13
        if mayEndCell, !isLineBreak, byte != 9, byte != 32 {
            // As for the reader, two quotes stand for one, and a lone quote does not end its cell.
            (closing, isLoose) = (quote, isLoose || byte != quote)
            if byte == quote {
                mayEndCell = false
                return joined.append(byte)
            }
        }
        mayEndCell = false
        if let closing, !isLineBreak || closing == quote && !isLoose {
            joined.append(byte)
            return findEnd(byte, of: closing)
        }
        switch byte {
        case 9, 32: hasBlanks = true
        case 10, 13:
            joined.append(byte)
            (hasCell, hasBlanks, closing, isEscaped) = (false, false, nil, false)
        default:
            let isFirst = hasBlanks || !hasCell
            if hasBlanks, hasCell { joined.append(isCommentMark ? 32 : mark) }
            joined.append(byte)
            if isFirst, byte == quote { (closing, isLoose) = (quote, false) }
            findTime(byte, isFirst: isFirst)
            isCommentMark = !hasCell && byte == UInt8(ascii: "#")
            (hasCell, hasBlanks) = (true, false)
        }
    }

    /// Recognizes the end of a cell with blanks; a quote after a backslash may be part of the cell.
    private mutating func findEnd(_ byte: UInt8, of closing: UInt8) {
        let isKept = isEscaped && (byte == quote || byte == Dialect.escape)
        isEscaped = !isKept && hasEscapes && closing == quote && byte == Dialect.escape
        guard byte == closing, !isKept else { return }
        (self.closing, mayEndCell) = (nil, closing == quote)
    }

    /// Recognizes the beginning of a time as servers write it in their logs: `[10/Oct/2023:13:55:36 -0700]`.
    private mutating func findTime(_ byte: UInt8, isFirst: Bool) {
        switch timeMark {
        case _ where isFirst: timeMark = byte == UInt8(ascii: "[") ? 1 : 0
        case 1, 2: timeMark = byte.isASCIIDigit ? timeMark + 1 : 0
        case 3:
            if byte == UInt8(ascii: "/") { closing = UInt8(ascii: "]") }
            timeMark = 0
        default: break
        }
    }
}
