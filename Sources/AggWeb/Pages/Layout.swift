/// The layout of every page: its head, search box, and navigation.
struct Layout {
    /// The title of the page.
    var title: String
    /// The query in the search box.
    var query = ""
    /// The secret in the visitor's forms.
    var formToken: String?
    /// Whether the page reloads itself because something is being refreshed.
    var reloads = false

    /// The part before the content.
    var head: HTML {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        \(reloads ? "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>" : nil)
        <link rel="icon" href="/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/style.css"><script src="/app.js" defer></script>
        <link rel="alternate" type="application/atom+xml" title="New records" href="/feed.atom?q=\(PercentText.encoded(query))">
        </head><body data-token="\(formToken ?? "")">
        <a class="skip" href="#main">Skip to results</a>
        <header class="top"><a class="brand" href="/">agg</a>
        <form class="search" action="/" method="get" role="search">
        <label class="hidden" for="q">Search all sources</label>
        <input id="q" name="q" type="search" value="\(query)" placeholder="Search all sources" autocomplete="off" \
        autocapitalize="off" spellcheck="false" maxlength="1000"><button>Search</button></form>
        <nav aria-label="Pages"><a href="/?q=is:favorite">Favorites</a> <a href="/help">Help</a></nav></header>

        """
    }

    /// The part after the content.
    var tail: HTML {
        """
        <p id="status" class="hidden" role="status"></p><p id="failure" class="failure" role="alert"></p>
        </body></html>

        """
    }

    /// Returns a complete page.
    func page(_ content: HTML) -> WebResponse {
        WebResponse(type: Self.type, (HTML([head, content, tail])).source)
    }

    /// The media type of pages.
    static let type = "text/html; charset=utf-8"
}
