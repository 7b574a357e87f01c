import AggSource

/// How far the rows of a table have been read.
struct CKANReading {
    /// The number of rows.
    var rows: CKANRowCount
    /// Notes to show with every answer from the rows.
    var notes: [String]
    /// Whether a row was repeated or out of order, or a whole page was repeated.
    private(set) var isRepeating = false
    /// The number of the last row; nil if rows have none.
    private(set) var last: Int?

    /// The digest of the current page, as far as its rows have no numbers; nil if all have.
    private var page: Hasher?
    /// The digest of the page before.
    private var earlierPage: Int?

    /// Creates a reading, given the number of rows that the portal reports.
    init(reported: Int?, notes: [String]) { (rows, self.notes) = (CKANRowCount(reported: reported), notes) }

    /// Checks the number of a row, which must increase; rows without numbers are checked at the end of their page.
    mutating func meet(_ row: JSONValue) {
        guard let number = row["_id"]?.intValue else {
            if page == nil { page = Hasher() }
            page?.combine(row)
            return
        }
        isRepeating = isRepeating || last.map { number <= $0 } ?? false
        last = number
    }

    /// Checks whether a page is the same as the one before; different pages can have some equal rows.
    mutating func endPage() {
        let digest = page?.finalize()
        isRepeating = isRepeating || digest != nil && digest == earlierPage
        (page, earlierPage) = (nil, digest)
    }
}
