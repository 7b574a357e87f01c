import AggSource

extension DialectDetector {
    /// The dialect of a text in which each row has the same number of cells, at least three, between two colons or dollar signs; nil
    /// if there is none.
    func unusual(quote: UInt8?) -> Dialect? {
        let colons = Dialect(delimiter: Dialect.doubleColon, quote: nil)
        if sample.firstRange(of: Array("::".utf8)) != nil, isRegular(rows(colons), share: 1) { return colons }
        let dollars = Dialect(delimiter: UInt8(ascii: "$"), quote: quote)
        guard sample.contains(dollars.delimiter) else { return nil }
        let found = rows(dollars)
        // An amount of money is no label.
        let areLabels = (found.first?.labels ?? []).allSatisfy { label in
            label.first?.isLetter == true && label.allSatisfy { $0.isLetter || $0.isNumber || "_ .".contains($0) }
        }
        return areLabels && isRegular(found, share: 0.98) ? dollars : nil
    }

    /// The dialect of a web server's log, in which each line has a time in brackets and a quoted request; nil for
    /// other text.
    func log(quote: UInt8?) -> Dialect? {
        guard sample.contains(UInt8(ascii: "[")) else { return nil }
        let dialects = [false, true].map { Dialect(delimiter: Dialect.blanks, quote: quote, hasEscapes: $0) }
        return dialects.first(where: readsLog)
    }

    private func readsLog(_ dialect: Dialect) -> Bool {
        let found = read(dialect, limit: Self.mostRows)
        let rows = found.rows
        guard !found.isUnclosed, isRegular(rows, share: 1), let width = rows.first?.count else { return false }
        let hasTime = (0..<width).contains { index in
            rows.allSatisfy { row in
                row.bytes[row.range(index)].first == UInt8(ascii: "[") && HeaderDetector.kind(row, index) == .date
            }
        }
        return hasTime && rows.allSatisfy { $0.fault == nil && $0.quoted.contains(true) }
    }

    /// Whether colons divide the hours, minutes, and seconds of a time after a day, in lines with columns of fixed width.
    func dividesTimes(_ dialect: Dialect) -> Bool {
        guard dialect.delimiter == UInt8(ascii: ":") else { return false }
        let found = rows(dialect)
        guard let width = found.first?.count, width > 2 else { return false }
        let hasTimes = (1..<(width - 1)).contains { index in
            found.allSatisfy { row in
                let minute = row.bytes[row.range(index)]
                let hour = row.bytes[row.range(index - 1)].suffix(3)
                let second = row.bytes[row.range(index + 1)].prefix { $0.isASCIIDigit }
                let areDigits = minute.allSatisfy(\.isASCIIDigit) && hour.dropFirst().allSatisfy(\.isASCIIDigit)
                return areDigits && hour.count == 3 && hour.first == 32 && minute.count == 2 && second.count == 2
            }
        }
        return hasTimes && FixedWidths.find(in: rows(FixedWidths.dialect)) != nil
    }

    /// Whether a share of several rows, among them the first, have the same number of cells, at least three.
    private func isRegular(_ rows: [TableRow], share: Double) -> Bool {
        guard let width = rows.first?.count, width > 2, rows.count > 1 else { return false }
        return Double(rows.count { $0.count == width }) >= Double(rows.count) * share
    }

    /// A table whose columns are separated by any number of blanks.
    struct BlankColumns {
        /// The number of lines above it.
        let skippedLines: Int
        let columns: Int
        /// Whether the labels are in a comment.
        let hasComment: Bool
        /// Whether no cell can be a part of a text.
        let hasOnlyNumbers: Bool
        /// The number of labels in the comment directly above, if they are one too few; nil otherwise.
        let unfitLabels: Int?
    }

    /// The table whose columns are separated by any number of blanks; nil unless each row has the same number of cells, and at least
    /// half of the columns contain numbers.
    var blankColumns: BlankColumns? {
        let found = rows(Dialect(delimiter: Dialect.blanks))
        let start = found.firstIndex { !$0.isComment } ?? 0
        var data = found[start...]
        guard let width = data.first?.count, width > 2, data.count > 2, data.allSatisfy({ $0.count == width }) else {
            return nil
        }
        let headers = HeaderDetector(rows: Array(data))
        let hasLabels = headers.votes(for: headers.rows[0], over: headers.rows.dropFirst().prefix(500)) > 0
        if headers.hasHeader { data = data.dropFirst() }
        // Blanks also group the digits of amounts, phone numbers, and the like.
        let areGroups = data.allSatisfy { row in
            (1..<width).allSatisfy { index in
                let cell = row.bytes[row.trimmedRange(index)]
                return (3...4).contains(cell.count) && cell.allSatisfy(\.isASCIIDigit)
            }
        }
        guard !areGroups else { return nil }
        let numbers = (0..<width).count { index in
            let kind = HeaderDetector.kind(of: index, in: data.prefix(500))
            return kind == .number || kind == .date
        }
        guard numbers * 2 >= width else { return nil }
        // A line of labels below the comments comes before any labels in them.
        let comments = hasLabels ? [] : found[..<start]
        let labels = CommentLabels(in: comments, above: found[start...], width: width)
        return BlankColumns(
            skippedLines: (labels.line ?? found[start].line) - 1, columns: width, hasComment: labels.line != nil,
            hasOnlyNumbers: numbers == width, unfitLabels: labels.unfit)
    }
}
