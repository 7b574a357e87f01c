import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage

/// The results of a search, with their count, conditions, notes, and suggestions.
struct ResultList {
    let answer: RecordsAnswer
    let elapsed: Duration
    let state: PageState

    /// The list as markup.
    var markup: HTML {
        let rows = answer.rows.map(row)
        let list: HTML = rows.isEmpty ? "<p class=\"empty\">\(emptyText)</p>" : "<ol class=\"rows\">\(rows)</ol>"
        return """
            <div id="results"><h1 class="count">\(heading)</h1>\(conditions)\(notes)\(list)\(suggestions)\(more)</div>

            """
    }

    private var heading: String {
        if state.query.isEmpty { return answer.rows.isEmpty ? "Search all sources" : "Your favorites" }
        let shown = Count.records(answer.rows.count)
        let count = answer.total.map(Count.records) ?? (answer.isTruncated ? "More than \(shown)" : shown)
        return "\(count) · \(TimeText.elapsed(elapsed))"
    }

    private var emptyText: String {
        state.query.isEmpty ? "Type a few letters of a name. Your favorites will appear here." : "No matches."
    }

    /// The conditions of the query, each with a link that removes it.
    private var conditions: HTML? {
        let words = state.words
        let places = words.indices.filter { words[$0].text.dropFirst().contains(":") && words[$0].literalFrom != 0 }
        guard !places.isEmpty else { return nil }
        let items = places.map { place -> HTML in
            var rest = words
            let word = CommandLine.query([rest.remove(at: place)])
            let link = state.asking(CommandLine.query(rest)).url("/")
            return "<li><a href=\"\(link)\" title=\"Remove \(word)\">\(word) ×</a></li>"
        }
        return "<ul class=\"conditions\" aria-label=\"Filters\">\(items)</ul>"
    }

    private var notes: HTML? {
        answer.notes.isEmpty
            ? nil : "<ul class=\"notes\">\(answer.notes.map { note -> HTML in "<li>\(note)</li>" })</ul>"
    }

    private var suggestions: HTML? {
        guard !answer.suggestions.isEmpty else { return nil }
        let links = answer.suggestions.map { text -> HTML in
            "<li><a href=\"\(state.asking(text).url("/"))\">\(text)</a></li>"
        }
        return "<p>Did you mean:</p><ul class=\"suggestions\">\(links)</ul>"
    }

    private var more: HTML? {
        guard answer.isTruncated, state.widened != state else { return nil }
        return "<p class=\"more\"><a href=\"\(state.widened.url("/"))\">Show more</a></p>"
    }

    private func row(_ row: RecordsAnswer.Row) -> HTML {
        let record = row.record
        let address = row.address.description
        let link = "/record?address=\(PercentText.encoded(address))"
        return """
            <li class="row" data-address="\(field: address)">\
            \(Star(row: row).markup)\
            <div class="what"><a class="title" href="\(link)">\(row.shownTitle)</a> \
            <span class="subtitle">\(record.subtitle ?? "")</span><div class="meta">\(Self.meta(row))</div></div></li>

            """
    }

    /// Returns the details that distinguish records with the same title.
    private static func meta(_ row: RecordsAnswer.Row) -> String {
        let record = row.record
        let place = record.coordinate.map {
            "\(JSONWriter.shortest($0.latitude)), \(JSONWriter.shortest($0.longitude))"
        }
        let parts = [
            row.address.source.description, record.date.map(TimeText.date), place, row.distance.map(distance),
            row.favorite?.text, row.absence?.text,
        ]
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func distance(_ kilometers: Double) -> String {
        kilometers < 1
            ? "\(Int(clamping: (kilometers * 1_000).rounded())) m"
            : "\(JSONWriter.shortest((kilometers * 10).rounded() / 10)) km"
    }
}

/// The star of a record: a button that adds it to your favorites or removes it.
///
/// All stars share one form at the end of the page: with a form per row, showing rows would take twice as long.
struct Star {
    let row: RecordsAnswer.Row

    /// The button as markup.
    var markup: HTML {
        let title = row.record.title
        let label = row.isFavorite ? "Remove \(title) from your favorites" : "Add \(title) to your favorites"
        return """
            <button class="star" form="stars" name="star" value="\(row.isFavorite ? "remove" : "add") \
            \(field: row.address.description)" aria-pressed="\(row.isFavorite ? "true" : "false")" \
            aria-label="\(label)" title="\(label)">\(row.isFavorite ? "★" : "☆")</button>
            """
    }

    /// Returns the form that the buttons share.
    static func form(_ formToken: String?, _ place: String) -> HTML {
        """
        <form id="stars" method="post" action="/favorite">\(FormFields.hidden(formToken, place))</form>

        """
    }
}
