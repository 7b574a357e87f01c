/// The header fields of every response.
enum SecurityHeaders {
    /// The fields, which allow no scripts, styles, images, or requests from elsewhere, no frames, and forms only to this server.
    ///
    /// The referrer policy is `same-origin`, so a form's request contains its origin.
    static let fields: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// Returns a response with these fields and, unless it has its own, a `Cache-Control` that requires revalidation.
    static func added(to response: WebResponse) -> WebResponse {
        var response = response
        response.headers += fields
        if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "private, no-cache"))
        }
        return response
    }
}
