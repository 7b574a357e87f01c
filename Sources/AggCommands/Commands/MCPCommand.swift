/// `mcp`: lets assistants query the sources through the Model Context Protocol.
struct MCPCommand: Command {
    private static let allowRefresh = Option(
        "--allow-refresh", help: "Also offer a tool that refreshes sources; by default, no tool can refresh them.")

    let declaration = CommandDeclaration(
        name: "mcp", summary: "Let AI assistants query the sources (Model Context Protocol).",
        details: """
            An assistant starts “agg mcp” and communicates with it over standard input and output until the input \
            ends. “agg mcp” offers the read-only tools sources, search, show, list, facet, near, and sql. Results have \
            up to 20 rows unless more are requested. They include the age of the data and, if it is stale, the reason. \
            Docs/MCP.md explains the setup.
            """,
        arguments: [], options: [Self.allowRefresh],
        examples: [
            .init(line: "mcp", effect: "give an assistant read-only access"),
            .init(line: "mcp --allow-refresh", effect: "let the assistant refresh sources, too"),
        ])

    let isRepeatable = false

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let serve = context.serveAssistant else {
            throw CommandError.usage("“mcp” runs only from the command line, as “agg mcp”")
        }
        await serve(arguments[Self.allowRefresh])
        return CommandOutput()
    }
}
