import AggSource

/// Finds the delimiter and the quote of a text by reading its beginning in each dialect, over complete records.
struct DialectDetector {
    /// The beginning of the text.
    let sample: [UInt8]
    /// Whether the sample is the whole text.
    let isWhole: Bool

    /// The result of reading the sample in a dialect.
    private struct Trial {
        let dialect: Dialect
        /// The number of cells that most rows have.
        let width: Int
        /// The share of rows that have it.
        let share: Double
        let rows: Int
        /// The lines in which they start.
        let lines: [Int]
        /// Whether the first row has at least this number of cells, or only lacks the label of the first column.
        let isFirstFull: Bool
        /// Whether each row has a quoted cell.
        let isQuoted: Bool
        /// Whether the table has labels below other rows.
        let hasPreamble: Bool
        /// The number of lone quotes inside quoted cells.
        let looseQuotes: Int
        /// Whether the text ends in a quoted cell.
        let isUnclosed: Bool
    }

    private static let common = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
    private static let rare = [UInt8(ascii: ":"), UInt8(ascii: "^"), 1]
    static let mostRows = 2_000
    /// The number of rows to read for the labels.
    private static let mostHeaderRows = 600

    /// The most likely dialect, with the given parts fixed.
    func dialect(delimiter: UInt8?, quote: UInt8??) -> Dialect {
        let found = dialectWithoutEscapes(delimiter: delimiter, quote: quote)
        guard quote == nil, found.quote == UInt8(ascii: "\"") else { return found }
        if needsEscapes(found) { return Dialect(delimiter: found.delimiter, quote: found.quote, hasEscapes: true) }
        return joinsLines(found) ? Dialect(delimiter: found.delimiter, quote: nil) : found
    }

    /// Whether misplaced quotes only join lines that have the same number of cells as all others.
    private func joinsLines(_ dialect: Dialect) -> Bool {
        guard let quote = dialect.quote, sample.contains(quote),
            let without = trial(Dialect(delimiter: dialect.delimiter, quote: nil)), without.width > 1,
            without.share == 1, let with = trial(dialect)
        else { return false }
        // A single lost row may be the last one of a text that is cut off.
        if dialect.delimiter == UInt8(ascii: "\t"), let last = without.lines.last,
            without.rows > with.lines.count(where: { $0 <= last }) + 1
        {
            return true
        }
        return with.looseQuotes > 0 && without.rows > with.rows && !with.isUnclosed
    }

    /// The dialect of a text whose cells are separated by blanks, and in which a delimiter occurs only in quoted cells; nil
    /// for any other text.
    private func blanks(around delimiter: UInt8, quote: UInt8?) -> Dialect? {
        guard let quote, sample.contains(quote), delimiter != UInt8(ascii: "\t") else { return nil }
        let dialects = [UInt8(ascii: " "), Dialect.blanks].map { Dialect(delimiter: $0, quote: quote) }
        return dialects.first { dialect in
            guard let found = trial(dialect), found.share == 1, found.width > 2, found.rows > 2, found.looseQuotes == 0
            else { return false }
            let rows = self.rows(dialect)
            return rows.dropFirst().allSatisfy { $0.quoted.contains(true) }
                && rows.allSatisfy { row in
                    row.quoted.indices.allSatisfy { row.quoted[$0] || !row.bytes[row.range($0)].contains(delimiter) }
                }
        }
    }

    /// Whether quotes with a backslash before them are lone ones or end cells too early, unless the backslash counts.
    private func needsEscapes(_ dialect: Dialect) -> Bool {
        guard let quote = dialect.quote, sample.firstRange(of: [Dialect.escape, quote]) != nil,
            let with = trial(Dialect(delimiter: dialect.delimiter, quote: quote, hasEscapes: true)),
            with.looseQuotes == 0
        else { return false }
        guard let without = trial(dialect) else { return true }
        guard with.rows >= without.rows, with.share >= without.share else { return false }
        return without.looseQuotes > 0 || with.rows > without.rows || with.share > without.share
    }

    private func dialectWithoutEscapes(delimiter: UInt8?, quote: UInt8??) -> Dialect {
        let quotes = quote.map { [$0] } ?? [UInt8(ascii: "\"")] + (hasSingleQuotes ? [UInt8(ascii: "'")] : [])
        guard delimiter == nil else {
            let trials = quotes.compactMap { trial(Dialect(delimiter: delimiter ?? 0, quote: $0)) }
            return best(of: trials)?.dialect ?? Dialect(delimiter: delimiter ?? 0, quote: quotes[0])
        }
        if let found = log(quote: quotes[0]), quote == nil || !found.hasEscapes { return found }
        var trials = quotes.flatMap { quote in Self.common.map { Dialect(delimiter: $0, quote: quote) } }
            .compactMap(trial).filter(Self.isLikely)
        if hasDecimalCommas(beside: trials) { trials.removeAll { $0.dialect.delimiter == UInt8(ascii: ",") } }
        let common = best(of: trials)
        let isSure = common.map { $0.share == 1 && !$0.hasPreamble } ?? false
        if !isSure, let found = unusual(quote: quotes[0]) { return found }
        if let common {
            return blanks(around: common.dialect.delimiter, quote: common.dialect.quote) ?? common.dialect
        }
        let others = Self.rare.map { Dialect(delimiter: $0, quote: quotes[0]) }.compactMap(trial)
            .filter { $0.share == 1 && $0.width > 1 && $0.rows > 1 && !dividesTimes($0.dialect) }
        if let found = best(of: others) { return found.dialect }
        // As R writes tables by default; without quotes, blanks are parts of texts.
        let spaced = trial(Dialect(delimiter: UInt8(ascii: " "), quote: quotes[0]))
        let isSpaced = spaced.map { $0.share == 1 && $0.width > 1 && $0.rows > 1 && $0.isQuoted } ?? false
        return isSpaced ? Dialect(delimiter: UInt8(ascii: " "), quote: quotes[0]) : Dialect(quote: quotes[0])
    }

    /// The complete rows of the sample in a dialect, up to a limit.
    func rows(_ dialect: Dialect, limit: Int = mostRows) -> [TableRow] { read(dialect, limit: limit).rows }

    /// The complete rows of the sample in a dialect, up to a limit, and how well its quotes fit.
    func read(_ dialect: Dialect, limit: Int) -> (rows: [TableRow], looseQuotes: Int, isUnclosed: Bool) {
        var reader = DelimitedReader(dialect)
        var rows: [TableRow] = []
        var isUnclosed = false
        func keep(_ row: borrowing TableRow) throws(SourceError) {
            if rows.count < limit { rows.append(copy row) }
        }
        var start = 0
        do throws(SourceError) {
            while start < sample.count, rows.count < limit {
                let end = min(start + 65_536, sample.count)
                try reader.push(Array(sample[start..<end]), keep)
                start = end
            }
            if isWhole { try reader.finish(keep) }
        } catch {
            isUnclosed = true
        }
        return (rows, reader.looseQuotes, isUnclosed)
    }

    private func trial(_ dialect: Dialect) -> Trial? {
        let found = read(dialect, limit: Self.mostRows)
        var rows = found.rows.filter { $0.fault == nil && !Self.isComment($0) }
        let skipped = HeaderDetector(rows: Array(rows.prefix(Self.mostHeaderRows))).skippedRows
        rows.removeFirst(skipped)
        // Footnotes.
        let last = rows.lastIndex { $0.count > 1 } ?? rows.count - 1
        if last > 0 { rows.removeLast(rows.count - 1 - last) }
        guard !rows.isEmpty else { return nil }
        var counts: [Int: Int] = [:]
        for row in rows { counts[row.count, default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        let isUnlabeled = rows[0].count > 1 && HeaderDetector(rows: rows).lacksLabel(hasUnits: false)
        return Trial(
            dialect: dialect, width: most.key,
            share: Double(most.value + (isUnlabeled ? 1 : 0)) / Double(rows.count), rows: rows.count,
            lines: rows.map(\.line), isFirstFull: (rows.first?.count ?? 0) >= most.key || isUnlabeled,
            isQuoted: rows.allSatisfy { $0.quoted.contains(true) }, hasPreamble: skipped > 0,
            looseQuotes: found.looseQuotes, isUnclosed: found.isUnclosed)
    }

    private static func isLikely(_ trial: Trial) -> Bool {
        guard trial.width > 1 else { return false }
        if trial.share >= 0.9 { return true }
        return trial.isFirstFull ? trial.share >= 0.3 : trial.rows > 4 && trial.share >= 0.6
    }

    /// The most consistent trial; among equals, the one with more cells, then the more common dialect.
    private func best(of trials: [Trial]) -> Trial? {
        func score(_ trial: Trial) -> Double {
            let first = !trial.isFirstFull ? 0 : trial.hasPreamble ? 0.2 : 0.3
            // Unlike commas, tabs are hardly ever part of a text.
            let tabs = trial.dialect.delimiter == UInt8(ascii: "\t") && trial.share >= 0.9 ? 0.15 : 0
            return trial.share + first + tabs + 0.02 * Double(min(trial.width, 10))
                + (trial.dialect.quote == UInt8(ascii: "'") ? 0.01 : 0)
        }
        return trials.enumerated().max { (score($0.element), -$0.offset) < (score($1.element), -$1.offset) }?.element
    }

    /// Whether semicolons or tabs divide all rows into the same number of cells, with one comma at most, within a number.
    private func hasDecimalCommas(beside trials: [Trial]) -> Bool {
        let others = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        guard trials.contains(where: { $0.share == 1 && others.contains($0.dialect.delimiter) }) else { return false }
        func isDigit(_ index: Int) -> Bool { sample.indices.contains(index) && sample[index].isASCIIDigit }
        var hasComma = false
        for index in sample.indices {
            switch sample[index] {
            case UInt8(ascii: ","):
                guard !hasComma, isDigit(index - 1), isDigit(index + 1) else { return false }
                hasComma = true
            case UInt8(ascii: ";"), UInt8(ascii: "\t"), 10, 13: hasComma = false
            default: break
            }
        }
        return true
    }

    /// Whether a row is a comment before the table, or the line with its delimiter.
    static func isComment(_ row: TableRow) -> Bool {
        if row.count <= 2, row.bytes.count <= 5, row.trimmedText(0).lowercased().hasPrefix("sep=") { return true }
        return row.bytes.first == UInt8(ascii: "#") && row.count == 1
    }

    /// Whether cells are in single quotes and none in double quotes.
    private var hasSingleQuotes: Bool {
        var (single, double) = (0, 0)
        var before: UInt8 = 10
        var opened = false
        for (index, byte) in sample.enumerated() {
            let after = index + 1 < sample.count ? sample[index + 1] : 10
            if byte == UInt8(ascii: "'") {
                if Self.isEdge(before) { opened = true }
                if opened, Self.isEdge(after) { single += 1 }
            }
            if byte == UInt8(ascii: "\""), Self.isEdge(before) || Self.isEdge(after) { double += 1 }
            before = byte
        }
        return single > 0 && double == 0
    }

    private static func isEdge(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 || common.contains(byte) }
}
