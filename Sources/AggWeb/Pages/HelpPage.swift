import AggSearch

/// The help page: the keys, and the query language with examples for the search box.
enum HelpPage {
    /// The content of the page.
    static var markup: HTML {
        let keys = table("Keys", Self.keys.map { row($0.keys, $0.effect) })
        let sections: [HTML] = QueryElement.sections.map { heading, elements in
            table(heading, elements.map { row("<code>\($0.form)</code>", $0.summary) })
        }
        let examples = table("Examples", QueryElement.all.flatMap(\.examples).map(example))
        return """
            <main id="main" class="help" tabindex="-1"><h1>Help</h1>
            \(keys)<h2>Queries</h2><p>\(QueryElement.introduction)</p>
            \(sections)\(examples)</main>

            """
    }

    private static let keys: [(keys: HTML, effect: String)] = [
        ("<kbd>/</kbd>", "go to the search box"), ("<kbd>↓</kbd> <kbd>↑</kbd>", "next and previous record"),
        ("<kbd>Enter</kbd>", "open the record"),
        ("<kbd>f</kbd>", "add the record to your favorites, or remove it"), ("<kbd>?</kbd>", "show this page"),
    ]

    private static func table(_ caption: String, _ rows: [HTML]) -> HTML {
        "<table class=\"keys\"><caption>\(caption)</caption><tbody>\n\(rows)</tbody></table>\n"
    }

    private static func row(_ heading: HTML, _ text: String) -> HTML {
        "<tr><th scope=\"row\">\(heading)</th><td>\(text)</td></tr>\n"
    }

    private static func example(_ example: QueryElement.Example) -> HTML {
        let query = example.searchQuery
        return row("<a href=\"/?q=\(PercentText.encoded(query))\"><code>\(query)</code></a>", example.effect)
    }
}
