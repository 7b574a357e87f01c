extension Record {
    /// The most text of one record, in bytes of UTF-8: a mebibyte.
    ///
    /// What is longer is no thing that a person looks up, and would cost every answer it is in.
    public static let greatestSize = 1_000_000

    /// Checks that the record's text is no longer than `greatestSize`.
    ///
    /// - Throws: `MappingFault` when it is.
    public func checkSize() throws(MappingFault) {
        var size = key.utf8.count + title.utf8.count + (subtitle?.utf8.count ?? 0) + (url?.utf8.count ?? 0)
        for title in alternativeTitles { size += title.utf8.count }
        for word in keywords { size += word.utf8.count }
        for field in fields { size += field.value.size }
        guard size <= Self.greatestSize else { throw MappingFault("has more than 1 MB of text") }
    }
}

extension FieldValue {
    /// The bytes of its text; 0 where it is none.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let items): items.reduce(0) { $0 + $1.utf8.count }
        case .integer, .decimal, .boolean, .date: 0
        }
    }
}
