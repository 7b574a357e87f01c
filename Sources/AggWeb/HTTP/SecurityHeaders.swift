/// The header fields that every answer carries.
enum SecurityHeaders {
    /// No script, style, image, or request from anywhere else; no frames; forms only to this server.
    ///
    /// The referrer stays within the page, so that a form's request names its origin.
    static let fields: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// Adds the fields to an answer, and forbids keeping it without asking again unless it says otherwise.
    static func added(to response: WebResponse) -> WebResponse {
        var response = response
        response.headers += fields
        if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "private, no-cache"))
        }
        return response
    }
}
