import AggSource

/// Searches the given rows for a column that identifies them.
struct CKANKeySearch {
    /// The number of distinct rows, ignoring the portal's row number.
    var count: Int { rows.count }

    private let table: CKANTable
    private var rows: Set<Int> = []
    /// The hashed values of each column that has been unique in every row so far.
    private var values: [String: Set<Int>] = [:]
    private let given: String?
    private var repeats = 0
    private var missing = 0
    private var givenValues: Set<Int> = []

    /// Creates a search that also checks a given column.
    init(_ table: CKANTable, given: String? = nil) {
        (self.table, self.given) = (table, given)
        let kinds: Set<Column.Kind> = [.text, .integer, .decimal]
        for field in table.fields where kinds.contains(field.kind) { values[field.name] = [] }
    }

    /// Adds a row; rows that are equal in everything count once.
    mutating func add(_ row: JSONValue) {
        let members = (row.objectValue?.members ?? []).filter { $0.name != "_id" }
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

    /// The best unique column: those named like a code first, then texts and numbers.
    var key: String? {
        guard count > 0 else { return nil }
        let fields = table.fields.filter { values[$0.name] != nil && $0.kind != .decimal || isCode($0) }
        return (fields.first(where: isCode) ?? fields.first)?.column
    }

    /// Why the given column cannot be the key; nil if it can.
    var fault: String? {
        guard let given, count > 0 else { return nil }
        if missing == count { return "no row has a value for “\(given)”, so it cannot be the key" }
        guard repeats > 0 else { return nil }
        let hint = key.map { "; use key:\($0)" } ?? "; no column is unique, so omit the key"
        return "“\(given)” is not unique: it has repeated values in \(repeats) of \(count) rows\(hint)"
    }

    private func isCode(_ field: CKANField) -> Bool {
        values[field.name] != nil && RoleInference.isCode(field.column)
    }
}
