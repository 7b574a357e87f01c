import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation

/// An Atom feed of the records matching a query that refreshes added or changed, the latest first.
struct Feed {
    private let backend: Backend

    init(_ backend: Backend) {
        self.backend = backend
    }

    /// The maximum number of entries.
    private static let most = 100
    /// The names of the parameters.
    private static let parameters = ["q", "token"]

    /// Returns the feed of a query; without content if the reader has it already.
    func answer(_ state: PageState, to request: WebRequest) async -> WebResponse {
        if let unknown = request.query.values.first(where: { !Self.parameters.contains($0.name) }) {
            let names = Self.parameters.joined(separator: ", ")
            return Refusal.sentence(.usage("unknown parameter “\(unknown.name)” for the feed; use \(names)"))
        }
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
            return Refusal.sentence(CommandError(error).served)
        }
    }

    private struct Entry {
        var row: RecordsAnswer.Row
        /// When it was added or changed.
        var at: Date
        var kind: String
    }

    /// Returns the matching records that refreshes added or changed, the latest first, and then those that have a date of
    /// their own.
    private func entries(_ state: PageState) async throws -> [Entry] {
        let queries = state.query.isEmpty ? nil : [try backend.query(state.words)]
        // News are limited by the dates of the records, but one that was just added can have an old date.
        let news = try await backend.aggregator.news(
            NewsRequest(queries: queries, since: .distantPast, onlyUnread: false, limit: ChangeLog.everything),
            usesCache: backend.settings.usesCache)
        let changed = news.rows.compactMap { row in
            row.news.map { Entry(row: row, at: $0.at, kind: $0.kind.rawValue) }
        }
        // Sorting is stable, so records of one refresh remain in the order of their dates.
        let latest = changed.sorted { $0.at > $1.at }.prefix(Self.most)
        guard latest.count < Self.most else { return Array(latest) }
        return Array((latest + (try await dated(state, besides: Set(changed.map(\.row.address))))).prefix(Self.most))
    }

    /// Returns the other matching records that have a date of their own, newest first: the first refresh of a list is not
    /// news, so a record of it is new on its own date.
    private func dated(_ state: PageState, besides listed: Set<RecordAddress>) async throws -> [Entry] {
        let output = try await backend.run(
            [Word("search"), Word("--limit=\(Self.most)"), Word("--")] + state.words + [Word("sort:-date")])
        if let refusal = output.refusal { throw refusal }
        let now = backend.aggregator.now
        return ((output.body as? RecordsReport)?.answer.rows ?? []).compactMap { row in
            guard !listed.contains(row.address), let date = row.record.date.flatMap(Self.instant) else { return nil }
            return Entry(row: row, at: min(date, now), kind: "dated")
        }
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
        let published: HTML? = record.date.flatMap(Self.instant).map { date in
            "<published>\(RecordDate(instant: min(date, entry.at))?.text ?? "")</published>"
        }
        return """
            <entry><title>\(record.title)</title><id>urn:agg:\(PercentText.encoded(entry.row.address.description))</id>\
            <updated>\(RecordDate(instant: entry.at)?.text ?? "")</updated>\(published)\(link)\
            \(summary)<category term="\(entry.kind)"/></entry>

            """
    }
}
