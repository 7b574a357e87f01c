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
    func roles(over configured: SODARoles) -> SODARoles {
        var roles = configured
        roles.title = configured.title ?? title
        roles.subtitle = configured.subtitle ?? subtitle(beside: roles.title)
        roles.date = configured.date ?? date
        roles.key = configured.key ?? key
        return roles
    }

    /// What was inferred, as "inferred from the columns: title complaint_type, key :id"; none if nothing was open.
    static func notes(on roles: SODARoles, over configured: SODARoles) -> [String] {
        let given = Set(configured.named.map(\.role))
        let inferred = roles.named.filter { !given.contains($0.role) }
        guard !inferred.isEmpty else { return [] }
        let list = inferred.map { "\($0.role) \($0.column)" }.joined(separator: ", ")
        let content =
            roles.key == contentKey && configured.key == nil
            ? ["no column tells the rows apart: a row is known by its content, so a changed row is a new record"] : []
        return ["inferred from the columns: \(list)"] + content
    }

    private var title: String? {
        let texts = texts.filter { column in
            !Self.isOf(["agency", "street", "cross", "city", "county", "state", "borough", "user"], column.name)
                && !Self.isCode(column.name)
        }
        return best(
            of: texts, by: [["name", "title"], ["_name", "_title"], ["name", "title"], ["type", "subject"]])
            ?? (texts.first ?? self.texts.first { !Self.isCode($0.name) } ?? self.texts.first ?? columns.first)?.name
    }

    private func subtitle(beside title: String?) -> String? {
        let texts = texts.filter { $0.name != title && !Self.isCode($0.name) }
        let places = ["address", "location", "street", "neighborhood", "borough", "city"]
        return best(of: texts, by: [["address"], ["_address"], places, ["type", "category", "description", "status"]])
            ?? texts.first?.name
    }

    private var date: String? {
        let dates = columns.filter { $0.type == .date }
        let late = ["updated", "modified", "closed", "due", "expir", "end", "load"]
        return (dates.first { column in !late.contains { column.name.contains($0) } } ?? dates.first)?.name
    }

    /// The first column that tells the rows apart: never one that repeats in the rows that were read.
    private var key: String {
        let codes = columns.filter { Self.isCode($0.name) }
        let published = [rowIdentifier].compactMap(\.self) + codes.filter(\.isUnique).map(\.name)
        guard let sample, sample.count > 0 else { return published.first ?? Self.systemKey }
        let plain = columns.filter { $0.type == .text || $0.type == .number }
        // What the rows alone suggest counts only if they have no id of the portal, as those of a file.
        let candidates = published + [Self.systemKey] + (codes + plain).map(\.name)
        return candidates.first(where: sample.isKey) ?? Self.contentKey
    }

    private var texts: [SocrataColumn] { columns.filter { $0.type == .text || $0.type == .location } }

    /// The first column whose name is one of the first words, else ends in one of the second, else holds one of the others.
    private func best(of columns: [SocrataColumn], by wishes: [[String]]) -> String? {
        for (rank, words) in wishes.enumerated() {
            for word in words {
                let found = columns.first { column in
                    switch rank {
                    case 0: column.name == word
                    case 1: column.name.hasSuffix(word)
                    default: column.name.contains(word)
                    }
                }
                if let found { return found.name }
            }
        }
        return nil
    }

    private static func isOf(_ prefixes: [String], _ name: String) -> Bool {
        prefixes.contains { name == $0 || name.hasPrefix($0 + "_") }
    }

    /// Whether a name is that of an id, a code or a number.
    private static func isCode(_ name: String) -> Bool {
        let words = name.split(separator: "_")
        return words.contains { ["id", "key", "code", "number", "no", "num", "zip", "bbl", "bin"].contains($0) }
            || (name.hasSuffix("id") && words.count == 1 && name.count > 3)
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
