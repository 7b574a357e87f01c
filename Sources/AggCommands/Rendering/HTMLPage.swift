import AggSource
import Foundation

/// The frame of a web page: no scripts, no external resources, and light or dark like the reader's system.
///
/// It is also well-formed XML, so any parser can check it.
struct HTMLPage {
    private let title: String
    private let time: String

    init(title: String, _ presentation: Presentation) {
        self.title = Self.escaped(title)
        time =
            presentation.time.map { time in
                let zone = presentation.zone.abbreviation(for: time) ?? presentation.zone.identifier
                return Self.escaped("\(TimeText.instant(time, in: presentation.zone)) \(zone)")
            } ?? ""
    }

    /// A text without markup, and without characters that could change how the page reads.
    static func escaped(_ text: String) -> String {
        VisibleText.ofMarkup(text).escapedForXML
    }

    /// A text that links to a URL; only the text if the URL is not that of a web page.
    static func link(_ text: String, to address: String?) -> String {
        guard let address, WebLink.isOfTheWeb(address) else { return escaped(text) }
        return "<a href=\"\(escaped(address))\" rel=\"noopener noreferrer\">\(escaped(text))</a>"
    }

    /// Everything before the content.
    func head(_ count: String? = nil) -> String {
        let facts = [count ?? "", time].filter { !$0.isEmpty }.joined(separator: " · ")
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="referrer" content="no-referrer"/>
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(title)</h1>
            \(facts.isEmpty ? "" : "<p class=\"note\">\(facts)</p>\n")
            """
    }

    /// Everything after the content.
    let tail = "<p class=\"note\">Made with agg.</p>\n</body>\n</html>\n"

    private static let style = """

        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.1rem; margin: 1.5rem 0 0.3rem; }
        table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
        th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; white-space: pre-line;
          border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
        figure { margin: 1rem 0; }
        figure svg { max-width: 100%; height: auto; }
        ul { margin: 0; padding-left: 1.2rem; }
        .note { opacity: 0.75; margin: 0.2rem 0; }
        .stale { font-weight: 600; }
        @media (prefers-color-scheme: dark) { figure svg { filter: invert(0.92) hue-rotate(180deg); } }

        """
}
