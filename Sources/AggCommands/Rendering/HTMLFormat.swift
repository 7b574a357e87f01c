import AggCore
import AggSource
import AggStorage

/// An answer as a self-contained web page: its picture, its rows, and their freshness.
enum HTMLFormat {
    static func text(_ answer: any Answer, _ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let envelope = answer.document(output).envelope(of: output)
        let page = HTMLPage(title: title(output.command, envelope["query"]?.stringValue), presentation)
        let tail = notes(envelope) + sources(answer.decisiveSources, presentation) + page.tail
        let picture = answer.svg.map { "<figure>\n\($0)</figure>\n" } ?? ""
        guard let table = HTMLTable(answer, output) else {
            let text = HTMLPage.escaped(answer.lines(output, Presentation()).whole)
            return AnswerText(page.head() + picture + "<pre>\(text)</pre>\n" + tail)
        }
        let isTruncated = envelope["truncated"] == true
        // A picture shows more than the rows below it.
        let count = answer.svg == nil ? count(table.count, isTruncated: isTruncated) : nil
        let head = page.head(count) + picture
        guard table.count > 0 else { return AnswerText(head + "<p>No results.</p>\n" + tail) }
        return AnswerText(head + table.head, rows: table.count, tail: table.tail + tail) { table.row($0) }
    }

    /// The command as typed.
    private static func title(_ command: String, _ query: String?) -> String {
        guard let query, !query.isEmpty else { return command }
        return "\(command) \(query)"
    }

    private static func count(_ count: Int, isTruncated: Bool) -> String {
        "\(count) \(count == 1 ? "row" : "rows")\(isTruncated ? ", more available" : "")"
    }

    private static func notes(_ envelope: JSONObject) -> String {
        let notes = (envelope["notes"]?.arrayValue ?? []).compactMap(\.stringValue)
        return notes.map { "<p class=\"note\">\(HTMLPage.escaped($0))</p>\n" }.joined()
    }

    /// The sources of the rows, each with its age and, if it is stale, the reason.
    private static func sources(_ statuses: [SourceStatus], _ presentation: Presentation) -> String {
        guard !statuses.isEmpty else { return "" }
        let items = statuses.map { status in
            let time = status.fetchedAt.map { " (fetched \(TimeText.instant($0, in: presentation.zone)))" } ?? ""
            let isDoubtful = status.isStale || !status.isServed || status.origin == .starter
            let text = HTMLPage.escaped(Freshness.text(status) + time)
            return "<li\(isDoubtful ? " class=\"stale\"" : "")>\(text)</li>\n"
        }
        return "<h2>Sources</h2>\n<ul>\n\(items.joined())</ul>\n"
    }
}
