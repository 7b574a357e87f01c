import AggSource

/// The labels in the last comment above columns that are separated by blanks, as in `#YY MM DD`.
struct CommentLabels {
    /// The line of the labels; nil if there are none.
    private(set) var line: Int?
    /// The number of labels, if they are one too few and cannot be those of the columns after the first; nil otherwise.
    private(set) var unfit: Int?

    /// Words of sentences.
    private static let otherWords: Set<String> = [
        "of", "at", "the", "for", "and", "by", "with", "is", "are", "copyright", "©",
    ]
    /// Words that are labels beside their opposite, as in “from to”.
    private static let sides = ["to": "from", "in": "out"]
    /// Labels of the values that identify a row.
    private static let ids: Set<String> = ["id", "key", "code", "no", "nr", "number", "index", "row"]

    /// Finds the labels in the comments above rows with a number of cells.
    init(in comments: ArraySlice<TableRow>, above data: ArraySlice<TableRow>, width: Int) {
        // Numbers, dashes, or units may be below the labels, as in “#YY MM DD” above “#yr mo dy”.
        guard let last = comments.suffix(2).last(where: Self.areLabels) else { return }
        if last.count == width {
            let labels = comments.suffix(2).first { row in
                row.count == width && Self.isIndented(row) == Self.isIndented(last) && Self.areLabels(row)
            }
            line = (labels ?? last).line
        } else if last.count == width - 1 {
            let label = Self.words(last).first?.lowercased() ?? ""
            if Self.areRowNames(data, beside: label) { line = last.line } else { unfit = last.count }
        }
    }

    /// The cells of a comment without its mark.
    private static func words(_ comment: TableRow) -> [String] {
        (0..<comment.count).map { index in
            let text = comment.trimmedText(index)
            return index == 0 ? String(text.drop { $0 == "#" || $0.isWhitespace }) : text
        }
    }

    /// Whether blanks follow the mark of a comment.
    private static func isIndented(_ comment: TableRow) -> Bool { comment.bytes.dropFirst().first == 32 }

    /// Words of which at least one is a label of most tables: of times, coordinates, or ids.
    private static let usual: Set<String> = {
        let others: Set<String> = ["date", "time", "timestamp", "datetime", "yyyy", "yy", "yr", "mm", "dd", "name"]
        let words = [others, ColumnWords.years, ColumnWords.periods, ColumnWords.days, ColumnWords.axes, ids]
        // These are also words of sentences.
        return words.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(["data", "no", "row"])
    }()

    /// Whether all cells of a comment are texts that do not read like a sentence.
    ///
    /// If blanks follow the mark, as in “# do not edit”, one of the words must also be a usual label.
    private static func areLabels(_ comment: TableRow) -> Bool {
        let (words, isIndented) = (Self.words(comment), isIndented(comment))
        let areTexts = words.allSatisfy { word in HeaderDetector.kind(of: Array(word.utf8)[...]) == .text }
        let areUsual = !isIndented || words.contains { usual.contains($0.lowercased()) }
        return areTexts && areUsual && !isProse(words, isIndented: isIndented)
    }

    /// Whether words read like a sentence or a fact: one of them is a word such as “of”, an address, or ends with a colon.
    ///
    /// Unless the mark is part of the first word, so does a capital letter only in that word, as in “# Sea level rise”.
    private static func isProse(_ words: [String], isIndented: Bool) -> Bool {
        let lowercased = words.map { $0.lowercased() }
        let hasOthers = lowercased.contains { word in
            if let side = sides[word] { return isIndented && !lowercased.contains(side) }
            return otherWords.contains(word) || word.hasSuffix(":") || word.contains("@") || word.contains("://")
        }
        guard !hasOthers, isIndented, words.first?.first?.isUppercase == true else { return hasOthers }
        return words.dropFirst().contains { $0.first?.isLowercase == true }
    }

    /// Whether the first cells are names of rows, which need no label: different texts, or a count from 0 or 1.
    private static func areRowNames(_ data: ArraySlice<TableRow>, beside label: String) -> Bool {
        guard !ids.contains(label) else { return false }
        let names = data.map { $0.trimmedText(0) }
        if let start = names.first.flatMap({ Int($0) }) {
            return (0...1).contains(start)
                && names.enumerated().allSatisfy { Int($0.element) == start + $0.offset }
        }
        return label != "name" && Set(names).count == names.count
            && data.allSatisfy { HeaderDetector.kind($0, 0) == .text }
    }
}
