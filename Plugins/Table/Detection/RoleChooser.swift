import AggSource

/// Chooses columns for the roles that are not configured, by their labels and all of their values.
struct RoleChooser {
    let columns: [Candidate]
    let rows: Int
    /// The names of columns that a service added to each row, which can only be the key.
    var added: Set<String> = []

    /// The given roles, with missing ones filled in; the key may be known otherwise.
    func roles(over given: TableRoles, key known: [String]? = nil) -> TableRoles {
        guard added.isEmpty else {
            var others = given
            others.key = given.key ?? known ?? key.map { [$0] }
            return RoleChooser(columns: columns.filter { !added.contains($0.name) }, rows: rows).roles(over: others)
        }
        var roles = given
        if given.latitude == nil, given.longitude == nil, given.location == nil {
            // A geometry is more reliable than columns for its point, which may also exist.
            if let geometry = columns.first(where: { $0.name == JSONRows.geometry && $0.profile.isPlace }) {
                roles.location = geometry.name
            } else if let pair = pair(NumberText.Decimal.allCases) {
                (roles.latitude, roles.longitude) = pair
            } else {
                roles.location = (columns.first { $0.profile.isPlace } ?? columns.first { $0.isListedPlace })?.name
            }
        }
        roles.key = given.key ?? known ?? key.map { [$0] } ?? [TableRoles.contentKey]
        roles.title = given.title ?? title(beside: roles)
        roles.subtitle = given.subtitle ?? subtitle(beside: roles)
        roles.date = given.date ?? dateColumns
        roles.link = given.link ?? link
        return roles
    }

    private func title(beside roles: TableRoles) -> [String]? {
        let names = Set(columns.map(\.name))
        let hasTitle = names.contains("title") || names.contains("full_name")
        if let person = ColumnWords.personNames.first(where: { $0.allSatisfy(names.contains) }), !hasTitle {
            return person
        }
        let texts = columns.indices.filter { columns[$0].hasWords && !roles.isPlace(columns[$0].name) }
        let differing = texts.filter { !columns[$0].profile.isConstant && columns[$0].profile.present * 4 > rows }
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
        if column.has(ColumnWords.context) || column.words.count > 1 && column.words.first == "admin" { score -= 60 }
        if column.isMeasure { score -= column.isPeriod ? 150 : 80 }
        if column.has(ColumnWords.periods) { score -= 40 }
        if column.profile.forms.contains(.code) { score -= 30 }
        let isCode = column.isNamedID || column.has(ColumnWords.codes)
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

    private func subtitle(beside roles: TableRoles) -> String? {
        let used = Set((roles.title ?? []) + (roles.key ?? []))
        if columns.contains(where: { $0.name == "subtitle" && $0.kind == .text }), !used.contains("subtitle") {
            return "subtitle"
        }
        let open = columns.filter { column in
            column.profile.present * 3 > rows && column.profile.meanLength <= 80 && !used.contains(column.name)
        }
        let texts = open.filter { column in
            column.hasWords && !column.isNamedID && !column.isMeasure && !column.has(ColumnWords.codes)
                && !column.has(ColumnWords.remarks) && column.profile.meanLength > 1
                && !roles.isPlace(column.name) && !isOtherName(column, roles)
        }
        // Equal texts say something only about a table that has just begun.
        let differing = texts.filter { !$0.profile.isConstant }
        return detail(of: differing) ?? (rows < 10 ? detail(of: texts) : nil)
            ?? open.first { $0.profile.forms.contains(.email) }?.name
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

    private var link: String? {
        let links = columns.filter { $0.profile.isLink && !$0.has(ColumnWords.pictures) }
        let differing = links.filter { !$0.profile.isConstant }
        let pages = differing.isEmpty ? links : differing
        return (pages.first { $0.has(ColumnWords.links) } ?? pages.first)?.name
    }

    /// The columns of latitude and longitude whose names belong together, with one of these decimal marks.
    func pair(_ marks: [NumberText.Decimal]) -> (String, String)? {
        let known = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
        return ColumnWords.coordinates(of: columns.map(\.name)) { latitude, longitude, isVague in
            guard let column = known[latitude], let other = known[longitude] else { return false }
            let least = latitude.hasSuffix("y") ? 1 : 6
            let isExact = [column, other].allSatisfy { $0.kind == .decimal && $0.profile.meanLength >= least }
            return (isExact || !isVague) && isDegrees(column, .latitude, 90, marks)
                && isDegrees(other, .longitude, 180, marks)
        }
    }

    private func isDegrees(
        _ column: Candidate, _ axis: CoordinateText.Axis, _ limit: Double, _ marks: [NumberText.Decimal]
    ) -> Bool {
        if column.profile.isAngle(axis, upTo: limit) { return true }
        return [.integer, .decimal].contains(column.kind) && marks.contains { column.profile.hasDegrees(axis, $0) }
    }
}
