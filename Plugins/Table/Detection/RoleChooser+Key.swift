import AggSource

extension RoleChooser {
    /// The column that identifies rows best; nil if none does.
    var key: String? {
        let isLedger = columns.contains { $0.has(ColumnWords.ledgers) }
        let wanted = columns.indices.filter { index in
            let column = columns[index]
            let isPeriod = column.kind == .date || column.has(ColumnWords.periods)
            return column.isUnique && column.profile.longest <= 200 && !column.profile.isPlace
                && [.text, .integer, .date].contains(column.kind) && column.profile.unit == nil
                && column.profile.forms.isDisjoint(with: [.json, .clock, .flag]) && !(isLedger && isPeriod)
        }
        return wanted.map { (index: $0, score: Self.keyScore(columns[$0], $0)) }.filter { $0.score > -30 }
            .max { ($0.score, -$0.index) < ($1.score, -$1.index) }.map { columns[$0.index].name }
    }

    /// How well a column of distinct values would do as the key; negative if hardly.
    static func keyScore(_ column: Candidate, _ index: Int) -> Int {
        var score = -index
        let isContact = column.has(ColumnWords.contacts)
        if column.isNamedID { score += 60 }
        if column.has(ColumnWords.references), !isContact { score += 30 }
        if index == 0 { score += 15 }
        // A measurement may differ in all rows by chance.
        let isNamed = column.isNamedID || column.has(ColumnWords.references)
        if column.kind == .integer { score += index == 0 || isNamed ? 3 : -15 }
        if column.kind == .date { score -= 20 }
        if column.has(ColumnWords.periods) { score -= 10 }
        if column.has(ColumnWords.nameParts) { score -= 20 }
        if column.profile.forms.contains(.email) { score += 25 } else if isContact { score -= 20 }
        if column.profile.isLink { score -= 10 }
        if column.profile.meanLength > 40 { score -= 20 }
        let isMeasure = column.has(ColumnWords.measures) && !column.isNamedID
        return isMeasure ? score - 60 : max(score, -29)
    }
}
