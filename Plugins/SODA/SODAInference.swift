import AggSource
import Socrata

/// Chooses columns for the roles that the configuration leaves open, by name and type.
struct SODAInference {
    /// The portal's own id of a row, which every row has.
    static let systemKey = ":id"
    /// The key for a file in which no column identifies the rows: a hash of all values of a row.
    static let contentKey = ":content"

    /// The columns of the data set.
    let columns: [SocrataColumn]
    /// The listed columns; if there are any, the others are not kept, so they can only be the key.
    var listed: [Column] = []
    /// The column that identifies a row according to the publisher.
    var rowIdentifier: String?
    /// Rows of the data set; nil if none were read.
    var sample: SODASample?
    /// The key that an earlier fetch inferred, for which the sample counts repeats; nil if there is none.
    var formerKey: String?

    /// The configured roles, with the open ones filled in.
    func roles(over configured: ColumnRoles) -> ColumnRoles {
        let kept = columns.filter { ColumnList.keeps($0.name, listed) }
        let typed = kept.map { Column($0.name, ColumnList.kind(of: $0) ?? .list, "") }
        var roles = RoleInference(columns: typed).roles(over: configured)
        roles.key = configured.key ?? key
        return roles
    }

    /// Notes about what was inferred, such as "inferred from the columns: title complaint_type, key :id"; empty if nothing was.
    static func notes(on roles: ColumnRoles, over configured: ColumnRoles) -> [String] {
        guard let list = roles.inferred(over: configured) else { return [] }
        let content =
            roles.key == contentKey && configured.key == nil
            ? ["no column identifies the rows, so their content is the key; a changed row becomes a new record"] : []
        return ["inferred from the columns: \(list)"] + content
    }

    /// The former key, or else the first column that identifies the rows; never one that repeats in the rows read.
    private var key: String {
        // With another key, favorites would lose their records.
        if let formerKey, let sample, sample.repeats == 0 { return formerKey }
        let codes = columns.filter { RoleInference.isCode($0.name) }
        let published = [rowIdentifier].compactMap(\.self) + codes.filter(\.isUnique).map(\.name)
        guard let sample, sample.count > 0 else { return published.first ?? Self.systemKey }
        let plain = columns.filter { $0.type == .text || $0.type == .number }
        // A key that only the rows suggest is used only if they have no portal id, as in a file.
        let candidates = published + [Self.systemKey] + (codes + plain).map(\.name)
        return candidates.first(where: sample.isKey) ?? Self.contentKey
    }
}

/// Rows of a response, read before they are mapped: their columns, and which of those identify the rows.
///
/// Rows that are equal in everything count once.
struct SODASample {
    /// The columns of the rows, in the order of first appearance, up to a limit, without the portal's own.
    private(set) var columns: [SocrataColumn] = []
    /// The number of distinct rows.
    var count: Int { rows.count }
    /// The number of rows without a value in the given column.
    private(set) var missing = 0
    /// Whether there are rows, none of which has a value in the given column.
    var lacksGiven: Bool { count > 0 && missing == count }
    /// The number of rows that repeat an earlier row's value in the given column.
    private(set) var repeats = 0

    /// The maximum number of columns to remember: rows can have names that are values, such as dates.
    private static let mostColumns = 1_000

    private let given: String?
    private var givenValues: Set<Int> = []
    private var rows: Set<Int> = []
    private var places: [String: Int] = [:]
    /// The hashed values of each column that has been unique in every row so far.
    private var values: [String: Set<Int>] = [:]

    /// Creates an empty sample that also counts the repeats of a given column.
    init(given: String? = nil) {
        self.given = given
    }

    /// Reads all rows of a response.
    ///
    /// - Throws: `SourceError.invalidData` if the response is not a list of rows, `.cancelled`.
    init(of body: HTTPBody, given: String? = nil) async throws(SourceError) {
        self.init(given: given)
        var stream = JSONRecordStream(of: "rows", into: DiscardingSink())
        var sample = self
        try await stream.read(body) { item throws(MappingFault) in
            guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
            sample.add(row)
            return Record(key: "", title: "")
        }
        self = sample
    }

    /// Adds a row.
    mutating func add(_ row: JSONObject) {
        let isFirst = rows.isEmpty
        guard rows.insert(row.hashValue).inserted else { return }
        for column in SocrataColumn.columns(of: row) { add(column) }
        if isFirst { values = Dictionary(row.members.map { ($0.name, []) }) { first, _ in first } }
        // A column that a row repeats or lacks is ruled out. The columns are copied into an array: a view of the keys would share
        // the sets, and each change would copy one.
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

    /// Whether a column has a different value in every row.
    func isKey(_ column: String) -> Bool { values[column] != nil }

    private mutating func add(_ column: SocrataColumn) {
        guard let place = places[column.name] else {
            guard columns.count < Self.mostColumns else { return }
            places[column.name] = columns.count
            return columns.append(column)
        }
        if columns[place].type == .other {
            columns[place] = column
        } else if column.type != .other, column.type != columns[place].type {
            // Text among numbers or dates makes the whole column text.
            columns[place].type = .text
        }
    }
}
