import AggSource
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
