import AggSource

extension RoleChooser {
    /// The column that identifies rows best; nil if none does.
    var key: String? { sureKey ?? best { Self.doubtful.contains($0) } }

    /// The column that identifies rows best, without numbers that may only happen to differ; nil if there is none.
    var sureKey: String? { best { $0 > Self.doubtful.upperBound } }

    /// The scores of numbers that nothing but their values makes a key.
    private static let doubtful = -90 ... -30

    private func best(_ isWanted: (Int) -> Bool) -> String? {
        let isLedger = Self.isLedger(columns)
        let wanted = columns.indices.filter { index in
            let column = columns[index]
            return column.isUnique && column.profile.longest <= 200 && !column.profile.isPlace
                && [.text, .integer, .date].contains(column.kind) && column.profile.unit == nil
                && column.profile.forms.isDisjoint(with: [.json, .clock, .flag])
                && (!isLedger || isOwnNumber(column, index))
        }
        let best = wanted.map { (index: $0, score: Self.keyScore(columns[$0], $0)) }.filter { isWanted($0.score) }
            .max { ($0.score, -$0.index) < ($1.score, -$1.index) }.map { columns[$0.index] }
        return (other(insteadOf: best, among: wanted.map { columns[$0] }) ?? best)?.name
    }

    /// A better key than the best candidate: a postal code or the URL of a page instead of a name or a date, which
    /// another row is more likely to have, and a name instead of a version number.
    private func other(insteadOf best: Candidate?, among wanted: [Candidate]) -> Candidate? {
        if let best, best.isVersionNumber {
            return wanted.first { ($0.has(ColumnWords.names) || $0.name.hasSuffix("name")) && !$0.isVersionNumber }
        }
        if let best, best.isNamedID || best.isReference { return nil }
        let isPlace = best?.has(TableWords.cities) ?? columns.contains { $0.has(TableWords.cities) }
        // Beside an address, a postal code is only a part of it.
        if isPlace, !columns.contains(where: { $0.has(TableWords.addresses) }),
            let code = wanted.first(where: { $0.has(TableWords.postalCodes) && !$0.has(ColumnWords.otherPlaces) })
        {
            return code
        }
        return best?.kind == .date || best?.has(ColumnWords.names) == true ? wanted.first(where: \.isPage) : nil
    }

    /// Whether the columns are those of an account, in which any number of rows may be equal except for a number of their own:
    /// a day, and at least two of a debit, a credit, a balance, an amount, and a purpose.
    static func isLedger(_ columns: [Candidate]) -> Bool {
        let days = ColumnWords.moments.union(ColumnWords.days)
        guard columns.contains(where: { $0.kind == .date || $0.has(days) }) else { return false }
        let entries = columns.count { $0.has(ColumnWords.ledgers) }
        let others = [ColumnWords.payments, ColumnWords.purposes].count { words in
            columns.contains { $0.has(words) && !$0.has(ColumnWords.ledgers) }
        }
        return entries + others > 1
    }

    /// Whether a column of an account may number its rows; the day or the purpose of a payment only happens to differ.
    private func isOwnNumber(_ column: Candidate, _ index: Int) -> Bool {
        column.isNamedID || column.isReference
            || index == 0 && column.kind != .date && !column.has(ColumnWords.purposes)
    }

    /// How well a column of distinct values would do as the key; negative if hardly.
    static func keyScore(_ column: Candidate, _ index: Int) -> Int {
        var score = -index
        let isContact = column.has(ColumnWords.contacts)
        let (isByChance, isVersion) = (column.isNumberByChance, column.isVersionNumber)
        let isReference = column.isReference && !isByChance && !isVersion
        if column.isNamedID { score += column.has(TableWords.others) ? 35 : 60 }
        if ColumnWords.ids.contains(column.name) { score += 10 }
        if isReference, !isContact { score += 30 }
        if index == 0 { score += 15 }
        let isNamed = column.isNamedID || isReference
        let isName = column.has(ColumnWords.names)
        let isPeriod = column.has(ColumnWords.periods) || column.isYear
        if column.kind == .integer { score += index == 0 || isNamed ? 3 : -15 }
        if column.kind == .date { score -= 20 }
        if isPeriod { score -= 10 }
        if column.has(ColumnWords.nameParts) { score -= 20 }
        if column.profile.forms.contains(.email) { score += 25 } else if isContact { score -= 20 }
        if column.profile.isLink { score -= 10 }
        if column.profile.meanLength > 40 { score -= 20 }
        score = max(score, doubtful.upperBound + 1)
        if column.isMeasure || column.profile.pairs.isVague { return score - 200 }
        // In the first column, it may be what the table lists, such as the releases of one program.
        if isVersion { return index == 0 ? score : score - 60 }
        // A measurement may differ in all rows by chance.
        guard column.kind == .integer, index > 0, !isNamed, !isPeriod, !isName else {
            return isByChance ? score - 60 : score
        }
        return score - (column.profile.isNumbering ? 60 : 200)
    }
}
