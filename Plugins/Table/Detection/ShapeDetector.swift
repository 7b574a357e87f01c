import AggSource

/// Detects how a table is written, except for what is configured.
struct ShapeDetector {
    /// The configured settings.
    let given: TableSettings
    /// The encoding that the server declares; nil if it declares none.
    var declared: DeclaredEncoding?

    /// What was detected, and the assumptions made.
    struct Finding {
        var shape = TableShape()
        /// The number of cells that most rows of delimited text have.
        var width = 0
        /// What may be wrong, one sentence each.
        var assumptions: [String] = []
    }

    private static let samples = [262_144, 4_500_000]

    /// Reads a body as many times as necessary.
    ///
    /// - Throws: `SourceError.invalidData` for a document that is not a table, with what it is instead.
    func find(in body: HTTPBody) throws(SourceError) -> Finding {
        var finding = Finding()
        let beginning = try readEncoding(body, &finding)
        if let other = OtherDocument(beginning, rowsHave: given.identifying, isFile: given.isFile) {
            throw .invalidData(other.reason)
        }
        let first = beginning.first { !$0.isBlank && $0 != 0x1E }
        guard let first else { throw .invalidData("(the document is empty)") }
        let looksJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if given.format.map(\.isJSON) ?? looksJSON {
            try findLists(body, &finding)
        } else {
            try findDialect(body, &finding)
        }
        return finding
    }

    /// Detects the encoding, and returns the first bytes of the text.
    private func readEncoding(_ body: HTTPBody, _ finding: inout Finding) throws(SourceError) -> [UInt8] {
        var detector = EncodingDetector()
        var pieces = try TextPieces(body, nil)
        var first: [UInt8] = []
        while let piece = try pieces.next() {
            if Task.isCancelled { throw .cancelled }
            if first.isEmpty {
                first = piece
                if let other = OtherDocument(binary: first) { throw .invalidData(other.reason) }
            }
            detector.add(piece)
            if given.encoding != nil || detector.isDecided { break }
        }
        let mark = TableEncoding(markOf: first)
        let found = mark ?? given.encoding ?? detector.encoding(declared: declared?.encoding)
        if given.encoding == nil, found != .utf8, !detector.isDecided, let declared, declared.isUnsupported {
            throw .invalidData(
                "(the server declares the encoding \(declared.name), which agg does not support; convert the text to "
                    + "UTF-8 first)")
        }
        guard let encoding = found else {
            throw .invalidData(
                "(unknown encoding; set it with --encoding if agg supports it, or convert the text to UTF-8 first)")
        }
        finding.shape.encoding = encoding
        if given.encoding == nil {
            if encoding == .windows1252, declared?.encoding != .windows1252 {
                finding.assumptions.append(
                    "the text is not UTF-8, so it is read as Windows-1252; use --encoding to change that")
            } else if encoding == .utf8, let note = detector.note {
                finding.assumptions.append(note)
            }
        } else if let given = given.encoding, given.title != encoding.title {
            finding.assumptions.append(
                "the text begins with a byte order mark, so it is read as \(encoding.title) instead of \(given.title)")
        }
        var decoder = TextDecoder(encoding)
        return decoder.decode(Array(first.prefix(4_096)))
    }

    private func findDialect(_ body: HTTPBody, _ finding: inout Finding) throws(SourceError) {
        finding.shape.format = .csv
        if let items = given.items {
            finding.assumptions.append("the text is not JSON, so “items: \(items)” is ignored")
        }
        var sample: [UInt8] = []
        var pieces = try TextPieces(body, finding.shape.encoding)
        var isWhole = false
        for size in Self.samples {
            while sample.count < size, !isWhole {
                if let piece = try pieces.next() { sample += piece } else { isWhole = true }
            }
            let detector = DialectDetector(sample: sample, isWhole: isWhole)
            finding.shape.dialect = detector.dialect(
                delimiter: given.delimiter ?? Self.declaredDelimiter(sample), quote: given.quote)
            if given.quote == nil, finding.shape.dialect.quote == nil,
                finding.shape.dialect.delimiter != Dialect.doubleColon
            {
                finding.assumptions.append(
                    "quotes are read as ordinary characters, since they would otherwise join separate lines")
            }
            if given.hasEscapes { finding.shape.dialect.hasEscapes = true }
            var rows = detector.rows(finding.shape.dialect, limit: 1_000)
            if rows.count < 2, !isWhole { continue }
            let fixed = widths(detector, rows)
            let blank = given.delimiter == nil && given.widths == nil ? detector.blankColumns : nil
            let spaced = blank.flatMap { lines(above: $0, finding.shape.dialect, rows, beside: fixed?.widths) }
            if spaced != nil {
                finding.shape.dialect = Dialect(delimiter: Dialect.blanks)
                rows = detector.rows(finding.shape.dialect, limit: 1_000)
            } else if let fixed {
                finding.shape.widths = fixed.widths
                finding.shape.dialect = FixedWidths.dialect
                let lines = detector.rows(FixedWidths.dialect, limit: 1_000)
                let skipped = lines.prefix { $0.line <= fixed.skippedLines }
                let body = lines.dropFirst(skipped.count)
                rows = skipped + body.prefix(1).map(fixed.widths.splitLabels)
                rows += body.dropFirst().map(fixed.widths.split)
            }
            let preamble = spaced ?? fixed?.skippedLines ?? 0
            finding.shape.skippedLines =
                given.skippedLines
                ?? (given.hasHeader == nil && preamble == 0 ? Self.skippedLines(rows) : preamble)
            let skipped = rows.prefix { $0.line <= finding.shape.skippedLines }
            rows.removeFirst(skipped.count)
            let headers = HeaderDetector(rows: rows)
            finding.shape.hasHeader = given.hasHeader ?? headers.hasHeader
            finding.shape.hasUnits = given.hasUnits ?? (finding.shape.hasHeader && headers.hasUnits)
            if given.skippedLines == nil, skipped.contains(where: { !$0.isBlank && !DialectDetector.isComment($0) }) {
                let lines = finding.shape.skippedLines
                finding.assumptions.append(
                    lines == 1
                        ? "the first line is not part of the table, so it is skipped"
                        : "the first \(lines) lines are not part of the table, so they are skipped")
            }
            let hasColumns = spaced != nil || fixed?.widths.starts.count == blank?.columns
            if given.hasHeader == nil, !finding.shape.hasHeader, hasColumns, let words = blank?.unfitLabels {
                finding.assumptions.append(
                    "the comment above the table has \(words) labels for \(words + 1) columns, so the columns are "
                        + "numbered")
            }
            if finding.shape.hasUnits, given.hasUnits == nil {
                finding.assumptions.append(headers.unitsNote)
            }
            if finding.shape.hasHeader, given.hasUnits == nil, rows.count > 1 {
                let isFixed = finding.shape.widths != nil
                if isFixed ? FixedWidths.isRule(rows[1]) : HeaderDetector.isRule(rows[1]) {
                    finding.shape.hasUnits = true
                }
            }
            if try RowReader.lacksFirstLabel(in: body, finding.shape) {
                finding.assumptions.append(
                    "the header has one label too few, so the first column has none and is called column_1")
            }
            finding.width = headers.width(hasHeader: finding.shape.hasHeader)
            return
        }
    }

    /// The number of lines before the first row of the table, its header; 0 if no row precedes it.
    private static func skippedLines(_ rows: [TableRow]) -> Int {
        let skipped = HeaderDetector(rows: rows).skippedRows
        return skipped > 0 && skipped < rows.count ? rows[skipped].line - 1 : 0
    }

    /// The number of lines above columns that are separated by blanks; nil if columns of fixed width or another
    /// delimiter divide the text as well.
    private func lines(
        above found: DialectDetector.BlankColumns, _ dialect: Dialect, _ rows: [TableRow], beside fixed: FixedWidths?
    ) -> Int? {
        if let fixed {
            let isBetter = found.hasOnlyNumbers && found.columns > fixed.starts.count
            return found.hasComment || isBetter ? found.skippedLines : nil
        }
        let cells = rows.last?.count ?? 1
        // As in a list of dates such as Mar 5 2024.
        if cells == 1, HeaderDetector.kind(of: 0, in: rows[...]) != .text { return nil }
        // Blanks also occur in cells, but hardly several in a row.
        let isDivided = cells > 1 && !rows.allSatisfy { $0.bytes.firstRange(of: [32, 32]) != nil }
        return isDivided && dialect.delimiter != UInt8(ascii: ":") ? nil : found.skippedLines
    }

    /// The given widths, or those of a text without a delimiter, and the number of lines above its labels; nil for other text.
    private func widths(
        _ detector: DialectDetector, _ rows: [TableRow]
    ) -> (widths: FixedWidths, skippedLines: Int)? {
        if let widths = given.widths { return (widths, 0) }
        guard given.delimiter == nil else { return nil }
        let skipped = given.skippedLines ?? 0
        let lines = detector.rows(FixedWidths.dialect, limit: 1_000).filter { $0.line > skipped }
        guard let found = FixedWidths.find(in: lines) else { return nil }
        let line = lines[found.first].line
        // Commas in some texts do not divide the labels.
        let isUndivided = rows.count { $0.count == 1 } * 10 > rows.count * 9
        guard isUndivided || rows.contains(where: { $0.line == line && $0.count == 1 }) else { return nil }
        return (found.widths, found.first > 0 ? line - 1 : 0)
    }

    /// The delimiter that Excel reads from a first line such as `sep=;`.
    private static func declaredDelimiter(_ text: [UInt8]) -> UInt8? {
        let line = text.prefix { $0 != 10 && $0 != 13 }.filter { $0 != UInt8(ascii: "\"") }
        return line.count == 5 && String(decoding: line, as: UTF8.self).lowercased().hasPrefix("sep=") ? line[4] : nil
    }
}
