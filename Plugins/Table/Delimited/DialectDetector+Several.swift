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
        let labels = found[..<start].suffix(2).filter { row in
            row.count == width && (0..<width).allSatisfy { HeaderDetector.kind(row, $0) == .text }
        }
        return BlankColumns(
            skippedLines: (labels.first ?? found[start]).line - 1, columns: width, hasComment: !labels.isEmpty,
            hasOnlyNumbers: numbers == width)
    }
}
