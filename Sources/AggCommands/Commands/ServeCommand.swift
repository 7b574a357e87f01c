import AggSource

/// `serve`: serves the web page and the HTTP API.
struct ServeCommand: Command {
    private static let port = Option(
        "--port", "N", in: 0...65_535, help: "The port; 7247 by default, 0 for any free port.")
    private static let listen = Option(
        "--listen", "ADDRESS",
        help: """
            Listen on this IP address instead of 127.0.0.1; if other machines can connect to it, a token of your own is \
            required.
            """)
    private static let token = Option(
        "--token", "TOKEN",
        help: """
            Also accept this token (at least 16 characters); unlike the one in the URL, it can be used any number of \
            times. To hide the token from other users of this machine, set AGG_SERVE_TOKEN instead of using this \
            option.
            """)
    private static let open = Option("--open", help: "Open the page in the browser.")

    let declaration = CommandDeclaration(
        name: "serve", summary: "Serve a web page and an HTTP API on this machine.",
        details: """
            Prints the URL of the page, with a token that works once. The browser that opens the URL stays signed in \
            until the server stops. The page searches as you type, and has facets, a map, a chart, and your favorites. \
            Programs can call the read-only commands at URLs such as /api/search?q=london, with a token that you \
            choose (--token) in the header “Authorization: Bearer TOKEN”. /api/openapi.json describes the API. Only \
            this machine can connect, unless you use --listen. Connections are not encrypted. Ctrl-C stops the server.
            """,
        options: [Self.port, Self.listen, Self.token, Self.open],
        examples: [
            .init(line: "serve", effect: "print the URL of the page, and serve it until you press Ctrl-C"),
            .init(line: "serve --open", effect: "print the URL, and open the page in the browser"),
            .init(
                line: "serve --port 8080 --token correct-horse-battery",
                effect: "a fixed port, and a token for programs"),
        ])

    /// With `--max-age`, sources are refreshed once before the server starts.
    let readsRecords = true
    let isRepeatable = false

    /// The variable with the user's own token, which other users of the machine cannot see.
    private static let tokenVariable = "AGG_SERVE_TOKEN"
    /// The minimum length of the user's own token.
    private static let shortestToken = 16

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let serve = context.serve else { throw CommandError.usage("“serve” is not available here") }
        let token = arguments[Self.token] ?? context.environment[Self.tokenVariable].flatMap { $0.isEmpty ? nil : $0 }
        let request = ServeRequest(
            address: arguments[Self.listen] ?? "127.0.0.1", port: arguments[Self.port], token: token,
            opensBrowser: arguments[Self.open], format: arguments[OutputOption.format])
        if let token {
            guard token.utf8.count >= Self.shortestToken, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                let name = arguments[Self.token] == nil ? Self.tokenVariable : Self.token.name
                throw CommandError.usage(
                    "\(name) must have at least \(Self.shortestToken) ASCII characters and no spaces")
            }
        } else if !request.address.isLoopbackHost {
            throw CommandError.usage(
                "other machines can connect to \(request.address), so --listen requires --token or "
                    + Self.tokenVariable)
        }
        try await serve(request)
        return CommandOutput(status: .interrupted)
    }
}
