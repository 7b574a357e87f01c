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
    package var clauses: [(name: String, value: String)] {
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
        parts.percentEncodedQuery = clauses.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return parts.url ?? rows
    }

    private var totalOrder: String {
        let terms = (order ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let isTotal = terms.contains { $0.split(separator: " ").first?.lowercased() == ":id" }
        return (terms.filter { !$0.isEmpty } + (isTotal ? [] : [":id"])).joined(separator: ", ")
    }

    /// Everything but the unreserved characters is encoded: a `+` would be read as a blank.
    private static func encoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }
}
