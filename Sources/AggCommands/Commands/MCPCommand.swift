/// `mcp`: lets assistants query the sources through the Model Context Protocol.
struct MCPCommand: Command {
    private static let allowRefresh = Option(
        "--allow-refresh", help: "Also offer a tool that fetches sources; without it, the network is not used.")

    let declaration = CommandDeclaration(
        name: "mcp", summary: "Let assistants query the sources (Model Context Protocol).",
        details: """
            agg mcp is started by an assistant, and talks to it over standard input and output until the input ends. It offers \
            the tools sources, search, show, list, facet, near, and sql, which only read. Every answer has up to 20 rows \
            unless more are requested, and says how old they are, whether they are stale, and why. Docs/MCP.md shows how to \
            set it up.
            """,
        arguments: [], options: [Self.allowRefresh],
        examples: [
            .init(line: "mcp", effect: "answer an assistant, reading only"),
            .init(line: "mcp --allow-refresh", effect: "let it fetch sources, too"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let serve = context.serveAssistant else {
            throw CommandError.usage("mcp runs only from the command line: agg mcp")
        }
        await serve(arguments[Self.allowRefresh])
        return CommandOutput()
    }
}
