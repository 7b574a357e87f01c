import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage

/// The page of a record: its fields, link, and changes, and a form for its tags and note.
struct RecordPage {
    let row: RecordsAnswer.Row
    let columns: [Column]
    let status: SourceStatus?
    let changes: [RecordChange]
    /// Whether the source has more of the record than is stored.
    let lacksDetails: Bool
    let formToken: String?

    private var record: Record { row.record }
    private var place: String { "/record?address=\(PercentText.encoded(row.address.description))" }

    /// The content of the page.
    var markup: HTML {
        """
        <main id="main" class="record" tabindex="-1" data-address="\(field: row.address.description)"><h1>\
        \(Star(row: row).markup) \(record.title)</h1>
        <p class="subtitle">\(record.subtitle ?? "")</p>
        \(row.absence.map { absence -> HTML in "<p class=\"absence\">\(absence.text)</p>" })\
        \(record.url.map { url -> HTML in "<p class=\"link\">\(HTML.link(url, url))</p>" })
        <table class="fields"><tbody>\(pairs.map(pair))</tbody></table>
        \(details)\
        \(nearby)\(status.map { status -> HTML in "<p class=\"fresh\">\(status.id.description): \(SourceChips.text(status))\(status.reason.map { ": \($0)" } ?? "")</p>" })
        \(notesForm)\(history)</main>\(Star.form(formToken, place))

        """
    }

    private var pairs: [(name: String, value: String, help: String)] {
        var pairs: [(String, String, String)] = [
            ("address", row.address.description, "Identifies the record in every command.")
        ]
        if !record.alternativeTitles.isEmpty {
            pairs.append(("also called", record.alternativeTitles.joined(separator: "; "), ""))
        }
        if let date = record.date { pairs.append(("date", TimeText.date(date), "")) }
        if let place = record.coordinate {
            pairs.append(
                ("coordinate", "\(JSONWriter.shortest(place.latitude)), \(JSONWriter.shortest(place.longitude))", ""))
        }
        for column in columns {
            let unit = column.unit.map { " \($0)" } ?? ""
            pairs.append((column.name, record[column.name].map { $0.text + unit } ?? "–", column.summary))
        }
        let declared = Set(columns.map(\.name))
        pairs += record.fields.filter { !declared.contains($0.name) }.map { ($0.name, $0.value.text, "") }
        return pairs
    }

    private func pair(_ pair: (name: String, value: String, help: String)) -> HTML {
        let value: HTML = WebLink.isOfTheWeb(pair.value) ? .link(pair.value, pair.value) : "\(pair.value)"
        return "<tr><th scope=\"row\" title=\"\(pair.help)\">\(pair.name)</th><td>\(value)</td></tr>\n"
    }

    private var nearby: HTML? {
        guard let place = record.coordinate else { return nil }
        let circle = "near:\(JSONWriter.shortest(place.latitude)),\(JSONWriter.shortest(place.longitude)),10km"
        return "<p><a href=\"/?q=\(PercentText.encoded(circle + " sort:distance"))\">Within 10 km</a></p>"
    }

    /// The form for the tags and the note, whose text begins with a line break that browsers ignore.
    private var notesForm: HTML {
        """
        <form class="notes-form" method="post" action="/favorite">\(FormFields.hidden(formToken, place))\
        <input type="hidden" name="address" value="\(field: row.address.description)">
        <p><label for="tags">Tags, separated by commas</label>
        <input id="tags" name="tags" value="\(field: row.favorite?.tags.joined(separator: ", ") ?? "")" maxlength="500"></p>
        <p><label for="note">Note</label>
        <textarea id="note" name="note" rows="3" maxlength="5000">
        \(field: row.favorite?.note ?? "")</textarea></p>
        <button name="action" value="edit">Save favorite</button></form>

        """
    }

    private var details: HTML? {
        lacksDetails ? "<p><a href=\"\(place)&amp;details=1\">Fetch missing details</a></p>" : nil
    }

    private var history: HTML? {
        guard !changes.isEmpty else { return nil }
        let rows = changes.flatMap { change -> [HTML] in
            let day = RecordDate(instant: change.at).map(TimeText.date) ?? ""
            guard !change.fields.isEmpty else {
                return ["<tr><td>\(day)</td><td>\(change.kind.rawValue)</td><td></td><td></td></tr>"]
            }
            return change.fields.map { field in
                """
                <tr><td>\(day)</td><td>\(field.name)</td><td>\(field.from?.text ?? "–")</td>\
                <td>\(field.to?.text ?? "–")</td></tr>
                """
            }
        }
        return """
            <h2>Changes</h2><table class="changes"><thead><tr><th scope="col">when</th><th scope="col">what</th>\
            <th scope="col">from</th><th scope="col">to</th></tr></thead><tbody>\(rows)</tbody></table>
            """
    }
}
