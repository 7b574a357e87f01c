import AggSource

/// Chooses columns for the roles that are not configured, by their labels and all of their values.
struct RoleChooser {
    /// The facts about one column.
    struct Candidate {
        let name: String
        let kind: Column.Kind
        let profile: ColumnProfile
        /// The range of the numbers; nil if there are other values.
        let numbers: ClosedRange<Double>?
        /// Whether each row has a different value.
        let isUnique: Bool

        /// The words of the name, without numbers at their ends.
        var words: [Substring] { name.split(separator: "_").map(Self.withoutNumber) }

        /// Whether the name says that the column identifies rows.
        var isNamedID: Bool { has(ColumnWords.ids) || words.count == 1 && name.count > 3 && name.hasSuffix("id") }

        /// Whether the values are texts that people read.
        var hasWords: Bool {
            kind == .text && profile.present > 0 && profile.forms.isEmpty && !profile.isPlace && !profile.isLink
                && !has(ColumnWords.contacts)
        }

        /// A word without the number at its end, unless it is only a number.
        private static func withoutNumber(_ word: Substring) -> Substring {
            var short = word
            while short.utf8.last?.isASCIIDigit == true { short.removeLast() }
            return short.isEmpty ? word : short
        }

        /// Whether the name contains one of these words.
        func has(_ wanted: Set<String>) -> Bool { words.contains { wanted.contains(String($0)) } }
    }

    let columns: [Candidate]
    let rows: Int

    /// The given roles, with missing ones filled in.
    func roles(over given: TableRoles) -> TableRoles {
        var roles = given
        if given.latitude == nil, given.longitude == nil, given.location == nil {
            // A geometry is more reliable than columns for its point, which may also exist.
            if let geometry = columns.first(where: { $0.name == JSONRows.geometry && $0.profile.isPlace }) {
                roles.location = geometry.name
            } else if let pair {
                (roles.latitude, roles.longitude) = pair
            } else {
                roles.location = columns.first { $0.profile.isPlace }?.name
            }
        }
        roles.key = given.key ?? key.map { [$0] } ?? [TableRoles.contentKey]
        roles.title = given.title ?? title(beside: roles)
        roles.subtitle = given.subtitle ?? subtitle(beside: roles)
        roles.date = given.date ?? date
        roles.link = given.link ?? link
        return roles
    }

    private var key: String? {
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
        if column.kind == .integer { score += 3 }
        if column.kind == .date { score -= 20 }
        if column.has(ColumnWords.periods) { score -= 10 }
        if column.has(ColumnWords.nameParts) { score -= 20 }
        if column.profile.forms.contains(.email) { score += 25 } else if isContact { score -= 20 }
        if column.profile.isLink { score -= 10 }
        if column.profile.meanLength > 40 { score -= 20 }
        let isMeasure = column.has(ColumnWords.measures) && !column.isNamedID
        return isMeasure ? score - 60 : max(score, -29)
    }

    private func title(beside roles: TableRoles) -> [String]? {
        let names = Set(columns.map(\.name))
        let hasTitle = names.contains("title") || names.contains("full_name")
        if let person = ColumnWords.personNames.first(where: { $0.allSatisfy(names.contains) }), !hasTitle {
            return person
        }
        let texts = columns.indices.filter { columns[$0].hasWords && !roles.isPlace(columns[$0].name) }
        let differing = texts.filter { !columns[$0].profile.isConstant }
        let best = (differing.isEmpty ? texts : differing).map { index in
            (index: index, score: titleScore(columns[index], index, roles))
        }.max { ($0.score, -$0.index) < ($1.score, -$1.index) }
        if let best { return [columns[best.index].name] }
        if let key = roles.key, !roles.isContentKey { return key }
        return
            (columns.first { $0.kind == .text && $0.profile.present > 0 && !$0.profile.isPlace }
            ?? columns.first { $0.profile.present > 0 }).map { [$0.name] }
    }

    private func titleScore(_ column: Candidate, _ index: Int, _ roles: TableRoles) -> Int {
        var score = index == 0 ? 10 : -min(index, 30)
        if ColumnWords.names.contains(column.name) {
            score += 120
        } else if column.has(ColumnWords.names) || column.name.hasSuffix("name") {
            score += 70
        } else if column.has(ColumnWords.subjects) {
            score += 30
        }
        if column.has(ColumnWords.context) { score -= 60 }
        let isCode = column.isNamedID || column.has(ColumnWords.codes)
        if isCode { score -= 50 }
        if let last = column.words.last, ColumnWords.languages.contains(String(last)) { score -= 25 }
        if roles.key == [column.name], isCode || column.has(ColumnWords.references) { score -= 25 }
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

    private func subtitle(beside roles: TableRoles) -> String? {
        let used = Set((roles.title ?? []) + (roles.key ?? []))
        let open = columns.filter { column in
            column.profile.present * 3 > rows && column.profile.meanLength <= 80 && !used.contains(column.name)
        }
        let texts = open.filter { column in
            column.hasWords && !column.isNamedID && !column.has(ColumnWords.codes) && column.profile.meanLength > 1
                && !roles.isPlace(column.name) && !isOtherName(column, roles)
        }
        // Equal texts say something only about a table that has just begun.
        let differing = texts.filter { !$0.profile.isConstant }
        return detail(of: differing) ?? (rows < 10 ? detail(of: texts) : nil)
            ?? open.first { $0.profile.forms == .email }?.name
    }

    private func detail(of texts: [Candidate]) -> String? {
        for wish in ColumnWords.details {
            let found = texts.filter { $0.has(wish) }
            if let best = found.first(where: { !$0.has(ColumnWords.otherPlaces) }) ?? found.first { return best.name }
        }
        return (texts.first { $0.profile.meanLength > 2 } ?? texts.first)?.name
    }

    /// Whether a column is another name for what the title already names.
    private func isOtherName(_ column: Candidate, _ roles: TableRoles) -> Bool {
        guard column.has(ColumnWords.names), !ColumnWords.details.contains(where: column.has) else { return false }
        return columns.contains { roles.title?.contains($0.name) == true && $0.has(ColumnWords.names) }
    }

    /// The first date that most rows have, and that is not that of a later event.
    private var date: String? {
        let dates = columns.filter { $0.kind == .date }
        let often = dates.filter { $0.profile.present * 2 >= rows }
        return (often.first { !$0.has(ColumnWords.lateDates) } ?? often.first ?? dates.first)?.name
    }

    private var link: String? {
        let links = columns.filter { $0.profile.isLink }
        let pages = links.filter { !$0.has(ColumnWords.pictures) }
        return (pages.first { $0.has(ColumnWords.links) } ?? pages.first)?.name
    }

    /// The columns of latitude and longitude whose names belong together.
    var pair: (String, String)? {
        for (vertical, horizontal) in ColumnWords.pairs {
            for column in columns {
                let parts = column.name.split(separator: "_", omittingEmptySubsequences: false)
                guard let place = parts.lastIndex(where: { $0 == vertical }) else { continue }
                let partner = (parts[..<place] + [horizontal[...]] + parts[(place + 1)...]).joined(separator: "_")
                guard let other = columns.first(where: { $0.name == partner }) else { continue }
                let least = vertical == "y" ? 1 : 6
                let isExact = [column, other].allSatisfy { $0.kind == .decimal && $0.profile.meanLength >= least }
                if ColumnWords.vagueLatitudes.contains(vertical), !isExact { continue }
                if isDegrees(column, .latitude, 90), isDegrees(other, .longitude, 180) {
                    return (column.name, other.name)
                }
            }
        }
        return nil
    }

    private func isDegrees(_ column: Candidate, _ axis: CoordinateText.Axis, _ limit: Double) -> Bool {
        if column.profile.isAngle(axis, upTo: limit) { return true }
        guard [.integer, .decimal].contains(column.kind), let numbers = column.numbers else { return false }
        return numbers.lowerBound >= -limit && numbers.upperBound <= limit
    }
}
