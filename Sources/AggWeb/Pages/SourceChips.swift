import AggSource
import AggStorage

/// A chip per source, which shows its age, whether it is stale and why, and a button to refresh it.
struct SourceChips {
    let statuses: [SourceStatus]
    /// The page to return to.
    let place: String
    let formToken: String?

    /// The chips as markup.
    var markup: HTML {
        "<ul id=\"chips\" class=\"chips\" aria-label=\"Sources\">\(statuses.map(chip))</ul>\n"
    }

    /// Whether any source is being refreshed.
    var isRefreshing: Bool { statuses.contains { $0.phase == .loading } }

    private func chip(_ status: SourceStatus) -> HTML {
        let id = status.id.description
        let reason = status.reason.map { ": \($0)" } ?? ""
        let details = ([Self.text(status) + reason] + status.notes).joined(separator: "; ")
        return """
            <li class="chip \(Self.mark(status))" data-source="\(id)"><details><summary><b>\(id)</b> \
            <span class="state">\(Self.text(status))</span></summary>
            <p class="why">\(details). \(Count.records(status.records))</p></details>
            <form method="post" action="/refresh">\(FormFields.hidden(formToken, place))\
            <input type="hidden" name="source" value="\(id)"><button class="refresh" title="Refresh \(id)" \
            aria-label="Refresh \(id)">↻</button></form></li>
            """
    }

    /// Describes the state of a source in a few words.
    static func text(_ status: SourceStatus) -> String {
        let age = status.age.map { "\(Age.text($0)) old" } ?? "never refreshed"
        return switch status.phase {
        case .loading: "refreshing…"
        case .disabled: "disabled"
        case _ where !status.isServed: "no rows"
        case _ where status.origin == .starter: "sample only"
        case _ where status.isStale: "stale, \(age)"
        default: age
        }
    }

    /// Returns the CSS class of a chip, which sets its color.
    private static func mark(_ status: SourceStatus) -> String {
        if status.phase == .loading { return "loading" }
        if !status.isServed { return "missing" }
        return status.isStale || status.origin == .starter ? "stale" : "fresh"
    }
}

/// The hidden fields of every form that changes something.
enum FormFields {
    /// Returns the token that proves the form is from this page, and the page to return to.
    static func hidden(_ formToken: String?, _ place: String) -> HTML {
        """
        <input type="hidden" name="token" value="\(formToken ?? "")"><input type="hidden" name="return" value="\(place)">
        """
    }
}
