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
            } else if let place = place {
                roles.location = place.name
            } else if let pair = unlabeledPair {
                (roles.latitude, roles.longitude) = pair
            }
        }
        roles.key = given.key ?? known ?? key.map { [$0] } ?? [TableRoles.contentKey]
        roles.title = given.title ?? title(beside: roles)
        roles.subtitle = given.subtitle ?? subtitle(beside: roles)
        roles.date = given.date ?? dateColumns
        roles.link = given.link ?? link
        return roles
    }

    private var link: String? {
        let links = columns.filter {
            $0.profile.isLink && !$0.has(ColumnWords.pictures) && !$0.has(TableWords.pictures)
        }
        let differing = links.filter { !$0.profile.isConstant }
        let pages = differing.isEmpty ? links : differing
        return
            (pages.first { $0.has(TableWords.pages) } ?? pages.first { $0.has(ColumnWords.links) } ?? pages.first)?
            .name
    }
}
