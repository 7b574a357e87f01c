import AggCommands

extension MCPTool {
    private static let query = ToolParameter("query", .text, "words, \"a phrase\", column:value, source:ID")

    /// The tools that only read.
    static let reading: [MCPTool] = [
        MCPTool(
            name: "sources", summary: "List the data sources, or one source with its columns.",
            parameters: [ToolParameter("id")], words: { $0.word("id") }),
        MCPTool(
            name: "search",
            summary: "Search all sources, best match first. "
                + "Queries also take sort:-COLUMN, date:>2025-01-01, and -word.",
            parameters: [
                ToolParameter("query", .text, query.summary, isRequired: true), ToolParameter("source"), .limit,
            ],
            words: { $0.condition("source", "source") + $0.query("query") }),
        MCPTool(
            name: "show", summary: "Show a record with all its fields.",
            parameters: [ToolParameter("address", .text, "an address, e.g. cities:2643743", isRequired: true)],
            words: { $0.literal("address") }),
        MCPTool(
            name: "list", summary: "List the records of one source, or only those that match a query.",
            parameters: [ToolParameter("source", isRequired: true), query, .limit],
            words: { $0.word("source") + $0.query("query") }),
        MCPTool(
            name: "facet", summary: "Count how often each value of a column occurs.",
            parameters: [ToolParameter("column", isRequired: true), query, .limit],
            words: { $0.word("column") + $0.query("query") }),
        MCPTool(
            name: "near", summary: "List the records near a place, nearest first.",
            parameters: [
                ToolParameter("place", .text, "a place name, a record address, or LAT,LON", isRequired: true),
                ToolParameter("radius", .distance, "e.g. 5km; default 10km"), query, .limit,
            ],
            words: { $0.word("place") + $0.word("radius") + $0.query("query") }),
        MCPTool(
            name: "sql",
            summary: """
                Run a read-only SELECT (SQLite, or PostgreSQL if the store is on a server). Views: records, and one \
                for each source (write its id in double quotes).
                """,
            parameters: [ToolParameter("statement", isRequired: true), .limit],
            words: { $0.literal("statement") }),
    ]

    /// The tool that refreshes sources, which is offered only if allowed.
    static let refresh = MCPTool(
        name: "refresh", summary: "Refresh the given sources, or all if none are given.",
        parameters: [ToolParameter("ids", .texts)], isReadOnly: false, words: { $0.words("ids") })
}
