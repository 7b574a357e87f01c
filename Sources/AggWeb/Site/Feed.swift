import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation

/// An Atom feed of the records matching a query that refreshes added or changed, newest first.
struct Feed {
    private let backend: Backend

    init(_ backend: Backend) {
        self.backend = backend
    }

    /// The maximum number of entries.
    private static let most = 100

    /// Returns the feed of a query; without content if the reader has it already.
    func answer(_ state: PageState, to request: WebRequest) async -> WebResponse {
        let tag = DateSpan.countsBack(in: state.query) ? nil : await backend.tag(for: "feed \(state.query)")
        let headers = tag.map { [("ETag", $0)] } ?? []
        if let tag, request[header: "if-none-match"].map({ EntityTag.matches(tag, $0) }) == true {
            return .empty(304, headers: headers)
        }
        do {
            let entries = try await entries(state)
            let updated = entries.map(\.at).max().flatMap { RecordDate(instant: $0)?.text } ?? "1970-01-01T00:00:00Z"
            let title = state.query.isEmpty ? "agg: new records" : "agg: new records for “\(state.query)”"
            let feed: HTML = """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom"><title>\(title)</title>
                <id>urn:agg:feed:\(StableHash.text(of: state.query))</id><updated>\(updated)</updated>
                <author><name>agg</name></author>
                \(entries.map(markup))</feed>

                """
            return WebResponse(type: "application/atom+xml; charset=utf-8", feed.source, headers: headers)
        } catch {
            return WebResponse(400, type: "text/plain; charset=utf-8", CommandError(error).message + "\n")
        }
    }

    private struct Entry {
        var row: RecordsAnswer.Row
        var at: Date
        var kind: String
    }

    /// Returns the matching records that refreshes added or changed, and those that have a date of their own.
    private func entries(_ state: PageState) async throws -> [Entry] {
        let queries = state.query.isEmpty ? nil : [try backend.query(state.words)]
        let news = try await backend.aggregator.news(
            NewsRequest(queries: queries, since: .distantPast, onlyUnread: false, limit: Self.most),
            usesCache: backend.settings.usesCache)
        let dated = try await backend.run(
            [Word("search"), Word("--limit=\(Self.most)"), Word("--")] + state.words + [Word("sort:-date")])
        let others = (dated.body as? RecordsReport)?.answer.rows ?? []
        var listed: Set<RecordAddress> = []
        let entries = (news.rows + others).compactMap { row -> Entry? in
            guard listed.insert(row.address).inserted else { return nil }
            if let news = row.news {
                return Entry(row: row, at: Self.instant(news.time) ?? news.at, kind: news.kind.rawValue)
            }
            // The first refresh of a list is not news, so a record of it is new on its own date.
            return row.record.date.flatMap(Self.instant).map { Entry(row: row, at: $0, kind: "dated") }
        }
        return Array(entries.sorted { $0.at > $1.at }.prefix(Self.most))
    }

    private static func instant(_ date: RecordDate) -> Date? {
        let text = date.isDay ? date.text + "T00:00:00Z" : date.text.hasSuffix("Z") ? date.text : date.text + "Z"
        return try? Date(text, strategy: .iso8601)
    }

    private func markup(_ entry: Entry) -> HTML {
        let record = entry.row.record
        let link: HTML? = record.url.flatMap { url in
            WebLink.isOfTheWeb(url) ? "<link rel=\"alternate\" href=\"\(url)\"/>" : nil
        }
        // An entry without a link must have content (RFC 4287).
        let text = record.subtitle ?? ""
        let summary: HTML = link == nil ? "<content>\(text)</content>" : "<summary>\(text)</summary>"
        return """
            <entry><title>\(record.title)</title><id>urn:agg:\(PercentText.encoded(entry.row.address.description))</id>\
            <updated>\(RecordDate(instant: entry.at)?.text ?? "")</updated>\(link)\
            \(summary)<category term="\(entry.kind)"/></entry>

            """
    }
}
