import AggSource
import ProgramRows

/// A key given to `source add`, checked against all rows that a program prints.
struct GivenKey {
    private let columns: [String]
    private var mapper: RowMapper
    /// The digests of the different rows.
    private var rows: Set<Int> = []
    /// The hashes of their keys.
    private var keys: Set<Int> = []
    private var repeats = 0

    /// Creates a check; nil if no key is given, or if it is a digest of the row.
    init?(_ roles: RowRoles) {
        guard let columns = roles.key, columns != [RowRoles.contentKey] else { return nil }
        self.columns = columns
        var key = RowRoles()
        key.key = columns
        mapper = RowMapper(roles: key, columns: columns.map { RowColumn(source: $0, kind: .text) })
    }

    /// Adds a row and its line; lines that are equal count once.
    mutating func add(_ row: JSONValue, _ line: ArraySlice<UInt8>) {
        var hasher = Hasher()
        line.withUnsafeBytes { hasher.combine(bytes: $0) }
        guard rows.insert(hasher.finalize()).inserted, let record = try? mapper.record(row) else { return }
        if !keys.insert(record.key.hashValue).inserted { repeats += 1 }
    }

    /// Returns normally if each row has a different key.
    ///
    /// - Throws: `SourceError.refused`, with a key to use instead.
    func check(against sample: RowSample) throws(SourceError) {
        let key = columns.joined(separator: ", ")
        if keys.isEmpty { throw .refused("no row has a value for “\(key)”, so it cannot be the key") }
        guard repeats > 0 else { return }
        let other = sample.roles(over: RowRoles()).named.first { $0.role == "key" }?.column ?? RowRoles.contentKey
        throw .refused(
            "“\(key)” is not unique: it has repeated values in \(repeats) of \(rows.count) rows; use --key \(other)")
    }
}
