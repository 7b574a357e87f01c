import AggSource

/// Chooses columns for the roles that are not configured, by their labels and all of their values.
struct RoleChooser {
    /// The facts about one column.
    struct Candidate {
        let name: String
        let kind: Column.Kind
        let profile: ColumnProfile
        /// Whether each row has a different value.
        let isUnique: Bool

        /// The words of the name.
        var words: [Substring] { name.split(separator: "_") }

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
        let wanted = columns.indices.filter { index in
            let column = columns[index]
            return column.isUnique && column.profile.longest <= 200 && !column.profile.isPlace
                && [.text, .integer, .date].contains(column.kind)
        }
        return wanted.map { (index: $0, score: Self.keyScore(columns[$0], $0)) }.filter { $0.score > -30 }
            .max { ($0.score, -$0.index) < ($1.score, -$1.index) }.map { columns[$0.index].name }
    }

    /// How well a column of distinct values would do as the key; negative if hardly.
    static func keyScore(_ column: Candidate, _ index: Int) -> Int {
        var score = -index
        if column.has(ColumnWords.ids) || column.name.hasSuffix("id") { score += 60 }
        if column.has(ColumnWords.references) { score += 30 }
        if index == 0 { score += 15 }
        if column.kind == .integer { score += 3 }
        if column.kind == .date { score -= 20 }
        if column.profile.isLink { score -= 10 }
        if column.profile.meanLength > 40 { score -= 20 }
        if column.has(ColumnWords.measures) { score -= 60 }
        return max(score, -29 - (column.has(ColumnWords.measures) ? 30 : 0))
    }

    private func title(beside roles: TableRoles) -> [String]? {
        let names = Set(columns.map(\.name))
        for pair in [["first_name", "last_name"], ["given_name", "family_name"], ["firstname", "lastname"]]
        where pair.allSatisfy(names.contains) { return pair }
        let texts = columns.indices.filter { columns[$0].kind == .text && columns[$0].profile.present > 0 }
            .filter { !columns[$0].profile.isPlace && !columns[$0].profile.isLink }
        let best = texts.map { (index: $0, score: titleScore(columns[$0], $0, roles)) }
            .max { ($0.score, -$0.index) < ($1.score, -$1.index) }
        if let best { return [columns[best.index].name] }
        if let key = roles.key, !roles.isContentKey { return key }
        return columns.first { $0.profile.present > 0 }.map { [$0.name] }
    }

    private func titleScore(_ column: Candidate, _ index: Int, _ roles: TableRoles) -> Int {
        var score = -min(index, 30)
        if ColumnWords.names.contains(column.name) {
            score += 120
        } else if column.has(ColumnWords.names) || column.name.hasSuffix("name") {
            score += 70
        } else if column.has(ColumnWords.subjects) {
            score += 30
        }
        if column.has(ColumnWords.context) { score -= 60 }
        if column.has(ColumnWords.ids) || column.has(ColumnWords.codes) { score -= 50 }
        if let last = column.words.last, ColumnWords.languages.contains(String(last)) { score -= 25 }
        if roles.key == [column.name] { score -= 25 }
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
        let texts = columns.filter {
            $0.kind == .text && $0.profile.present * 3 > rows && !used.contains($0.name) && !$0.profile.isPlace
                && !$0.profile.isLink && $0.profile.meanLength <= 80
        }
        for wish in ColumnWords.details {
            if let found = texts.first(where: { $0.has(wish) && !$0.has(ColumnWords.ids) }) { return found.name }
        }
        let plain = texts.first { !$0.has(ColumnWords.ids) && !$0.has(["code"]) && $0.profile.meanLength > 2 }
        return (plain ?? texts.first)?.name
    }

    private var date: String? {
        let dates = columns.filter { $0.kind == .date }
        return (dates.first { !$0.has(ColumnWords.lateDates) } ?? dates.first)?.name
    }

    private var link: String? {
        let links = columns.filter { $0.profile.isLink }
        let pages = links.filter { !$0.has(ColumnWords.pictures) }
        return (pages.first { $0.has(ColumnWords.links) } ?? pages.first)?.name
    }

    /// The columns of latitude and longitude whose names belong together.
    private var pair: (String, String)? {
        for (vertical, horizontal) in ColumnWords.pairs {
            for column in columns where column.words.last.map(String.init) == vertical || column.name == vertical {
                let partner = String(column.name.dropLast(vertical.count)) + horizontal
                guard let other = columns.first(where: { $0.name == partner }) else { continue }
                let isExact = vertical.count > 1 || column.kind == .decimal && other.kind == .decimal
                if isExact, isDegrees(column, 90), isDegrees(other, 180) { return (column.name, other.name) }
            }
        }
        return nil
    }

    private func isDegrees(_ column: Candidate, _ limit: Double) -> Bool {
        guard [.integer, .decimal].contains(column.kind), let numbers = column.profile.numbers else { return false }
        return numbers.lowerBound >= -limit && numbers.upperBound <= limit
    }
}
