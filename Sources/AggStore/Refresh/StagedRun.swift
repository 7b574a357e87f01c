import AggFiles
import AggSearch
import AggSource
import AggStorage
import AggText

/// Records collected to be written in answer order, with everything derived from them: folded texts, JSON, digests.
struct StagedRun: Sendable {
    /// The number of rows in a full run: larger runs mean fewer to merge but take more memory.
    static let fullCount = 8_000

    /// The rows in the layout of `StagedRow`.
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    private(set) var optional = OptionalCounts()
    /// Reused to save an allocation per row.
    private var json = JSONWriter()
    /// Whether it is time to write the run.
    var isFull: Bool { count >= Self.fullCount || bytes.count >= 4 << 20 }

    /// Adds a record, the `arrival`th of its refresh; a search does not find words in the given columns.
    mutating func add(
        _ record: Record, arrival: Int, unsearchable columns: Set<String> = [], _ repeated: inout RepeatedTexts
    ) {
        let texts = RecordWords(record, unsearchable: columns, &repeated)
        let unsearchable = columns.isEmpty ? [] : record.fields.map(\.name).filter { columns.contains($0) }
        let start = bytes.count
        var head = StagedRow.Head(
            rank: UInt32(7 - record.prominence), arrival: Int64(arrival), digest: 0,
            latitude: record.coordinate?.latitude ?? .nan, longitude: record.coordinate?.longitude ?? .nan)
        bytes.append(contentsOf: repeatElement(0, count: StagedRow.Head.size))
        add(record.key, .key, &head)
        add(texts.title, .folded, &head)
        add(Folding.spelling(of: record.title, folded: texts.title), .spelling, &head)
        add(texts.alternate, .alternate, &head)
        add(record.title, .title, &head)
        add(record.subtitle, .subtitle, &head)
        add(record.date?.text, .date, &head)
        add(record.url, .url, &head)
        if !record.keywords.isEmpty { addJSON(.keywords, &head) { FieldsJSON.write(record.keywords, to: &$0) } }
        if !record.fields.isEmpty { addJSON(.fields, &head) { FieldsJSON.write(record.fields, to: &$0) } }
        add(.words, &head) { bytes in SearchableText.append(texts, to: &bytes) }
        if !record.alternativeTitles.isEmpty {
            addJSON(.titles, &head) { FieldsJSON.write(record.alternativeTitles, to: &$0) }
            add(SearchableText.otherTitles(texts.alternativeTitles), .otherTitles, &head)
        }
        head.size = UInt32(bytes.count - start)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: head, toByteOffset: start, as: StagedRow.Head.self)
            head.digest = StagedRow(UnsafeRawBufferPointer(rebasing: bytes[start...]))
                .contentDigest(unsearchable: unsearchable)
            bytes.storeBytes(of: head, toByteOffset: start, as: StagedRow.Head.self)
        }
        count += 1
        if texts.alternate != nil { optional.alternates += 1 }
        if record.date != nil { optional.dates += 1 }
        if record.coordinate != nil { optional.coordinates += 1 }
    }

    private mutating func add(_ string: String?, _ text: StagedRow.Text, _ head: inout StagedRow.Head) {
        add(text, &head) { bytes in string.map { bytes.append(contentsOf: $0.utf8) } }
    }

    private mutating func addJSON(
        _ text: StagedRow.Text, _ head: inout StagedRow.Head, _ write: (inout JSONWriter) -> Void
    ) {
        json.removeAll()
        write(&json)
        let written = json.bytes
        add(text, &head) { bytes in bytes += written }
    }

    /// Adds the text that `append` appends, or NULL if it returns nil.
    private mutating func add(
        _ text: StagedRow.Text, _ head: inout StagedRow.Head, _ append: (inout [UInt8]) -> Void?
    ) {
        let start = bytes.count
        if append(&bytes) != nil { head.lengths[text.rawValue] = UInt32(bytes.count - start) }
    }

    /// Writes the rows in answer order.
    func write(to file: UnnamedFile) throws {
        try bytes.withUnsafeBytes { bytes in
            var piece: [UInt8] = []
            piece.reserveCapacity(Self.pieceSize)
            for place in places(bytes).sorted(by: { $0.precedes($1, in: bytes) }) {
                let row = place.row(in: bytes).bytes
                if piece.count + row.count > Self.pieceSize {
                    try piece.withUnsafeBytes(file.append)
                    piece.removeAll(keepingCapacity: true)
                }
                piece.append(contentsOf: row)
            }
            try piece.withUnsafeBytes(file.append)
        }
    }

    /// The number of bytes written at once.
    private static let pieceSize = 1 << 18

    private func places(_ bytes: UnsafeRawBufferPointer) -> [Place] {
        var places: [Place] = []
        places.reserveCapacity(count)
        var start = 0
        while start < bytes.count {
            let place = Place(start, in: bytes)
            places.append(place)
            start += place.row(in: bytes).bytes.count
        }
        return places
    }

    /// The offset of a row and a prefix of its sort key, in which most rows differ.
    private struct Place {
        let start: Int
        /// The rank and seven bytes of the folded title.
        private let prefix: UInt64

        init(_ start: Int, in bytes: UnsafeRawBufferPointer) {
            self.start = start
            let row = StagedRow(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            var prefix = UInt64(row.head.rank)
            let folded = row[.folded]
            for index in 0..<7 {
                let byte = folded.map { index < $0.count ? $0[index] : 0 } ?? 0
                prefix = prefix << 8 | UInt64(byte)
            }
            self.prefix = prefix
        }

        func row(in bytes: UnsafeRawBufferPointer) -> StagedRow {
            StagedRow(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }

        func precedes(_ other: Place, in bytes: UnsafeRawBufferPointer) -> Bool {
            if prefix != other.prefix { return prefix < other.prefix }
            return row(in: bytes).place.precedes(other.row(in: bytes).place)
        }
    }
}
