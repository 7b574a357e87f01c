/// The parameters of `serve`: where to listen, which token to accept, and whether to open a browser.
package struct ServeRequest: Hashable, Sendable {
    /// The address to listen on.
    package var address: String
    /// The port; nil for the default port, or a free one if that is taken.
    package var port: Int?
    /// The user's own token for programs, if any.
    package var token: String?
    /// Whether to open the page in the browser.
    package var opensBrowser: Bool
    /// The format in which the URL is reported.
    package var format: OutputFormat?

    /// Creates a request.
    package init(
        address: String = "127.0.0.1", port: Int? = nil, token: String? = nil, opensBrowser: Bool = false,
        format: OutputFormat? = nil
    ) {
        self.address = address
        self.port = port
        self.token = token
        self.opensBrowser = opensBrowser
        self.format = format
    }
}
