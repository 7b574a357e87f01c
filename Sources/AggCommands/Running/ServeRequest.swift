/// What the page and the API are asked for: where to listen, who may ask, and whether a browser opens.
package struct ServeRequest: Hashable, Sendable {
    /// The address to listen at.
    package var address: String
    /// The port; nil for the usual one, or a free one if it is taken.
    package var port: Int?
    /// A token of the user's own for programs; nil if there is none.
    package var token: String?
    /// Whether to open the page in the browser.
    package var opensBrowser: Bool
    /// The format in which the address is reported.
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

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }
}
