package import AggSource
import Foundation

/// What is asked of a data set, in the clauses of SoQL.
///
/// The order is always total: the row's own `:id` follows whatever order is asked for, since rows are otherwise not
/// ordered at all and pages would overlap (dev.socrata.com, paging).
package struct SocrataQuery: Hashable, Sendable {
    /// The columns; all of them and the system's own (`:id`, `:created_at`, `:updated_at`) unless it is said otherwise.
    package var select = ":*, *"
    /// The condition, as `results = 'Fail'`; nil for all rows.
    package var filter: String?
    /// The order before `:id`, as `inspection_date DESC`; nil for none.
    package var order: String?
    /// The number of rows asked for, and how many come before them; nil for an answer that is no list of rows.
    package var page: Page?

    /// A part of the rows.
    package struct Page: Hashable, Sendable {
        /// The number of rows asked for.
        package var limit: Int
        /// The number of rows before the first.
        package var offset: Int

        /// Makes a page.
        package init(limit: Int, offset: Int = 0) {
            self.limit = limit
            self.offset = offset
        }
    }

    /// Makes a query for a page of rows.
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

    /// The clauses by the names of their parameters, in a fixed order.
    private var clauses: [(name: String, value: String)] {
        var clauses = [(name: "$select", value: select)]
        if let filter { clauses.append(("$where", filter)) }
        if let page {
            clauses += [("$order", totalOrder), ("$limit", "\(page.limit)"), ("$offset", "\(page.offset)")]
        }
        return clauses
    }

    /// The address of the rows with the clauses as its query.
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

/// Walks through the pages of a data set: which one is next, and whether the last one is reached.
///
/// The end is told by the number of rows read, never by the bytes of an answer: an empty page may be `[]` or `[]\n`. A
/// server that ignores `$offset` repeats a page, which is an end too, and so is a number of pages that no data set has.
package struct SocrataPaging: Hashable, Sendable {
    /// The number of rows asked for at a time.
    package static let standardPageSize = 5_000

    /// The number of pages after which a walk ends, whatever the server says.
    package static let mostPages = 20_000

    /// Why the walk ended before the end of the data set, part of a sentence; nil if it did not.
    package private(set) var fault: String?
    /// The number of rows read so far.
    package private(set) var offset = 0
    /// Whether nothing is left to ask for.
    package private(set) var isAtEnd: Bool
    private let pageSize: Int
    private let maxRecords: Int?
    private var pages = 0
    /// The rows, as hashes, of the first page, of the last one, and of the one being read.
    private var first: Set<Int> = []
    private var last: Set<Int> = []
    private var current: Set<Int> = []

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

    /// Takes note of a row of the page, by its `:id` if it has one, so that a page is recognized if it comes again.
    package mutating func meet(_ row: JSONValue) {
        guard pageSize < .max else { return }
        current.insert(row[":id"]?.stringValue?.hashValue ?? row.hashValue)
    }

    /// Takes note of how many rows the page had.
    ///
    /// Fewer than asked for are the last; more than asked for come from a server that knows no pages and gave all it has.
    package mutating func advance(rows: Int) {
        let asked = page.limit
        offset += rows
        pages += 1
        isAtEnd = rows != asked || maxRecords.map { offset >= $0 } ?? false
        if pages > 1, rows == asked, !current.isEmpty, current.isSubset(of: first) || current.isSubset(of: last) {
            let read = offset - rows
            fault = "the server repeats a page, as if it ignored $offset; rows after the first \(read) are missing"
        } else if pages == Self.mostPages, !isAtEnd {
            fault = "the server has more than \(pages) pages; rows after the first \(offset) are missing"
        }
        isAtEnd = isAtEnd || fault != nil
        if pages == 1 { first = current }
        last = current
        current = []
    }
}
