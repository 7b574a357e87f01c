package import AggSource

/// The first rows, from which the columns for the open roles are inferred.
package struct RowSample: Sendable {
    /// The number of rows in a sample.
    package static let size = 1_000
    /// The maximum size of the rows in a sample, in bytes; only the last row may exceed it.
    package static let mostBytes = 32_000_000

    /// The columns of the rows, in the order of first appearance.
    package private(set) var columns: [RowColumn] = []
    /// The names of all members of the rows, including those without a value.
    package private(set) var names: [String] = []
    /// Columns that the rows can have, but that have no value in any of them.
    private var unseen: [RowColumn] = []
    /// Columns that have a value only in rows beyond the sample, and whether all their values are dates.
    private var late: [(column: RowColumn, areDates: Bool)] = []
    /// The positions of the late columns by their names in the rows.
    private var latePlaces: [String: Int] = [:]
    /// The names of the columns of the sample in the rows.
    private var early: Set<String> = []
    /// The members of each row by name.
    private let rows: [[String: JSONValue]]
    /// The columns that may be the key, with the hashes of their values; nil until another row is checked.
    private var open: [(column: String, values: Set<Int>)]?

    /// The maximum number of columns to check in other rows, to save memory.
    private static let mostKeys = 3
    /// The maximum number of late columns; rows that use data as names could have any number.
    private static let mostLate = 1_000

    /// Creates a sample, and determines its columns.
    ///
    /// - Parameters:
    ///   - rows: The first rows.
    ///   - schema: The columns that other rows can have.
    ///   - types: The declared types of columns, which count if values are text, such as numbers in quotes.
    ///   - order: The names of columns that come before all others, in this order.
    package init(
        _ rows: [JSONObject], schema: [RowColumn] = [], types: [RowColumn] = [], order: [String] = []
    ) {
        self.rows = rows.map { row in
            Dictionary(row.members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        }
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
        let kinds = Dictionary(types.map { ($0.source, $0.kind) }) { first, _ in first }
        let typed = columns.map { column in
            guard column.kind == .text else { return column }
            let declared = kinds[column.source] ?? .text
            let areDates = declared == .text && all(column) { RecordDate(iso8601: $0) != nil }
            return RowColumn(source: column.source, kind: areDates ? .date : declared)
        }
        let known = (Self.ordered(typed, by: order) + schema.filter { places[$0.source] == nil }).withDistinctNames
        unseen = Array(known.dropFirst(columns.count))
        columns = Array(known.prefix(columns.count))
        early = Set(columns.map(\.source))
    }

    private static func ordered(_ columns: [RowColumn], by names: [String]) -> [RowColumn] {
        var rest = Dictionary(columns.map { ($0.source, $0) }) { first, _ in first }
        let first = names.compactMap { rest.removeValue(forKey: $0) }
        return first + columns.filter { rest[$0.source] != nil }
    }

    /// The columns of the sample and of the rows checked after it.
    package var allColumns: [RowColumn] {
        (columns + late.map { $0.areDates ? RowColumn(source: $0.column.source, kind: .date) : $0.column })
            .withDistinctNames
    }

    /// Checks in a row beyond the sample which columns still identify the rows, and whether it has other columns.
    package mutating func check(_ row: JSONObject) {
        for member in row.members { meet(member) }
        var columns = open ?? candidates
        // There is only one reference, so that the values are not copied.
        open = []
        for index in columns.indices.reversed() {
            let key = row[columns[index].column].flatMap(RowMapper.keyText)
            let isNew = key.map { columns[index].values.insert($0.hashValue).inserted } ?? false
            if !isNew { columns.remove(at: index) }
        }
        open = columns
    }

    private mutating func meet(_ member: JSONObject.Member) {
        guard !early.contains(member.name), let kind = RowColumn.kind(of: member.value) else { return }
        let isDate = member.value.stringValue.map { RecordDate(iso8601: $0) != nil } ?? false
        if let place = latePlaces[member.name] {
            late[place].column.meet(kind)
            late[place].areDates = late[place].areDates && isDate
        } else if late.count < Self.mostLate {
            latePlaces[member.name] = late.count
            late.append((RowColumn(source: member.name, kind: kind), isDate))
            if !names.contains(member.name) { names.append(member.name) }
        }
    }

    private var candidates: [(column: String, values: Set<Int>)] {
        keys.filter { isUnique($0) }.prefix(Self.mostKeys).map { column in
            let values = rows.compactMap { $0[column.source].flatMap(RowMapper.keyText)?.hashValue }
            return (column: column.source, values: Set(values))
        }
    }

    /// The configured roles, plus inferred ones for the rest; a key that was inferred before stays if it still fits.
    ///
    /// If some columns are listed, the others are not kept, so they can only be the key or the coordinates.
    package func roles(
        over configured: RowRoles, formerKey: String? = nil, among listed: [RowColumn] = []
    ) -> RowRoles {
        let kept = Set(listed.map(\.source))
        func isKept(_ column: RowColumn) -> Bool { kept.isEmpty || kept.contains(column.source) }
        let seen = columns.filter(isKept)
        let unseen = unseen.filter(isKept)
        var roles = configured
        roles.key = configured.key ?? [key(after: formerKey)]
        // An id makes a poor title, but a name that happens to be unique makes the best one.
        func canBeTitle(_ key: RowColumn) -> Bool { configured.title == nil && !Self.isID(key.name) }
        let links = Set(seen.filter { all($0) { $0.hasPrefix("http://") || $0.hasPrefix("https://") } })
        let plain = seen.filter { column in !rows.contains { $0[column.source]?.objectValue != nil } }
        let typed = plain.filter { !links.contains($0) && (roles.key != [$0.source] || canBeTitle($0)) }
            // What a Singer tap notes about its own work.
            .filter { !$0.source.hasPrefix("_sdc_") }.map(\.column)
        let worded = typed.filter { $0.kind != .text || hasWords($0.name) }
        let isWorded = worded.contains { $0.kind == .text }
        let given = ColumnRoles(title: configured.title, subtitle: configured.subtitle, date: configured.date)
            .renamed { name in columns.first { $0.source == name }?.name }
        var inferred = RoleInference(columns: isWorded ? worded : typed).roles(over: given)
        if !unseen.isEmpty {
            // Columns that have a value only in other rows are used for the roles that no column of these rows has.
            if !isWorded { inferred.title = given.title }
            let others = unseen.filter { !Self.isLink($0.name) && !$0.source.hasPrefix("_sdc_") }.map(\.column)
            inferred = RoleInference(columns: (isWorded ? worded : typed) + others).roles(over: inferred)
        }
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

    /// The column that identifies a row; a digest of the row if none does, or if two rows have the same former key.
    ///
    /// Rows without the former key are skipped: with another key, favorites would lose their records.
    private func key(after former: String?) -> String {
        guard former != RowRoles.contentKey else { return RowRoles.contentKey }
        if let column = columns.first(where: { $0.source == former }) {
            return isUnique(column, canBeMissing: true) ? column.source : RowRoles.contentKey
        }
        return keys.first { isUnique($0) }?.source ?? RowRoles.contentKey
    }

    /// Whether any row has a value in a column that can be its key.
    func hasKey(in column: String) -> Bool {
        rows.contains { $0[column].flatMap(RowMapper.keyText) != nil }
    }

    /// The columns that may identify a row: first those named like an id.
    private var keys: [RowColumn] {
        let plain = columns.filter { $0.kind == .text || $0.kind == .integer }
        let ids = plain.filter { Self.isID($0.name) }.sorted { Self.rank($0.name) < Self.rank($1.name) }
        // One row has a different value in any column.
        return rows.count > 1 ? ids + plain.filter { !Self.isID($0.name) } : ids
    }

    /// Whether each row has a different value in a column, compared as keys are stored.
    private func isUnique(_ column: RowColumn, canBeMissing: Bool = false) -> Bool {
        if let open { return open.contains { $0.column == column.source } }
        var seen: Set<String> = []
        return rows.allSatisfy { row in
            guard let key = row[column.source].flatMap(RowMapper.keyText) else { return canBeMissing }
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
        name.flatMap { name in (columns + unseen).first { $0.name == name }?.source }
    }

    private static func isLink(_ name: String) -> Bool {
        ["url", "uri", "link", "href"].contains { name.hasSuffix($0) }
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
