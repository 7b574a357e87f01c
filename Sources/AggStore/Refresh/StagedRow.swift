import AggSource

/// A row of a refresh, as laid out in memory and in the refresh's file.
///
/// Its numbers come first, then the lengths of its texts, then the texts one after another. It points into memory that
/// must outlive it.
struct StagedRow {
    /// The texts, in order.
    enum Text: Int, CaseIterable {
        case key, folded, spelling, alternate, title, subtitle, date, url, keywords, fields, words, titles, otherTitles
    }

    /// The part before the texts.
    struct Head: BitwiseCopyable {
        /// The size of the whole row in bytes.
        var size: UInt32 = 0
        /// 7 - prominence.
        var rank: UInt32
        /// The position of the row in the order received.
        var arrival: Int64
        var digest: Int64
        /// NaN if there is no coordinate.
        var latitude: Double
        var longitude: Double
        /// The size of each text in bytes; `absent` for NULL.
        var lengths = InlineArray<13, UInt32>(repeating: Head.absent)

        static let absent = UInt32.max
        /// The size of the head in bytes.
        static let size = MemoryLayout<Head>.size
    }

    let head: Head
    let bytes: UnsafeRawBufferPointer

    /// Creates the row at the start of a block of memory.
    init(_ memory: UnsafeRawBufferPointer) {
        head = memory.loadUnaligned(as: Head.self)
        bytes = UnsafeRawBufferPointer(rebasing: memory[..<Int(head.size)])
    }

    /// A text; nil for NULL.
    subscript(_ text: Text) -> UnsafeRawBufferPointer? {
        guard head.lengths[text.rawValue] != Head.absent else { return nil }
        var start = Head.size
        for index in 0..<text.rawValue { start += length(index) }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + length(text.rawValue)])
    }

    /// The digest of the stored record; folded texts are derived from it and not included.
    ///
    /// The names of its unsearchable fields are, so that a row is written again, with other words, if they change.
    func contentDigest(unsearchable names: [String]) -> Int64 {
        var digest = ContentDigest()
        digest.add(UInt8(7 - head.rank))
        digest.add(self[.title])
        digest.add(self[.subtitle])
        digest.add(self[.date])
        digest.add(head.latitude)
        digest.add(head.longitude)
        digest.add(self[.url])
        digest.add(self[.fields] ?? Self.none)
        digest.add(self[.keywords] ?? Self.none)
        // Most records have none, and then keep the digests of versions without alternative titles.
        if let titles = self[.titles] { digest.add(titles) }
        for name in names {
            for byte in name.utf8 { digest.add(byte) }
            digest.add(UInt8(0xFF))
        }
        return digest.value
    }

    private static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// The position of the row in answers.
    var place: AnswerPlace {
        AnswerPlace(
            rank: Int64(head.rank), folded: self[.folded] ?? Self.none, date: self[.date],
            key: self[.key] ?? Self.none)
    }

    /// Binds the columns of `StagedRows.content` to a statement, starting at a parameter; nothing is copied.
    func bind(to statement: borrowing PreparedStatement, from first: Int) {
        var start = Head.size
        for text in Text.allCases {
            let length = length(text.rawValue)
            let isAbsent = head.lengths[text.rawValue] == Head.absent
            statement.bind(
                first + text.rawValue,
                uncopied: isAbsent ? nil : UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
            start += length
        }
        let index = first + Text.allCases.count
        statement.bind(index, head.digest)
        statement.bind(index + 1, head.latitude.isNaN ? nil : head.latitude)
        statement.bind(index + 2, head.longitude.isNaN ? nil : head.longitude)
    }

    private func length(_ text: Int) -> Int {
        let length = head.lengths[text]
        return length == Head.absent ? 0 : Int(length)
    }
}

/// A number that distinguishes changed rows from unchanged ones, the same in every run of the program.
///
/// For two different contents of the same key, the chance of equal digests is 1 in 2^64.
struct ContentDigest {
    private var hash = StableHash()

    var value: Int64 { Int64(bitPattern: hash.value) }

    /// Adds a text; nil differs from an empty one.
    mutating func add(_ text: UnsafeRawBufferPointer?) {
        guard let text else { return add(UInt8(0xFE)) }
        for byte in text { add(byte) }
        // No text contains this byte, so "a", "bc" and "ab", "c" differ.
        add(UInt8(0xFF))
    }

    /// Adds a number; NaN means that it is absent.
    mutating func add(_ number: Double) {
        if number.isNaN { return add(UInt8(0xFE)) }
        withUnsafeBytes(of: number.bitPattern) { add($0) }
    }

    mutating func add(_ byte: UInt8) {
        hash.add(UInt64(byte))
    }
}
