extension HeaderDetector {
    /// Whether the row below the header completes the labels of groups of columns, above rows with a first cell and
    /// numbers or answers to questions.
    var hasGroups: Bool {
        guard rows.count > 2 else { return false }
        let (labels, others) = (rows[0].labels, rows[1].labels)
        guard Self.isGroups(labels, above: others) else { return false }
        let data = rows[2...].prefix(500)
        let votes = votes(for: rows[1], over: data)
        guard votes >= 0, data.allSatisfy({ $0.isBlank || !$0.trimmedRange(0).isEmpty }) else { return false }
        let kinds = Self.gaps(in: labels).map { Self.kind(of: $0, in: data) }
        if labels.first?.isEmpty == true { return votes > 0 && kinds.allSatisfy { $0 != nil && $0 != .text } }
        return kinds.allSatisfy { $0 != .text } || hasAnswers(over: data)
    }

    /// Whether rows of answers, each with a number or date first, follow a row that has only texts, as SurveyMonkey
    /// writes them: the cells below one of these texts are empty or the same text.
    private func hasAnswers(over data: ArraySlice<TableRow>) -> Bool {
        let (labels, others) = (rows[0].labels, rows[1])
        let first = Self.kind(of: 0, in: data)
        return labels.first?.lowercased() == "respondent id" && (first == .number || first == .date)
            && (0..<others.count).allSatisfy { others.trimmedRange($0).isEmpty || Self.kind(others, $0) == .text }
            && Self.gaps(in: labels).contains { index in
                let answers = Set(data.map { $0.trimmedText(index) }.filter { !$0.isEmpty })
                return answers == [others.trimmedText(index)]
            }
    }

    /// Whether labels are those of groups of columns, above labels that complete them.
    ///
    /// Each column has a label in one of the rows. That of the first column is either only in the first row, as in
    /// “Name,Size,” above “,m,ft”; or only in the second row, which then has a label for each column, below several
    /// groups: the same labels in two groups, as in “,Old,,New,” above “Name,Low,High,Low,High”, or only units, as in
    /// “,Size,,Weight,” above “Name,m,ft,kg,lb”.
    static func isGroups(_ labels: [String], above others: [String]) -> Bool {
        guard labels.count == others.count, let first = labels.first, let other = others.first,
            first.isEmpty != other.isEmpty
        else { return false }
        guard first.isEmpty else {
            let gaps = Self.gaps(in: labels)
            return !gaps.isEmpty && gaps.allSatisfy { !others[$0].isEmpty && !others[$0 - 1].isEmpty }
        }
        // A mark of a missing value, a number, or a date is no label.
        guard others.allSatisfy({ kind(of: Array($0.utf8)[...]) == .text }) else { return false }
        let starts = labels.indices.filter { !labels[$0].isEmpty }
        let ends = Array(starts.dropFirst()) + [labels.count]
        let groups = zip(starts, ends).map { Array(others[$0..<$1]) }
        guard groups.count > 1, groups.allSatisfy({ $0.count > 1 && Set($0).count == $0.count }) else { return false }
        return Set(groups).count < groups.count || groups.joined().allSatisfy { units.contains($0.lowercased()) }
    }

    /// Units that may be labels of columns, or below them.
    static let units: Set<String> = [
        "%", "°c", "°f", "acres", "c", "cm", "days", "degc", "degf", "eur", "f", "ft", "g", "gal", "gbp", "gwh", "h",
        "ha", "hours", "hpa", "in", "k", "kg", "km", "km/h", "km2", "km²", "kmh", "kpa", "kw", "kwh", "l", "lb", "lbs",
        "m", "m/s", "m2", "m²", "m3", "m³", "mi", "min", "minutes", "ml", "mm", "mph", "mw", "mwh", "oz", "pa", "s",
        "sec", "seconds", "sq ft", "sq km", "sq mi", "t", "tons", "twh", "usd", "w", "yd", "€", "$", "£",
    ]

    /// The columns without a label after the first label.
    private static func gaps(in labels: [String]) -> [Int] {
        let start = labels.firstIndex { !$0.isEmpty } ?? labels.count
        return labels.indices.filter { $0 > start && labels[$0].isEmpty }
    }

    /// Labels of several columns with those below them, as in “Size m” and “Size ft”.
    static func labels(_ labels: [String], with others: [String]) -> [String] {
        var group = ""
        return labels.enumerated().map { index, label in
            if !label.isEmpty { group = label }
            guard index < others.count, !others[index].isEmpty else { return label }
            return group.isEmpty ? others[index] : "\(group) \(others[index])"
        }
    }
}
