import AggCore

/// Records with what is worked out of them, ready to be written: folded texts, JSON and digests.
///
/// All texts lie one behind the other in one piece of memory, from which SQLite takes them without a copy.
struct StagedBatch: Sendable {
    private enum Value {
        case null
        case integer(Int64)
        case decimal(Double)
        case text(end: Int)
    }

    private var bytes: [UInt8] = []
    /// The values of all rows, row after row.
    private var values: [Value] = []

    init(_ records: [Record]) {
        bytes.reserveCapacity(records.count * 200)
        values.reserveCapacity(records.count * StagedRows.columnCount)
        for record in records { add(record) }
    }

    /// Writes the rows with a statement that takes a rank, which is 7 - prominence, and the columns of
    /// `StagedRows.content`.
    func write(with insert: borrowing PreparedStatement) throws {
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            var parameter = 1
            for value in values {
                switch value {
                case .null: insert.bindNull(parameter)
                case .integer(let number): insert.bind(parameter, number)
                case .decimal(let number): insert.bind(parameter, number)
                case .text(let end):
                    insert.bind(parameter, uncopied: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                    start = end
                }
                parameter += 1
                guard parameter > StagedRows.columnCount else { continue }
                _ = try insert.step()
                insert.reset()
                parameter = 1
            }
        }
    }

    private mutating func add(_ record: Record) {
        let texts = RecordWords(record)
        let content = Content(record)
        values.append(.integer(Int64(7 - record.prominence)))
        add(record.key)
        values.append(.integer(content.digest))
        add(texts.title)
        add(Folding.spelling(of: record.title, folded: texts.title))
        add(texts.alternate)
        add(record.title)
        add(record.subtitle)
        add(record.date?.text)
        add(record.coordinate?.latitude)
        add(record.coordinate?.longitude)
        add(record.url)
        add(content.keywords)
        add(content.fields)
        SearchableText.append(texts, to: &bytes)
        values.append(.text(end: bytes.count))
    }

    private mutating func add(_ text: String?) {
        guard let text else { return values.append(.null) }
        bytes.append(contentsOf: text.utf8)
        values.append(.text(end: bytes.count))
    }

    private mutating func add(_ text: [UInt8]?) {
        guard let text else { return values.append(.null) }
        bytes.append(contentsOf: text)
        values.append(.text(end: bytes.count))
    }

    private mutating func add(_ number: Double?) {
        values.append(number.map(Value.decimal) ?? .null)
    }
}

/// The parts of a record that are kept as JSON, and the digest of all of it.
private struct Content {
    let fields: [UInt8]?
    let keywords: [UInt8]?
    /// Folded texts follow from the others and have no part in it.
    let digest: Int64

    init(_ record: Record) {
        fields = record.fields.isEmpty ? nil : FieldsJSON.bytes(record.fields)
        keywords = record.keywords.isEmpty ? nil : FieldsJSON.bytes(record.keywords)
        var digest = ContentDigest()
        digest.add(UInt8(record.prominence))
        digest.add(record.title)
        digest.add(record.subtitle)
        digest.add(record.date?.text)
        digest.add(record.coordinate?.latitude)
        digest.add(record.coordinate?.longitude)
        digest.add(record.url)
        digest.add(fields ?? [])
        digest.add(keywords ?? [])
        self.digest = digest.value
    }
}
