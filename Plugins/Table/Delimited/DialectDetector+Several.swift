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

    /// The dialect of a web server's log, whose rows have a time in brackets and a quoted request; nil for other text.
    func log(quote: UInt8?) -> Dialect? {
        guard sample.contains(UInt8(ascii: "[")) else { return nil }
        let dialect = Dialect(delimiter: Dialect.blanks, quote: quote)
        let found = rows(dialect)
        guard isRegular(found, share: 0.98), let width = found.first?.count else { return nil }
        let regular = found.filter { $0.count == width }
        let hasTime = (0..<width).contains { index in
            regular.allSatisfy { row in
                row.bytes[row.range(index)].first == UInt8(ascii: "[") && HeaderDetector.kind(row, index) == .date
            }
        }
        return hasTime && regular.allSatisfy { $0.quoted.contains(true) } ? dialect : nil
    }

    /// Whether colons divide the hours, minutes, and seconds of a time that is part of a longer text in each row.
    func dividesTimes(_ dialect: Dialect) -> Bool {
        guard dialect.delimiter == UInt8(ascii: ":") else { return false }
        let found = rows(dialect)
        guard let width = found.first?.count, width > 2 else { return false }
        return (1..<(width - 1)).contains { index in
            found.allSatisfy { row in
                let minute = row.bytes[row.range(index)]
                let (before, after) = (row.bytes[row.range(index - 1)], row.bytes[row.range(index + 1)])
                let (hour, second) = (before.suffix(2), after.prefix { $0.isASCIIDigit })
                let areDigits = minute.allSatisfy(\.isASCIIDigit) && hour.allSatisfy(\.isASCIIDigit)
                return areDigits && hour.count == 2 && minute.count == 2 && second.count == 2
                    && before.count + after.count > 4
            }
        }
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
        /// The number of words in a comment that may have labels, but one too few; nil without such a comment.
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
        if HeaderDetector(rows: Array(data)).hasHeader { data = data.dropFirst() }
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
        // Labels in comments, as in “#YY MM DD”, and units below them.
        let comments = found[..<start].suffix(2).filter { row in
            (0..<row.count).allSatisfy { HeaderDetector.kind(row, $0) == .text }
        }
        var labels = comments.filter { $0.count == width }
        let others = comments.filter { $0.count == width - 1 }
        // Only names of rows need no label.
        if labels.isEmpty, Set(data.map { $0.trimmedText(0) }).count == data.count { labels = others }
        return BlankColumns(
            skippedLines: (labels.first ?? found[start]).line - 1, columns: width, hasComment: !labels.isEmpty,
            hasOnlyNumbers: numbers == width, unfitLabels: labels.isEmpty ? others.first?.count : nil)
    }
}
