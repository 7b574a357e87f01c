import AggSource

/// Splits delimited text that arrives in pieces into rows, according to RFC 4180 but tolerating common deviations.
///
/// Rows end with CR, LF, or CRLF, even mixed. A quote opens a cell only at its start. Inside a quoted cell, a lone quote is an
/// ordinary character, unless there is a line break before or after it in the cell: such a row is at fault, since it may have
/// swallowed another.
struct DelimitedReader {
    private enum Place {
        case cellStart, plain, quoted, escaped, quote
    }

    private let dialect: Dialect
    private var joiner: DelimiterJoiner?
    private var row = TableRow()
    private var place = Place.cellStart
    private var line = 1
    private var followsCarriageReturn = false
    private var openedAt = 1
    private var blanks = 0
    private var hasLooseQuote = false
    private var isQuotedRow = false
    /// The number of lone quotes inside quoted cells.
    private(set) var looseQuotes = 0

    /// The maximum number of bytes per row.
    static let longestRow = 4_000_000
    /// The maximum number of cells per row.
    static let mostCells = 100_000

    /// Creates a reader for one text.
    init(_ dialect: Dialect) {
        self.dialect = dialect
        joiner = DelimiterJoiner(dialect)
    }

    /// Reads the next piece, and passes on each row that ends in it; empty lines are not rows.
    mutating func push(
        _ piece: [UInt8], _ handle: (borrowing TableRow) throws(SourceError) -> Void
    ) throws(SourceError) {
        let piece = joiner?.join(piece) ?? piece
        let bytes = piece.span
        let quote = dialect.quote
        let delimiter = dialect.delimiter
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if followsCarriageReturn {
                followsCarriageReturn = false
                if byte == 10 {
                    if place == .quoted { keep(byte) }
                    index += 1
                    continue
                }
            }
            switch place {
            case .cellStart, .plain:
                if byte == delimiter {
                    endCell()
                } else if byte == 10 || byte == 13 {
                    try endLine(byte, handle)
                } else if place == .cellStart, let quote, byte == quote {
                    dropBlanksOfCell()
                    (place, openedAt, isQuotedRow, hasLooseQuote) = (.quoted, line, true, false)
                } else {
                    let end = plainEnd(in: bytes, from: index)
                    if place == .plain || byte != 32 { place = .plain }
                    guard place == .cellStart else {
                        keep(bytes, index..<end)
                        index = end
                        continue
                    }
                    keep(byte)
                }
            case .quoted:
                let end = quotedEnd(in: bytes, from: index)
                if end > index {
                    keep(bytes, index..<end)
                    index = end
                    continue
                }
                if byte == quote {
                    (place, blanks) = (.quote, 0)
                } else if byte == Dialect.escape {
                    place = .escaped
                } else {
                    try addLineBreak(byte, handle)
                }
            case .escaped:
                place = .quoted
                guard byte == quote || byte == Dialect.escape else {
                    // A line break is kept with or without a backslash.
                    if byte != 10, byte != 13 { keep(Dialect.escape) }
                    continue
                }
                keep(byte)
            case .quote:
                if byte == quote, blanks == 0 {
                    keep(byte)
                    place = .quoted
                } else if byte == delimiter {
                    endCell()
                } else if byte == 10 || byte == 13 {
                    try endLine(byte, handle)
                } else if byte == 32 {
                    blanks += 1
                } else {
                    keepLooseQuote()
                    continue
                }
            }
            index += 1
        }
    }

    /// Ends the text, and passes on a last row without a line break.
    ///
    /// - Throws: `SourceError.invalidData` with the line of a quoted cell that is never closed.
    mutating func finish(_ handle: (borrowing TableRow) throws(SourceError) -> Void) throws(SourceError) {
        if let rest = joiner?.finish(), !rest.isEmpty {
            joiner = nil
            try push(rest, handle)
        }
        guard place != .quoted, place != .escaped else {
            throw .invalidData(
                "at line \(openedAt): a quoted cell has no closing quote; the text may be cut off, or its quotes are "
                    + "ordinary characters (quote: none)")
        }
        if !row.bytes.isEmpty || row.count > 0 || isQuotedRow { try endRow(handle) }
    }

    private func plainEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == dialect.delimiter || byte == 10 || byte == 13 { break }
            index += 1
        }
        return index
    }

    private func quotedEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == dialect.quote || byte == 10 || byte == 13 { break }
            if dialect.hasEscapes, byte == Dialect.escape { break }
            index += 1
        }
        return index
    }

    private mutating func keep(_ byte: UInt8) {
        if row.bytes.count < Self.longestRow { row.bytes.append(byte) } else { row.fault = .tooLong }
    }

    private mutating func keep(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard row.bytes.count + range.count <= Self.longestRow else { return row.fault = .tooLong }
        bytes.extracting(range).withUnsafeBufferPointer { row.bytes.append(contentsOf: $0) }
    }

    private mutating func endCell() {
        if row.count < Self.mostCells {
            unwrapCell()
            row.endCell()
            row.quoted.append(place == .quote)
        } else {
            row.fault = .tooLong
        }
        place = .cellStart
    }

    private mutating func endLine(
        _ byte: UInt8, _ handle: (borrowing TableRow) throws(SourceError) -> Void
    ) throws(SourceError) {
        followsCarriageReturn = byte == 13
        if !row.bytes.isEmpty || row.count > 0 || isQuotedRow { try endRow(handle) }
        line += 1
        row.clear(line: line)
        place = .cellStart
    }

    private mutating func endRow(
        _ handle: (borrowing TableRow) throws(SourceError) -> Void
    ) throws(SourceError) {
        endCell()
        isQuotedRow = false
        try handle(row)
    }

    /// Adds a line break inside a quoted cell.
    private mutating func addLineBreak(
        _ byte: UInt8, _ handle: (borrowing TableRow) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard !hasLooseQuote else {
            row.fault = .looseQuote(lines: line - row.line + 1)
            return try endLine(byte, handle)
        }
        keep(byte)
        followsCarriageReturn = byte == 13
        line += 1
    }

    private mutating func keepLooseQuote() {
        if let quote = dialect.quote { keep(quote) }
        for _ in 0..<blanks { keep(32) }
        if line > openedAt { row.fault = .looseQuote(lines: line - row.line + 1) }
        hasLooseQuote = true
        looseQuotes += 1
        place = .quoted
    }

    /// Replaces a cell such as `="00123"`, which makes Excel keep the zeros, with the text in it.
    private mutating func unwrapCell() {
        let start = row.ends.last ?? 0
        guard let quote = dialect.quote, row.bytes.count >= start + 3, row.bytes[start] == UInt8(ascii: "="),
            row.bytes[start + 1] == quote, row.bytes.last == quote
        else { return }
        let text = (start + 2)..<(row.bytes.count - 1)
        guard !row.bytes[text].contains(quote) else { return }
        row.bytes.removeLast()
        row.bytes.removeSubrange(start..<text.lowerBound)
        row.excelTexts.insert(row.count)
    }

    /// Drops the blanks before an opening quote, which belong to no cell.
    private mutating func dropBlanksOfCell() {
        row.bytes.removeLast(row.bytes.count - (row.ends.last ?? 0))
    }
}
