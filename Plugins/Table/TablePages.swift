import AggSource
import Foundation

/// Asks for one page of a table after the other, up to a bound.
struct TablePages {
    let endpoint: TableEndpoint
    /// Where the next page is; nil if there is only one.
    let next: NextPage?
    /// The most pages that are asked for.
    let most: Int
    let services: SourceServices

    /// Writes all pages, the first of which has been answered.
    ///
    /// - Returns: What is to be said of pages that were not read.
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
                return ["the table goes on at another server, which is not asked: \(url.host ?? url.absoluteString)"]
            }
            guard asked.insert(url).inserted else {
                return ["the last page links to an earlier one; rows may be missing"]
            }
            guard page < most else {
                return ["the table has more than \(most) pages; the rest was left out (max_pages)"]
            }
            response = try await services.send(TableEndpoint(url: url).request())
            try response.requireSuccess(now: services.clock.now)
            let new = try Self.digest(of: response, as: first.url)
            if new == digest { return ["page \(page + 1) is the same as the one before; rows may be missing"] }
            digest = new
        }
        return []
    }

    /// A digest of the content, whatever the address.
    private static func digest(of response: HTTPResponse, as url: URL) throws(SourceError) -> String {
        try HTTPResponse(url: url, status: 200, body: response.body).digest()
    }

    private static func isSameServer(_ url: URL, _ other: URL) -> Bool {
        url.scheme == other.scheme && url.host == other.host && url.port == other.port
    }
}
