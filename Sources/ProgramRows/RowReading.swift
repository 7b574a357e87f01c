package import AggSource

/// How columns of rows become records.
package struct RowPlan: Sendable {
    /// The known roles: configured, or given by the source.
    package var roles: RowRoles
    /// The configured roles.
    package var configured: RowRoles
    /// The columns to keep; empty for all.
    package var columns: [RowColumn]
    /// The names of columns that rows can have even if the first rows lack them; nil if there are no others, and empty if they are
    /// unknown.
    package var names: [String]?
    /// Whether two different rows with the same key are an error rather than an old and a new version.
    package var checksKeys: Bool
    /// Whether a row that comes again with a digest as its key is another row rather than the same one.
    package var countsRepeats: Bool
    /// The columns that rows can have even if the first rows lack them, with their types, to infer roles from.
    package var schema: [RowColumn]
    /// The key that was inferred in the last fetch; nil if there is none.
    package var formerKey: String?
    /// The declared types of columns, in addition to those of `columns`.
    package var types: [RowColumn] = []
    /// The columns that rows are known to have, listed or not, in their order; nil if unknown.
    package var knownNames: [String]?
    /// The roles of the rows that are already stored, the preferred ones first; empty if no rows are stored.
    ///
    /// New rows get them, too, as long as their columns exist.
    package var formerRoles: [RowRoles]

    /// Creates a plan.
    package init(
        roles: RowRoles, configured: RowRoles, columns: [RowColumn], names: [String]? = nil, checksKeys: Bool,
        countsRepeats: Bool = true, schema: [RowColumn] = [], formerKey: String? = nil, formerRoles: [RowRoles] = []
    ) {
        self.roles = roles
        self.configured = configured
        self.columns = columns
        self.names = names
        self.checksKeys = checksKeys
        self.countsRepeats = countsRepeats
        self.schema = schema
        self.formerKey = formerKey
        self.formerRoles = formerRoles
    }

    /// The first rows.
    func sample(of rows: [JSONObject]) -> RowSample {
        RowSample(rows, schema: schema, types: columns + types, order: knownNames ?? [])
    }

    /// Returns normally if the first rows may have all columns of the configured key, without which every row would be
    /// skipped, and if they have the key that was inferred earlier.
    ///
    /// - Throws: `SourceError.refused`, with similar names, and `.invalidData` if the inferred key is gone.
    func checkKey(in sample: RowSample) throws(SourceError) {
        guard !sample.names.isEmpty else { return }
        if self.roles.key == nil, let formerKey, formerKey != RowRoles.contentKey,
            !sample.hasKey(in: formerKey)
        {
            // With another key, favorites would lose their records.
            throw .invalidData(
                "(the rows no longer have the column “\(formerKey)”, which is their key; set “key: COLUMN” for this "
                    + "source, or refresh it with --force to infer another key)")
        }
        var roles = RowRoles()
        roles.key = configured.key
        try roles.check(among: sample.names + (names ?? []).filter { !sample.names.contains($0) })
    }

    /// The known roles, plus those of the stored rows, or else inferred ones.
    func roles(of sample: RowSample) -> RowRoles {
        let inferred = sample.roles(over: roles, formerKey: formerKey, among: columns)
        return roles.filled(from: formerRoles, or: inferred) { column in
            guard let names, !names.isEmpty else { return true }
            return names.contains(column) || sample.names.contains(column)
        }
    }

    /// Notes about configured columns that the rows do not have.
    func notes(onMissingAmong known: [String]) -> [String] {
        let names = names.map { $0.isEmpty ? [] : $0 + known } ?? known
        guard !names.isEmpty else { return [] }
        let unknown = columns.map(\.source).filter { !names.contains($0) }.map { (role: "columns", column: $0) }
        return (configured.missing(among: names) + unknown).map { role, column in
            ColumnHint.note(on: column, as: role, missingFrom: "the output", with: names)
        }
    }
}

/// Converts rows into records as they arrive and writes them; the first rows are kept until the open roles are inferred.
package struct RowReading<Sink: BatchSink> {
    private let plan: RowPlan
    private var writer: RowWriter<Sink>
    private var notes: [String] = []
    private var mapper: RowMapper?
    /// The keys of rows of which one may be a new version of another.
    private var addresses = KeyAddresses()
    /// How often each digest came.
    private var digests: [Int: Int] = [:]
    /// The first rows, until the roles are inferred.
    private var held: [(row: JSONValue, number: Int, digest: Int?, isRemoved: Bool)] = []
    /// The size of these rows, in bytes.
    private var heldBytes = 0
    /// The column of the inferred key; nil if the key is known otherwise.
    package private(set) var inferredKey: String?
    /// The names of the rows' columns; of the first rows only, if all columns are kept.
    package private(set) var names = SeenNames()
    /// The roles of the rows; nil if there are no rows.
    package private(set) var roles: RowRoles?

    /// Creates a reading into a sink.
    package init(_ plan: RowPlan, into sink: Sink) {
        self.plan = plan
        writer = RowWriter(into: sink)
    }

    /// Whether an inferred key repeats, so that the rows must be read again with another key.
    package var repeatsChosenKey: Bool { writer.repeatedKey != nil && plan.configured.key == nil }

    /// Adds a row of a size in bytes, or removes its record; its bytes distinguish it from other rows with the same key.
    ///
    /// - Throws: `SourceError.invalidData` if a configured key repeats, `.refused` if no row has it, and whatever the sink throws.
    package mutating func add(
        _ row: JSONValue, number: Int, size: Int, bytes: ArraySlice<UInt8>, isRemoved: Bool = false
    ) async throws(SourceError) {
        var digest: Int?
        if plan.checksKeys {
            var hasher = Hasher()
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            digest = hasher.finalize()
        }
        if mapper == nil {
            held.append((row, number, digest, isRemoved))
            heldBytes += size
            if held.count == RowSample.size || heldBytes > RowSample.mostBytes { try await choose() }
        } else {
            try await write(row, number, digest, isRemoved)
        }
    }

    /// Writes the remaining rows, and returns a summary.
    ///
    /// - Throws: The errors of `add`.
    package mutating func finish(state: FetchState?, bytes: Int) async throws(SourceError) -> FetchSummary {
        if mapper == nil { try await choose() }
        return try await writer.finish(
            state: state, bytes: bytes, notes: notes + notesOnNewColumns + (mapper?.misfits.notes ?? []))
    }

    /// A note about columns that rows did not have before, and that are not kept since `columns` does not list them.
    ///
    /// It says nothing about columns that rows always had, since a configuration can omit some on purpose.
    private var notesOnNewColumns: [String] {
        guard let known = plan.knownNames, !plan.columns.isEmpty else { return [] }
        let listed = Set(known + plan.columns.map(\.source))
        return SeenNames.note(on: names.all.filter { !listed.contains($0) && !$0.hasPrefix("_sdc_") }).map { [$0] }
            ?? []
    }

    /// Infers the open roles from the rows so far, then writes those rows.
    private mutating func choose() async throws(SourceError) {
        let rows = held
        held = []
        let kept = rows.filter { !$0.isRemoved }
        let sample = plan.sample(of: kept.compactMap(\.row.objectValue))
        try plan.checkKey(in: sample)
        if plan.columns.isEmpty { names.add(sample.names) }
        let roles = kept.isEmpty ? plan.roles : plan.roles(of: sample)
        self.roles = kept.isEmpty ? nil : roles
        if plan.roles.key == nil { inferredKey = kept.isEmpty ? plan.formerKey : roles.key?.first }
        var given = plan.configured
        if plan.roles.key != [RowRoles.contentKey] { given.key = given.key ?? plan.roles.key }
        notes = kept.isEmpty ? [] : plan.notes(onMissingAmong: sample.names) + roles.notes(over: given)
        mapper = RowMapper(roles: roles, columns: plan.columns, known: sample.columns)
        for (row, number, digest, isRemoved) in rows { try await write(row, number, digest, isRemoved) }
    }

    private mutating func write(
        _ row: JSONValue, _ number: Int, _ digest: Int?, _ isRemoved: Bool
    ) async throws(SourceError) {
        guard var mapper, !repeatsChosenKey else { return }
        if !plan.columns.isEmpty, let row = row.objectValue { names.add(row.members.lazy.map(\.name)) }
        if !plan.checksKeys { try checkAddress(of: row, number, mapper) }
        if isRemoved {
            return writer.remove(row, number: number) { item throws(MappingFault) in try mapper.record(item) }
        }
        let countsRepeats = mapper.isKeyedByContent && plan.countsRepeats
        // There is only one reference, so that the numbers are not copied.
        var digests = digests
        self.digests = [:]
        // Rows with the same content are the same row, even if they are written differently.
        try await writer.add(row, number: number, digest: mapper.isKeyedByContent ? nil : digest) {
            item throws(MappingFault) in
            var record = try mapper.record(item, number: number)
            if countsRepeats { Self.countRepeat(&record, &digests) }
            return record
        }
        self.digests = digests
        self.mapper = mapper
        guard let key = writer.repeatedKey, let names = plan.configured.key?.joined(separator: ", ") else { return }
        throw .invalidData(
            "at line \(number): the key “\(names)” is not unique: “\(key)” appears more than "
                + "once; add a column, e.g. “key: \(names), OTHER”, or use “key: \(RowRoles.contentKey)”")
    }
    /// Appends a number to the digest of a repeated row, so that each repetition is a record.
    private static func countRepeat(_ record: inout Record, _ digests: inout [Int: Int]) {
        let count = digests[record.key.hashValue, default: 0] + 1
        digests[record.key.hashValue] = count
        if count > 1 { record.key += "-\(count)" }
    }

    /// Returns normally if no other key has the same address, since only one of their rows would be stored.
    private mutating func checkAddress(
        of row: JSONValue, _ number: Int, _ mapper: RowMapper
    ) throws(SourceError) {
        guard let keys = mapper.keys(of: row),
            let collision = addresses.add(keys.written, at: keys.address)
        else { return }
        throw .invalidData(
            "at item \(number): the keys “\(collision.keys[1])” and “\(collision.keys[0])” are different, but both have "
                + "the address “\(collision.address)”; use another key, such as “key: \(RowRoles.contentKey)” for a digest "
                + "of the row")
    }
}
