package import AggSource

/// Pages through a data set: determines the next page, and whether the last one has been reached.
///
/// The end is determined by the number of rows read, never by the bytes of a response: an empty page may be `[]` or `[]
/// `. A server that ignores `$offset` repeats a page, which also ends the paging, and so does exceeding a number of
/// pages that no data set has.
package struct SocrataPaging: Hashable, Sendable {
    /// The number of rows to request at a time.
    package static let standardPageSize = 5_000

    /// The number of pages after which paging ends, whatever the server returns.
    package static let mostPages = 20_000

    /// Why paging ended before the end of the data set, as part of a sentence; nil if it did not.
    package private(set) var fault: String?
    /// The number of rows read so far.
    package private(set) var offset = 0
    /// Whether there is nothing left to request.
    package private(set) var isAtEnd: Bool
    private let pageSize: Int
    private let maxRecords: Int?
    private var pages = 0
    /// Hashes of the rows of the first page, the last one, and the current one.
    private var first: Set<Int> = []
    private var last: Set<Int> = []
    private var current: Set<Int> = []

    /// Starts at the first page.
    ///
    /// - Parameters:
    ///   - pageSize: The number of rows to request at a time, at least 1.
    ///   - maxRecords: The number of rows after which to stop; nil for no limit.
    package init(pageSize: Int = standardPageSize, maxRecords: Int? = nil) {
        self.pageSize = max(1, pageSize)
        self.maxRecords = maxRecords
        isAtEnd = maxRecords.map { $0 <= 0 } ?? false
    }

    /// The next page to request.
    package var page: SocrataQuery.Page {
        SocrataQuery.Page(limit: min(pageSize, maxRecords.map { $0 - offset } ?? pageSize), offset: offset)
    }

    /// Records a row of the page, by its `:id` if it has one, so that a repeated page is recognized.
    package mutating func meet(_ row: JSONValue) {
        guard pageSize < .max else { return }
        current.insert(Self.identity(of: row))
    }

    private static func identity(of row: JSONValue) -> Int { row[":id"]?.stringValue?.hashValue ?? row.hashValue }

    /// Ends the paging if a page repeats the rows of the first page or the last one; returns whether it does.
    ///
    /// This is known before any of its rows is used. Of any other page, only the beginning is read.
    package mutating func endIfRepeated(by body: HTTPBody) throws(SourceError) -> Bool {
        guard pages > 0 else { return false }
        var reader = JSONItemReader()
        var (repeated, position) = ([first, last], 0)
        while true {
            let piece = try body.read(at: position, count: 1 << 14)
            if piece.isEmpty { break }
            // What is wrong with the text is reported when its rows are used.
            guard let rows = try? reader.push(piece.span) else { return false }
            for row in rows { repeated.removeAll { !$0.contains(Self.identity(of: row)) } }
            if repeated.isEmpty { return false }
            position += piece.count
        }
        guard reader.count == page.limit else { return false }
        noteRepeat(after: offset)
        isAtEnd = true
        return true
    }

    private mutating func noteRepeat(after rows: Int) {
        fault = "the server repeats a page and seems to ignore $offset; rows after the first \(rows) are missing"
    }

    /// Records the number of rows in the page.
    ///
    /// Fewer than requested means the last page; more means that the server ignores paging and sent everything.
    package mutating func advance(rows: Int) {
        let asked = page.limit
        offset += rows
        pages += 1
        isAtEnd = rows != asked || maxRecords.map { offset >= $0 } ?? false
        if pages > 1, rows == asked, !current.isEmpty, current.isSubset(of: first) || current.isSubset(of: last) {
            noteRepeat(after: offset - rows)
        } else if pages == Self.mostPages, !isAtEnd {
            fault = "the server has more than \(pages) pages; rows after the first \(offset) are missing"
        }
        isAtEnd = isAtEnd || fault != nil
        if pages == 1 { first = current }
        last = current
        current = []
    }
}
