package import AggSource

/// The first rows, from which the columns for the open roles are inferred.
package struct RowSample: Sendable {
    /// The number of rows in a sample.
    package static let size = 1_000

    /// The columns of the rows, in the order of first appearance.
    package private(set) var columns: [RowColumn] = []
    /// The names of all members of the rows, including those without a value.
    package private(set) var names: [String] = []
    private let rows: [JSONObject]
    /// Whether these are all rows.
    private let isComplete: Bool

    /// Creates a sample, and determines its columns.
    package init(_ rows: [JSONObject], isComplete: Bool) {
        self.rows = rows
        self.isComplete = isComplete
        var places: [String: Int] = [:]
        var seen: Set<String> = []
        for row in rows {
            for member in row.members {
                if seen.insert(member.name).inserted { names.append(member.name) }
                guard let kind = RowColumn.kind(of: member.value) else { continue }
                if let place = places[member.name] {
                    columns[place].meet(kind)
                } else {
                    places[member.name] = columns.count
                    columns.append(RowColumn(source: member.name, kind: kind))
                }
            }
        }
        columns =
            columns.map { column in
                column.kind == .text && all(column) { RecordDate(iso8601: $0) != nil }
                    ? RowColumn(source: column.source, kind: .date) : column
            }.withDistinctNames
    }

    /// The configured roles, plus inferred ones for the rest.
    package func roles(over configured: RowRoles) -> RowRoles {
        var roles = configured
        roles.key = configured.key ?? key
        // An id is no text for people, but a name that happens to be unique is the best title.
        func canBeTitle(_ key: RowColumn) -> Bool { configured.title == nil && !Self.isID(key.name) }
        let links = Set(columns.filter { all($0) { $0.hasPrefix("http://") || $0.hasPrefix("https://") } })
        let typed = columns.filter { !links.contains($0) && (roles.key != [$0.source] || canBeTitle($0)) }
            .map(\.column)
        let worded = typed.filter { $0.kind != .text || hasWords($0.name) }
        let inferred = RoleInference(columns: worded.contains { $0.kind == .text } ? worded : typed).roles(
            over: ColumnRoles(title: configured.title, subtitle: configured.subtitle, date: configured.date))
        let only = roles.key.flatMap { $0.count == 1 && $0 != [RowRoles.contentKey] ? $0.first : nil }
        roles.title = configured.title ?? source(of: inferred.title) ?? only
        roles.subtitle = configured.subtitle ?? source(of: inferred.subtitle)
        roles.date = configured.date ?? source(of: inferred.date)
        let names = ["url", "html_url", "link", "href", "web_url", "website"]
        roles.url = configured.url ?? names.lazy.compactMap { name in links.first { $0.name == name }?.source }.first
        guard configured.latitude == nil, configured.longitude == nil else { return roles }
        let pair = ColumnWords.coordinates(of: columns.map(\.name)) { latitude, longitude, isVague in
            !isVague && isDegrees(latitude, 90) && isDegrees(longitude, 180)
        }
        roles.latitude = source(of: pair?.latitude)
        roles.longitude = source(of: pair?.longitude)
        return roles
    }

    /// A column that identifies a row: one named like an id or, only if these are all rows, any other.
    private var key: [String] {
        let plain = columns.filter { $0.kind == .text || $0.kind == .integer }
        let ids = plain.filter { Self.isID($0.name) }.sorted { Self.rank($0.name) < Self.rank($1.name) }
        if let id = ids.first(where: isUnique) { return [id.source] }
        if isComplete, rows.count > 1, let other = plain.first(where: isUnique) { return [other.source] }
        return [RowRoles.contentKey]
    }

    /// Whether each row has a different value in a column, compared as keys are stored.
    private func isUnique(_ column: RowColumn) -> Bool {
        var seen: Set<String> = []
        return rows.allSatisfy { row in
            guard let key = row[column.source].flatMap(RowMapper.keyText) else { return false }
            return seen.insert(key).inserted
        }
    }

    /// Whether a column has texts that people read, rather than times of day, JSON, or numbers.
    private func hasWords(_ name: String) -> Bool {
        guard let column = columns.first(where: { $0.name == name }) else { return false }
        return !all(column) { !TextForm(of: Array($0.utf8)[...], among: .all).isSubset(of: .code) }
    }

    /// Whether a column has numbers, all of which are degrees up to a limit.
    private func isDegrees(_ name: String, _ limit: Double) -> Bool {
        guard let column = columns.first(where: { $0.name == name }) else { return false }
        let values = rows.compactMap { $0[column.source] }.filter { $0 != .null && $0 != .string("") }
        return values.allSatisfy { value in
            (value.doubleValue ?? value.stringValue.flatMap(Double.init)).map { abs($0) <= limit } ?? false
        }
    }

    /// Whether a column has texts, all of which have a certain form.
    private func all(_ column: RowColumn, _ isOfForm: (String) -> Bool) -> Bool {
        let values = rows.compactMap { $0[column.source]?.stringValue }.filter { !$0.isEmpty }
        return !values.isEmpty && values.allSatisfy(isOfForm)
    }

    private func source(of name: String?) -> String? {
        name.flatMap { name in columns.first { $0.name == name }?.source }
    }

    private static func isID(_ name: String) -> Bool { rank(name) < 3 }

    /// How likely a name is that of a key; 0 is the most likely.
    private static func rank(_ name: String) -> Int {
        if ["id", "_id", "key", "uuid", "guid"].contains(name) { return 0 }
        let last = name.split(separator: "_").last ?? ""
        if ["id", "uuid", "guid", "key"].contains(last) { return 1 }
        return ["code", "number", "no", "num", "slug", "sku"].contains(last) ? 2 : 3
    }
}
