import AggSource
import Foundation

/// Requests a table page by page, up to a limit.
struct TablePages {
    let endpoint: TableEndpoint
    /// How to find the next page; nil if there is only one.
    let next: NextPage?
    /// The maximum number of pages to request.
    let most: Int
    let services: SourceServices

    /// Writes all pages, starting with the given first response.
    ///
    /// - Returns: Notes about pages that were not read.
    ///
    /// - Throws: What the requests and the writer throw.
    func write<Sink: BatchSink>(
        _ first: HTTPResponse, with writer: inout TableWriter<Sink>
    ) async throws(SourceError) -> [String] {
        var response = first
        var asked: Set<URL> = [first.url, endpoint.url]
        var digest = try Self.digest(of: first, as: first.url)
        for page in 1... {
            let rows = writer.items
            try await writer.write(response.body)
            guard let next else { return [] }
            if next.countsRows, writer.items == rows { return [] }
            guard let url = try next.url(after: response, from: endpoint.url, pages: page, rows: writer.items) else {
                return []
            }
            guard Self.isSameServer(url, endpoint.url) else {
                return [
                    "the table continues on another server, which agg does not contact: \(url.host ?? url.absoluteString)"
                ]
            }
            guard asked.insert(url).inserted else {
                return ["the last page links to an earlier page; rows may be missing"]
            }
            guard page < most else {
                return ["the table has more than \(most) pages (max_pages); the rest were skipped"]
            }
            response = try await services.send(TableEndpoint(url: url).request())
            try response.requireSuccess(now: services.clock.now)
            let new = try Self.digest(of: response, as: first.url)
            if new == digest { return ["page \(page + 1) is the same as the previous page; rows may be missing"] }
            digest = new
        }
        return []
    }

    /// A digest of the content, independent of the URL.
    private static func digest(of response: HTTPResponse, as url: URL) throws(SourceError) -> String {
        try HTTPResponse(url: url, status: 200, body: response.body).digest()
    }

    private static func isSameServer(_ url: URL, _ other: URL) -> Bool {
        url.scheme == other.scheme && url.host == other.host && url.port == other.port
    }
}
