/// Walks through the pages of a data set: which one is next, and whether the last one is reached.
///
/// The end is told by the number of rows read, never by the bytes of an answer: an empty page may be `[]` or `[]\n`.
package struct SocrataPaging: Hashable, Sendable {
    /// The number of rows asked for at a time.
    package static let standardPageSize = 5_000

    /// The number of rows read so far.
    package private(set) var offset = 0
    /// Whether nothing is left to ask for.
    package private(set) var isAtEnd: Bool
    private let pageSize: Int
    private let maxRecords: Int?

    /// Begins at the first page.
    ///
    /// - Parameters:
    ///   - pageSize: The number of rows to ask for at a time, at least 1.
    ///   - maxRecords: The number of rows after which to stop; nil for no bound.
    package init(pageSize: Int = standardPageSize, maxRecords: Int? = nil) {
        self.pageSize = max(1, pageSize)
        self.maxRecords = maxRecords
        isAtEnd = maxRecords.map { $0 <= 0 } ?? false
    }

    /// The page to ask for next.
    package var page: SocrataQuery.Page {
        SocrataQuery.Page(limit: min(pageSize, maxRecords.map { $0 - offset } ?? pageSize), offset: offset)
    }

    /// Takes note of how many rows the page had.
    ///
    /// Fewer than asked for are the last; more than asked for come from a server that knows no pages and gave all it has.
    package mutating func advance(rows: Int) {
        let asked = page.limit
        offset += rows
        isAtEnd = rows != asked || maxRecords.map { offset >= $0 } ?? false
    }
}
