import AggSource

/// Looks for a column that tells the rows apart, over all rows that it is shown.
struct CKANKeySearch {
    /// The number of rows that differ in anything but the portal's own number.
    var count: Int { rows.count }

    private let table: CKANTable
    private var rows: Set<Int> = []
    /// The values, as hashes, of each column in which every row so far has one of its own.
    private var values: [String: Set<Int>] = [:]
    private let given: String?
    private var repeats = 0
    private var missing = 0
    private var givenValues: Set<Int> = []

    /// Creates a search that also looks at how good a given column is.
    init(_ table: CKANTable, given: String? = nil) {
        (self.table, self.given) = (table, given)
        let kinds: Set<Column.Kind> = [.text, .integer, .decimal]
        for field in table.fields where kinds.contains(field.kind) { values[field.name] = [] }
    }

    /// Takes a row into account; rows that are equal in everything count as one.
    mutating func add(_ row: JSONValue) {
        let members = (row.objectValue?.members ?? []).filter { $0.name != "_id" && $0.name != "rank" }
        guard rows.insert(members.hashValue).inserted else { return }
        let cells = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        for name in Array(values.keys) {
            guard let key = CKANMapper.key(cells[name]), values[name]?.insert(key.hashValue).inserted == true else {
                values[name] = nil
                continue
            }
        }
        guard let field = given.flatMap(table.field) else { return }
        guard let key = CKANMapper.key(cells[field.name]) else { return missing += 1 }
        if !givenValues.insert(key.hashValue).inserted { repeats += 1 }
    }

    /// The column that tells the rows apart: first those that are named like a code, then texts and numbers.
    var key: String? {
        guard count > 0 else { return nil }
        let fields = table.fields.filter { values[$0.name] != nil && $0.kind != .decimal || isCode($0) }
        return (fields.first(where: isCode) ?? fields.first)?.column
    }

    /// Why the given column cannot be the key; nil if it can.
    var fault: String? {
        guard let given, count > 0 else { return nil }
        if missing == count { return "no row has a value of “\(given)”, so it cannot be the key" }
        guard repeats > 0 else { return nil }
        let hint = key.map { "; use key:\($0)" } ?? "; no column does, so leave the key out"
        return "“\(given)” does not tell the rows apart: \(repeats) of \(count) rows repeat a value of another\(hint)"
    }

    private func isCode(_ field: CKANField) -> Bool {
        values[field.name] != nil && RoleInference.isCode(field.column)
    }
}
