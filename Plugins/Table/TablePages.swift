import AggSource
import Foundation

/// Requests a table page by page, up to a limit.
struct TablePages {
    let endpoint: TableEndpoint
    let shape: TableShape
    /// How to find the next page; nil if there is only one.
    let next: NextPage?
    /// The maximum number of pages to request.
    let most: Int
    let services: SourceServices
    /// The source, for notes that say how to change it.
    var id: SourceID?

    /// After this many pages in a row without any rows, the table has ended, even if another page follows.
    private static let mostPagesWithoutRows = 3

    /// Writes all pages, starting with the given first response.
    ///
    /// - Returns: Notes about pages that were not read.
    ///
    /// - Throws: What the requests and the writer throw.
    func write(_ first: HTTPResponse, with writer: inout TableWriter) async throws(SourceError) -> [String] {
        try await writer.write(first.body)
        guard let next, !next.countsRows || writer.items > 0 else { return [] }
        var response = first
        var asked: Set<URL> = [first.url, endpoint.url]
        var seen: Set<String> = [try digest(of: first.body, next)]
        var pages = 1
        var pagesWithoutRows = writer.items == 0 ? 1 : 0
        for requests in 1... {
            let url = try next.url(
                after: response, from: endpoint.url, shape, requests: requests, rows: writer.items)
            guard let url else { return end(at: response, page: pages, rows: writer.items).map { [$0] } ?? [] }
            // The table may have moved to another server as a whole.
            guard url.hasOrigin(of: endpoint.url) || url.hasOrigin(of: first.url) else {
                return [
                    "the table continues on another server, which agg does not contact: \(url.hostAndPort ?? url.absoluteString)"
                ]
            }
            guard asked.insert(url).inserted else {
                return ["the last page links to an earlier page; rows may be missing"]
            }
            guard pages < most else {
                return [
                    next.countsRows
                        ? "only \(most) pages were read (max_pages); the table may have more"
                        : "the table has more than \(most) pages (max_pages); the rest were skipped"
                ]
            }
            response = try await services.send(TableEndpoint(url: url).request())
            if next.countsRows {
                if Self.isPastEnd(response) { return [] }
                if response.status == 400 {
                    return ["the server rejected page \(pages + 1) (HTTP 400), so the table ends with page \(pages)"]
                }
            }
            try response.requireSuccess(now: services.clock.now)
            guard try seen.insert(digest(of: response.body, next)).inserted else {
                if requests == 1, next.mayRepeatFirstPage(at: endpoint.url) { continue }
                return ["page \(pages + 1) is the same as an earlier page; rows may be missing"]
            }
            let rows = writer.items
            try await writer.write(response.body)
            if next.countsRows, writer.items == rows { return [] }
            // Some servers, such as those of CKAN portals, link from each page to another, even beyond the last row.
            pagesWithoutRows = writer.items == rows ? pagesWithoutRows + 1 : 0
            if pagesWithoutRows == Self.mostPagesWithoutRows {
                let document = NextPage.document(of: response, shape)
                if let document, NextLink.saysAll(in: document, rows: writer.items) { return [] }
                return [
                    "reading stopped after \(pagesWithoutRows) pages without rows, although page \(pages + 1) links to "
                        + "another"
                ]
            }
            pages += 1
        }
        return []
    }

    /// A note about a page without the configured link, unless it seems to be the last of several; nil otherwise.
    private func end(at response: HTTPResponse, page: Int, rows: Int) -> String? {
        guard let next, case .link(let path) = next, let document = NextPage.document(of: response, shape) else {
            return nil
        }
        let fault: String
        switch NextLink(at: path, in: document) {
        case .none: return nil
        case .missing: fault = "has no “\(path)”"
        case .url, .other: fault = "has no URL at “\(path)”"
        }
        let sign = NextLink.signOfMore(in: document, than: rows, pages: page)
        guard page == 1 || sign != nil else { return nil }
        let read = page == 1 ? "it is the only page that was read" : "it is the last page that was read"
        let doubt = sign.map { ", although it says “\($0)”" } ?? ""
        let better = NextLink.path(in: document).map { " to “next: link \($0)”" } ?? ""
        let advice = id.map {
            "; if there are more pages, run “source edit \($0)” and change “next: \(next.text)”\(better)"
        }
        return "page \(page) \(fault), so \(read)\(doubt)\(advice ?? "")"
    }

    /// Whether a server says that a page does not exist or has no content.
    private static func isPastEnd(_ response: HTTPResponse) -> Bool {
        [404, 410, 416].contains(response.status) || (200..<300).contains(response.status) && response.body.count == 0
    }

    /// A digest of the rows of a page, whatever surrounds them, such as a time; of the whole page if its link tells it
    /// from another page without rows.
    private func digest(of page: HTTPBody, _ next: NextPage) throws(SourceError) -> String {
        let rows = next.countsRows ? try RowReader.listRange(in: page, shape) : 0..<page.count
        let body = HTTPBody(count: rows.count) { offset, count throws(SourceError) in
            try page.read(at: rows.lowerBound + offset, count: min(count, rows.count - offset))
        }
        return try HTTPResponse(url: endpoint.url, status: 200, body: body).digest()
    }
}
