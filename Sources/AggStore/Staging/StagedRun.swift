import AggCore
import GRDB

/// Records with what is worked out of them, gathered to be written in the order of answers: folded texts, JSON, digests.
///
/// All texts lie one behind the other in one piece of memory, from which SQLite takes them without a copy.
struct StagedRun: Sendable {
    /// How many rows make a run: more make fewer runs to merge, and take more memory.
    static let fullCount = 8_000

    private enum Value {
        case null
        case integer(Int64)
        case decimal(Double)
        case text(start: UInt32, end: UInt32)
    }

    /// The columns that `add` fills, in their order.
    private static let columns = "arrival, rank, \(StagedRows.content)"
    private static let columnCount = 16
    private static let (rank, key, folded, date) = (1, 2, 4, 9)

    private var bytes: [UInt8] = []
    /// The values of all rows, row after row.
    private var values: [Value] = []

    /// The number of rows.
    var count: Int { values.count / Self.columnCount }
    /// Whether it is time to write the run.
    var isFull: Bool { count >= Self.fullCount || bytes.count >= 4 << 20 }

    /// Adds a record, which is the `arrival`th of its refresh.
    mutating func add(_ record: Record, arrival: Int, _ repeated: inout RepeatedTexts) {
        let texts = RecordWords(record, &repeated)
        let content = Content(record)
        values.append(.integer(Int64(arrival)))
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
        add { bytes in content.keywords.map { bytes += $0 } }
        add { bytes in content.fields.map { bytes += $0 } }
        add { bytes in SearchableText.append(texts, to: &bytes) }
    }

    /// Writes the rows in the order of answers.
    func write(_ db: Database) throws {
        let parameters = (1...Self.columnCount).map { "?\($0)" }.joined(separator: ", ")
        let insert = try PreparedStatement(db, "INSERT INTO staged (\(Self.columns)) VALUES (\(parameters))")
        try bytes.withUnsafeBytes { bytes in
            let places = (0..<count).map { place(of: $0, bytes) }
            for row in (0..<count).sorted(by: { places[$0].precedes(places[$1]) }) {
                for column in 0..<Self.columnCount {
                    switch values[row * Self.columnCount + column] {
                    case .null: insert.bindNull(column + 1)
                    case .integer(let number): insert.bind(column + 1, number)
                    case .decimal(let number): insert.bind(column + 1, number)
                    case .text(let start, let end): insert.bind(column + 1, uncopied: Self.text(bytes, start, end))
                    }
                }
                _ = try insert.step()
                insert.reset()
            }
        }
    }

    private func place(of row: Int, _ bytes: UnsafeRawBufferPointer) -> AnswerPlace {
        let first = row * Self.columnCount
        func text(_ column: Int) -> UnsafeRawBufferPointer? {
            guard case .text(let start, let end) = values[first + column] else { return nil }
            return Self.text(bytes, start, end)
        }
        let rank: Int64 = if case .integer(let number) = values[first + Self.rank] { number } else { 0 }
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        return AnswerPlace(
            rank: rank, folded: text(Self.folded) ?? none, date: text(Self.date), key: text(Self.key) ?? none)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer
    {
        UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
    }

    private mutating func add(_ text: String?) {
        add { bytes in text.map { bytes.append(contentsOf: $0.utf8) } }
    }

    /// Adds the text that `append` appends, or NULL where it returns nil.
    private mutating func add(_ append: (inout [UInt8]) -> Void?) {
        let start = UInt32(bytes.count)
        let isText = append(&bytes) != nil
        values.append(isText ? .text(start: start, end: UInt32(bytes.count)) : .null)
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
