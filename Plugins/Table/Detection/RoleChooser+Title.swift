import AggSource

extension RoleChooser {
    /// The columns of the title, beside other roles.
    func title(beside roles: TableRoles) -> [String]? {
        let names = Set(columns.map(\.name))
        let hasTitle = names.contains("title") || names.contains("full_name")
        if let person = TableWords.person(among: names), !hasTitle {
            return person
        }
        let texts = columns.indices.filter { columns[$0].hasWords && !roles.isPlace(columns[$0].name) }
        let differing = texts.filter { !columns[$0].profile.isConstant && columns[$0].profile.present * 4 > rows }
        let hasKey = roles.key != nil && !roles.isContentKey
        // A text that is the same in all of many rows names what all of them are about, or nothing.
        let same = texts.filter { index in
            let column = columns[index]
            return rows < 4 || !hasKey
                || [ColumnWords.names, TableWords.names, ColumnWords.subjects, TableWords.subjects]
                    .contains(where: column.has)
                || column.name.hasSuffix("name")
        }
        let hasEvents = texts.contains { TableWords.isEvent(columns[$0].name) }
        let hasHeadline = texts.contains { isHeadline(columns[$0]) }
        let best = (differing.isEmpty ? same : differing).map { index in
            (index: index, score: titleScore(columns[index], index, roles, hasEvents: hasEvents, hasHeadline))
        }.max { ($0.score, -$0.index) < ($1.score, -$1.index) }
        if let best, !hasKey || best.score >= Self.leastTitle { return [columns[best.index].name] }
        if let key = roles.key, hasKey { return key }
        return
            (columns.first { $0.kind == .text && $0.profile.present > 0 && !$0.profile.isPlace }
            ?? columns.first { $0.profile.present > 0 }).map { [$0.name] }
    }

    /// The score below which a text says less than the key.
    private static let leastTitle = -40

    /// Whether a column has short texts about each row, such as the subject of a message, and not one of a few kinds.
    private func isHeadline(_ column: Candidate) -> Bool {
        column.has(TableWords.headlines) && !column.isNamedID && !column.isCode && !isRepetitive(column)
            && (4...80).contains(column.profile.meanLength) && column.profile.present * 2 > rows
    }

    /// Whether more than a fifth of the values repeat others.
    private func isRepetitive(_ column: Candidate) -> Bool {
        column.profile.variety * 5 < min(column.profile.filled, ColumnProfile.sampled) * 4
    }

    private func titleScore(
        _ column: Candidate, _ index: Int, _ roles: TableRoles, hasEvents: Bool, _ hasHeadline: Bool
    ) -> Int {
        var score = index == 0 ? 10 : -min(index, 30)
        if ColumnWords.names.contains(column.name) {
            score += 120
        } else if column.has(ColumnWords.names) || column.has(TableWords.names) || column.name.hasSuffix("name") {
            score += 70
        } else if column.has(ColumnWords.subjects) || column.has(TableWords.subjects) {
            score += 30
        }
        if let stem = roles.keyStem, column.name.hasPrefix(stem) { score += 20 }
        if hasEvents, column.has(TableWords.areas) { score -= 60 }
        let isEnd = column.has(TableWords.ends) && !column.has(TableWords.starts)
        if isEnd, columns.contains(where: { $0.has(TableWords.starts) }) { score -= 20 }
        // If each row has a line of its own, the type of an event is no name for it.
        let isOnlyKind = hasHeadline && (TableWords.isKind(column.name) || isRepetitive(column))
        if TableWords.isEvent(column.name), !isOnlyKind {
            score += 65
        } else if column.has(ColumnWords.context) || column.has(TableWords.grades)
            || column.words.count > 1 && column.words.first == "admin"
        {
            score -= 60
        }
        if column.isMeasure { score -= column.isPeriod ? 150 : 80 }
        if column.profile.isMonth { score -= 80 } else if column.has(ColumnWords.periods) { score -= 40 }
        if column.profile.forms.contains(.code) { score -= 30 }
        let isCode = column.isNamedID || column.isCode
        if isCode { score -= 50 }
        if let last = column.words.last, ColumnWords.languages.contains(String(last)) { score -= 25 }
        if roles.key == [column.name], isCode || column.isReference { score -= 25 }
        let sampled = min(column.profile.filled, 1_000)
        if sampled > 0 { score += 40 * column.profile.variety / sampled }
        if rows > 0 { score += 30 * column.profile.present / rows }
        switch column.profile.meanLength {
        case 0...2: score -= 40
        case 3...80: break
        case 81...200: score -= 30
        default: score -= 80
        }
        return score
    }

    /// The column of the subtitle, beside other roles.
    func subtitle(beside roles: TableRoles) -> String? {
        let used = Set((roles.title ?? []) + (roles.key ?? []))
        if columns.contains(where: { $0.name == "subtitle" && $0.kind == .text }), !used.contains("subtitle") {
            return "subtitle"
        }
        let open = columns.filter { column in
            column.profile.present * 3 > rows && column.profile.meanLength <= 80 && !used.contains(column.name)
        }
        let texts = open.filter { column in
            column.hasWords && !column.isNamedID && !column.isMeasure && !column.isCode && !column.profile.isMonth
                && !column.has(ColumnWords.remarks) && column.profile.meanLength > 1
                && !roles.isPlace(column.name) && !isOtherName(column, roles)
        }
        // Equal texts say something only about a table that has just begun, in which they may be equal by chance.
        let differing = texts.filter { !$0.profile.isConstant }
        return detail(of: differing.filter { !$0.has(["source"]) }) ?? detail(of: differing)
            ?? (rows < 4 ? detail(of: texts) : nil)
            ?? open.first { $0.profile.forms.contains(.email) && !$0.profile.isConstant }?.name
    }

    private func detail(of texts: [Candidate]) -> String? {
        for wish in TableWords.details {
            let named = texts.filter { $0.has(wish) }
            // One that is empty in most rows tells few of them apart.
            let filled = named.filter { $0.profile.present * 2 > rows }
            let found = filled.isEmpty ? named : filled
            if let best = found.first(where: { !$0.has(ColumnWords.otherPlaces) }) ?? found.first { return best.name }
        }
        let long = texts.filter { $0.profile.meanLength > 2 }
        return (long.first { !$0.profile.forms.contains(.code) } ?? long.first ?? texts.first)?.name
    }

    /// Whether a column is another name for what the title already names.
    private func isOtherName(_ column: Candidate, _ roles: TableRoles) -> Bool {
        guard column.has(ColumnWords.names), !TableWords.details.contains(where: column.has) else { return false }
        return columns.contains { roles.title?.contains($0.name) == true && $0.has(ColumnWords.names) }
    }
}
