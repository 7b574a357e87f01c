package import AggSource

/// How the columns of rows become a record.
package struct RowPlan: Sendable {
    /// The roles that are known: configured, or said by the source.
    package var roles: RowRoles
    /// The roles that the configuration names.
    package var configured: RowRoles
    /// The columns to keep; all if it is empty.
    package var columns: [RowColumn]
    /// Whether two different rows of one key are a fault, rather than an old and a new one.
    package var checksKeys: Bool

    /// Creates a plan.
    package init(roles: RowRoles, configured: RowRoles, columns: [RowColumn], checksKeys: Bool) {
        self.roles = roles
        self.configured = configured
        self.columns = columns
        self.checksKeys = checksKeys
    }
}

/// Makes records of rows as they come, and writes them: the first rows are held until the open roles are chosen by them.
package struct RowReading<Sink: BatchSink> {
    private let plan: RowPlan
    private var writer: RowWriter<Sink>
    private var notes: [String] = []
    private var mapper: RowMapper?
    /// The first rows, until the roles are chosen.
    private var held: [(row: JSONValue, number: Int, digest: Int?)] = []

    /// Creates a reading into a sink.
    package init(_ plan: RowPlan, into sink: Sink) {
        self.plan = plan
        writer = RowWriter(into: sink)
    }

    /// Whether a key that was chosen repeats, so that the rows must be read again with another.
    package var repeatsChosenKey: Bool { writer.repeatedKey != nil && plan.configured.key == nil }

    /// Adds a row; the bytes it was read from tell it from others of the same key.
    ///
    /// - Throws: `SourceError.invalidData` if a configured key repeats, and what the sink throws.
    package mutating func add(
        _ row: JSONValue, number: Int, bytes: ArraySlice<UInt8>
    ) async throws(SourceError) {
        var digest: Int?
        if plan.checksKeys {
            var hasher = Hasher()
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            digest = hasher.finalize()
        }
        if mapper == nil {
            held.append((row, number, digest))
            if held.count == RowSample.size { try await choose(isComplete: false) }
        } else {
            try await write(row, number, digest)
        }
    }

    /// Writes what is held, and sums up.
    ///
    /// - Throws: As `add`.
    package mutating func finish(state: FetchState?, bytes: Int) async throws(SourceError) -> FetchSummary {
        if mapper == nil { try await choose(isComplete: true) }
        return try await writer.finish(state: state, bytes: bytes, notes: notes)
    }

    /// Chooses the open roles by the rows so far, and writes those.
    private mutating func choose(isComplete: Bool) async throws(SourceError) {
        let sample = RowSample(held.compactMap(\.row.objectValue), isComplete: isComplete)
        let roles = held.isEmpty ? plan.roles : sample.roles(over: plan.roles)
        var given = plan.configured
        if plan.roles.key != [RowRoles.contentKey] { given.key = given.key ?? plan.roles.key }
        notes = held.isEmpty ? [] : roles.notes(over: given)
        mapper = RowMapper(roles: roles, columns: plan.columns, known: sample.columns)
        let rows = held
        held = []
        for (row, number, digest) in rows { try await write(row, number, digest) }
    }

    private mutating func write(_ row: JSONValue, _ number: Int, _ digest: Int?) async throws(SourceError) {
        guard let mapper, !repeatsChosenKey else { return }
        try await writer.add(row, number: number, digest: digest) { item throws(MappingFault) in
            try mapper.record(item)
        }
        guard let key = writer.repeatedKey, let names = plan.configured.key?.joined(separator: ", ") else { return }
        throw .invalidData(
            "at line \(number): the key “\(names)” does not tell rows apart, since “\(key)” repeats; name more columns, "
                + "as key: \(names), OTHER, or use key: \(RowRoles.contentKey)")
    }
}
