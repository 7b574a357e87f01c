import AggSource
import Socrata

/// Chooses columns for the roles that the configuration leaves open, by their names and types.
struct SODAInference {
    /// The portal's own id of a row, which every row has.
    static let systemKey = ":id"
    /// A hash of all values of a row: the key for a file in which no column tells the rows apart.
    static let contentKey = ":content"

    /// The columns of the data set.
    let columns: [SocrataColumn]
    /// The column that the publisher says identifies a row.
    var rowIdentifier: String?
    /// Rows of the data set; nil if none were read.
    var sample: SODASample?

    /// The configured roles, with the open ones filled in.
    func roles(over configured: ColumnRoles) -> ColumnRoles {
        let typed = columns.map { Column($0.name, ColumnList.kind(of: $0) ?? .list, "") }
        var roles = RoleInference(columns: typed).roles(over: configured)
        roles.key = configured.key ?? key
        return roles
    }

    /// What was inferred, as "inferred from the columns: title complaint_type, key :id"; none if nothing was open.
    static func notes(on roles: ColumnRoles, over configured: ColumnRoles) -> [String] {
        guard let list = roles.inferred(over: configured) else { return [] }
        let content =
            roles.key == contentKey && configured.key == nil
            ? ["no column tells the rows apart: a row is known by its content, so a changed row is a new record"] : []
        return ["inferred from the columns: \(list)"] + content
    }

    /// The first column that tells the rows apart: never one that repeats in the rows that were read.
    private var key: String {
        let codes = columns.filter { RoleInference.isCode($0.name) }
        let published = [rowIdentifier].compactMap(\.self) + codes.filter(\.isUnique).map(\.name)
        guard let sample, sample.count > 0 else { return published.first ?? Self.systemKey }
        let plain = columns.filter { $0.type == .text || $0.type == .number }
        // What the rows alone suggest counts only if they have no id of the portal, as those of a file.
        let candidates = published + [Self.systemKey] + (codes + plain).map(\.name)
        return candidates.first(where: sample.isKey) ?? Self.contentKey
    }
}

/// Rows of an answer, read before they are mapped: the columns they have, and which of those tell them apart.
///
/// Rows that are equal in everything count as one.
struct SODASample {
    /// The columns of all rows, in the order in which they first appear, without the portal's own.
    private(set) var columns: [SocrataColumn] = []
    /// How many different rows there are.
    var count: Int { rows.count }
    /// How many of them have no value of the given column.
    private(set) var missing = 0
    /// How many of them have a value of the given column that an earlier row has.
    private(set) var repeats = 0

    private let given: String?
    private var givenValues: Set<Int> = []
    private var rows: Set<Int> = []
    private var places: [String: Int] = [:]
    /// The values, as hashes, of each column of which every row so far has one of its own.
    private var values: [String: Set<Int>] = [:]

    /// Creates an empty sample, which also counts the repeats of a given column.
    init(given: String? = nil) {
        self.given = given
    }

    /// Reads all rows of an answer.
    ///
    /// - Throws: `SourceError.invalidData` if the answer is not a list of rows, `.cancelled`.
    init(of body: HTTPBody, given: String? = nil) async throws(SourceError) {
        self.init(given: given)
        var stream = JSONRecordStream(of: "rows", into: NoSink())
        var sample = self
        try await stream.read(body) { item throws(MappingFault) in
            guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
            sample.add(row)
            return Record(key: "", title: "")
        }
        self = sample
    }

    /// Takes a row into account.
    mutating func add(_ row: JSONObject) {
        let isFirst = rows.isEmpty
        guard rows.insert(row.hashValue).inserted else { return }
        for column in SocrataColumn.columns(of: row) { add(column) }
        if isFirst { values = Dictionary(row.members.map { ($0.name, []) }) { first, _ in first } }
        // A column that a row repeats or lacks is out for good.
        // An array: a view of the keys would share the sets, and each change would copy one.
        for name in Array(values.keys) {
            guard let key = SODAMapper.key(row[name]), values[name]?.insert(key.hashValue).inserted == true else {
                values[name] = nil
                continue
            }
        }
        guard let given else { return }
        if let key = SODAMapper.key(row[given]) {
            if !givenValues.insert(key.hashValue).inserted { repeats += 1 }
        } else {
            missing += 1
        }
    }

    /// Whether every row has a value of its own in a column.
    func isKey(_ column: String) -> Bool { values[column] != nil }

    private mutating func add(_ column: SocrataColumn) {
        guard let place = places[column.name] else {
            places[column.name] = columns.count
            return columns.append(column)
        }
        if columns[place].type == .other {
            columns[place] = column
        } else if column.type != .other, column.type != columns[place].type {
            // A text among numbers or dates: all of them are texts.
            columns[place].type = .text
        }
    }
}

/// Keeps nothing.
private struct NoSink: BatchSink {
    func write(_ batch: [Record]) {}
    func restart() {}
}
