import AggSource
import Foundation

/// Requests a table page by page, up to a limit.
struct TablePages {
    /// What was not read.
    struct Outcome: Equatable {
        /// Notes about pages that were not read.
        var notes: [String] = []
        /// Whether the table continues, or may continue, on a page that was not read, so that no stored row may be removed.
        var isIncomplete = false

        /// The outcome of a read that ended too early, for a reason.
        static func incomplete(_ reason: String) -> Outcome { Outcome(notes: [reason], isIncomplete: true) }
    }

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
    /// - Throws: What the requests and the writer throw.
    func write(_ first: HTTPResponse, with writer: inout TableWriter) async throws(SourceError) -> Outcome {
        try await writer.write(first.body)
        guard let next else { return onlyPage(first, rows: writer.items) }
        guard !next.countsRows || writer.items > 0 else {
            return end("the first page has no rows", after: first, page: 1, rows: 0)
        }
        var response = first
        var asked: Set<URL> = [first.url, endpoint.url]
        var seen: Set<String> = [try digest(of: first.body, next)]
        var pages = 1
        var pagesWithoutRows = writer.items == 0 ? 1 : 0
        for requests in 1... {
            let url = try next.url(
                after: response, from: endpoint.url, shape, requests: requests, rows: writer.items)
            guard let url else { return end(at: response, page: pages, rows: writer.items) }
            // The table may have moved to another server as a whole.
            guard url.hasOrigin(of: endpoint.url) || url.hasOrigin(of: first.url) else {
                return .incomplete(
                    "the table continues on another server, which agg does not contact: "
                        + (url.hostAndPort ?? url.absoluteString))
            }
            guard asked.insert(url).inserted else {
                return .incomplete("the last page links to an earlier page; rows may be missing\(remedy)")
            }
            guard pages < most else {
                let note =
                    next.countsRows
                    ? "only \(most) pages were read (max_pages); the table may have more"
                    : "the table has more than \(most) pages (max_pages); the rest were skipped"
                return Outcome(notes: [note])
            }
            let page = try await services.send(TableEndpoint(url: url).request())
            if next.countsRows, let fault = Self.absence(of: page, number: pages + 1) {
                let outcome = end(fault, after: response, page: pages, rows: writer.items)
                guard page.status == 400, !outcome.isIncomplete else { return outcome }
                return Outcome(notes: ["\(fault), so the table ends with page \(pages)"])
            }
            try page.requireSuccess(now: services.clock.now)
            guard try seen.insert(digest(of: page.body, next)).inserted else {
                if requests == 1, next.mayRepeatFirstPage(at: endpoint.url) { continue }
                // Some servers repeat the last page for all higher numbers.
                if pages > 1, saysAll(response, page: pages, rows: writer.items) { return Outcome() }
                return .incomplete("page \(pages + 1) is the same as an earlier page; rows may be missing\(remedy)")
            }
            let rows = writer.items
            try await writer.write(page.body)
            if next.countsRows, writer.items == rows {
                return end("page \(pages + 1) has no rows", after: response, page: pages, rows: rows)
            }
            response = page
            // Some servers, such as those of CKAN portals, link from each page to another, even beyond the last row.
            pagesWithoutRows = writer.items == rows ? pagesWithoutRows + 1 : 0
            if pagesWithoutRows == Self.mostPagesWithoutRows {
                if saysAll(response, page: pages + 1, rows: writer.items) { return Outcome() }
                return .incomplete(
                    "reading stopped after \(pagesWithoutRows) pages without rows, although page \(pages + 1) links to "
                        + "another; rows may be missing\(remedy)")
            }
            pages += 1
        }
        return Outcome()
    }

    /// The outcome if the configuration names no other pages: a note if the document says that there are more rows.
    private func onlyPage(_ page: HTTPResponse, rows: Int) -> Outcome {
        // A copy of a page in a file still says so, and a link in a header has a note of its own.
        guard most > 1, !page.url.isFileURL, page.link(to: "next") == nil, !shape.items.isEmpty,
            [.json, .geojson].contains(shape.format), shape.membersPath == nil,
            let document = NextPage.document(of: page, shape),
            let sign = NextLink.signOfMore(in: document, than: rows)
        else { return Outcome() }
        let edit = id.map { "run “source edit \($0)” and set" } ?? "set"
        let advice =
            NextLink.path(in: document).map { "to read the others, \(edit) “next: link \($0)”" }
            ?? NextLink.cursor(in: document).map { "agg cannot follow the cursor “\($0)” to the next page" }
            ?? "if there are other pages, \(edit) “next”, e.g. “next: page page”"
        return Outcome(notes: ["only this page was read, but the document says “\(sign)”; \(advice)"])
    }

    /// The outcome if no page follows one, for a reason: incomplete if that page counts more rows or pages.
    private func end(_ reason: String, after response: HTTPResponse, page: Int, rows: Int) -> Outcome {
        guard let count = countOfMore(in: response, page: page, rows: rows) else { return Outcome() }
        return .incomplete("\(reason), although page \(page) says “\(count)”; rows may be missing\(remedy)")
    }

    /// What to do if no rows are missing.
    private var remedy: String { id.map { "; if these are all rows, run “refresh \($0) --force”" } ?? "" }

    /// The outcome if a page does not link to another; there is a note if it lacks the configured link, unless it seems
    /// to be the last of several.
    private func end(at response: HTTPResponse, page: Int, rows: Int) -> Outcome {
        guard let next, case .link(let path) = next, let document = NextPage.document(of: response, shape) else {
            return end("no other page follows", after: response, page: page, rows: rows)
        }
        let fault: String
        switch NextLink(at: path, in: document) {
        case .none: return end("no other page follows", after: response, page: page, rows: rows)
        case .missing: fault = "has no “\(path)”"
        case .url, .other: fault = "has no URL at “\(path)”"
        }
        let sign = NextLink.signOfMore(in: document, than: rows, pages: page)
        guard page == 1 || sign != nil else { return Outcome() }
        let read = page == 1 ? "it is the only page that was read" : "it is the last page that was read"
        let doubt = sign.map { ", although it says “\($0)”" } ?? ""
        let better = NextLink.path(in: document).map { " to “next: link \($0)”" } ?? ""
        let advice = id.map {
            "; if there are more pages, run “source edit \($0)” and change “next: \(next.text)”\(better)"
        }
        let isDoubtful = sign != nil && better.isEmpty
        return Outcome(
            notes: ["page \(page) \(fault), so \(read)\(doubt)\(advice ?? "")\(isDoubtful ? remedy : "")"],
            isIncomplete: sign != nil || !better.isEmpty)
    }

    /// A member beside the rows of a page that counts more rows or pages than were read; nil if there is none.
    private func countOfMore(in response: HTTPResponse, page: Int, rows: Int) -> String? {
        guard [.json, .geojson].contains(shape.format), shape.membersPath == nil,
            let document = NextPage.document(of: response, shape)
        else { return nil }
        return NextLink.countOfMore(in: document, than: rows, pages: page)
    }

    /// Whether a page says that these are all rows.
    private func saysAll(_ response: HTTPResponse, page: Int, rows: Int) -> Bool {
        guard countOfMore(in: response, page: page, rows: rows) == nil else { return false }
        return NextPage.document(of: response, shape).map { NextLink.saysAll(in: $0, rows: rows) } ?? false
    }

    /// That a server says that the page of a number does not exist or has no content; nil if it does not say so.
    private static func absence(of page: HTTPResponse, number: Int) -> String? {
        switch page.status {
        case 404, 410, 416: "page \(number) does not exist (HTTP \(page.status))"
        case 400: "the server rejected page \(number) (HTTP 400)"
        case 200..<300 where page.body.count == 0: "page \(number) is empty"
        default: nil
        }
    }

    /// A digest of the rows of a page, whatever surrounds them, such as a time; of the whole page if its link tells it
    /// from another page without rows, or if it has no list of rows.
    private func digest(of page: HTTPBody, _ next: NextPage) throws(SourceError) -> String {
        let list = next.countsRows ? try? RowReader.listRange(in: page, shape) : nil
        let rows = list ?? 0..<page.count
        let body = HTTPBody(count: rows.count) { offset, count throws(SourceError) in
            try page.read(at: rows.lowerBound + offset, count: min(count, rows.count - offset))
        }
        return try HTTPResponse(url: endpoint.url, status: 200, body: body).digest()
    }
}
