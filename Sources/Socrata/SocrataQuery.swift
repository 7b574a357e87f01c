package import AggSource
import Foundation

/// A query on a data set, in SoQL clauses.
///
/// The order is always total: `:id` is added to any order, since otherwise rows are unordered and pages could overlap
/// (dev.socrata.com, paging).
package struct SocrataQuery: Hashable, Sendable {
    /// The columns; by default all of them and the system's own (`:id`, `:created_at`, `:updated_at`).
    package var select = ":*, *"
    /// The condition, such as `results = 'Fail'`; nil for all rows.
    package var filter: String?
    /// The order before `:id`, such as `inspection_date DESC`; nil for none.
    package var order: String?
    /// The number of rows to request and their offset; nil for a result that is not a list of rows.
    package var page: Page?

    /// A range of rows.
    package struct Page: Hashable, Sendable {
        /// The number of rows to request.
        package var limit: Int
        /// The number of rows before the first.
        package var offset: Int

        /// Creates a page.
        package init(limit: Int, offset: Int = 0) {
            self.limit = limit
            self.offset = offset
        }
    }

    /// Creates a query for a page of rows.
    package init(filter: String? = nil, order: String? = nil, page: Page? = nil) {
        self.filter = filter
        self.order = order
        self.page = page
    }

    /// A query for the number of rows.
    package static func count(filter: String? = nil) -> SocrataQuery {
        var query = SocrataQuery(filter: filter)
        query.select = "count(*)"
        return query
    }

    /// The clauses by parameter name, in a fixed order.
    private var clauses: [(name: String, value: String)] {
        var clauses = [(name: "$select", value: select)]
        if let filter { clauses.append(("$where", filter)) }
        if let page {
            clauses += [("$order", totalOrder), ("$limit", "\(page.limit)"), ("$offset", "\(page.offset)")]
        }
        return clauses
    }

    /// The URL for rows with the clauses as its query.
    func url(_ rows: URL) -> URL {
        guard var parts = URLComponents(url: rows, resolvingAgainstBaseURL: false) else { return rows }
        parts.percentEncodedQuery = clauses.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return parts.url ?? rows
    }

    private var totalOrder: String {
        let terms = (order ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let isTotal = terms.contains { $0.split(separator: " ").first?.lowercased() == ":id" }
        return (terms.filter { !$0.isEmpty } + (isTotal ? [] : [":id"])).joined(separator: ", ")
    }
}

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
    /// - pageSize: The number of rows to request at a time, at least 1.
    /// - maxRecords: The number of rows after which to stop; nil for no limit.
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
        current.insert(row[":id"]?.stringValue?.hashValue ?? row.hashValue)
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
            let read = offset - rows
            fault = "the server repeats a page and seems to ignore $offset; rows after the first \(read) are missing"
        } else if pages == Self.mostPages, !isAtEnd {
            fault = "the server has more than \(pages) pages; rows after the first \(offset) are missing"
        }
        isAtEnd = isAtEnd || fault != nil
        if pages == 1 { first = current }
        last = current
        current = []
    }
}
