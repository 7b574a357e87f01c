import AggCommands
import AggSource
import Testing

@testable import AggMCP

/// Tools: their definitions, and the commands they run.
@Suite struct MCPToolTests {
    private func words(_ name: String, _ arguments: JSONObject) throws -> [String] {
        let tool = try #require((MCPTool.reading + [.refresh]).first { $0.name == name })
        return try tool.command(arguments).map(\.text)
    }

    @Test func `all definitions together are short`() {
        let definitions = (MCPTool.reading + [.refresh]).map(\.definition)
        // At most 1,500 tokens. Definitions have about four letters per token; these are about 1,200 tokens.
        #expect(definitions.map(\.text.utf8.count).reduce(0, +) < 5_200)
        for definition in definitions {
            let isReading = definition["name"] != "refresh"
            #expect(definition["annotations"]?["readOnlyHint"] == .boolean(isReading))
            #expect(definition["inputSchema"]?["type"] == "object" && definition["outputSchema"]?["type"] == "object")
        }
    }

    @Test func `a schema rejects what the tool rejects`() {
        for definition in (MCPTool.reading + [.refresh]).map(\.definition) {
            let schema = definition["inputSchema"]
            #expect(schema?["additionalProperties"] == false)
            guard let limit = schema?["properties"]?["limit"] else { continue }
            #expect(limit["minimum"] == 1 && limit["maximum"] == 1_000)
        }
    }

    @Test func `every tool runs the command of its name`() {
        for tool in MCPTool.reading + [.refresh] {
            #expect(CommandRegistry.builtIn.command(named: tool.name) != nil)
        }
    }

    @Test(
        arguments: [
            ("search", ["query": "san jo"], ["search", "--limit", "20", "--", "san", "jo"]),
            (
                "search", ["query": "\"new york\" --format csv", "source": "cities", "limit": 5],
                ["search", "--limit", "5", "--", "source:cities", "new york", "--format", "csv"]
            ),
            ("search", ["query": "a; b > c | d"], ["search", "--limit", "20", "--", "a;", "b", ">", "c", "|", "d"]),
            ("search", ["query": "# x"], ["search", "--limit", "20", "--", "#", "x"]),
            ("search", ["query": "sql server"], ["search", "--limit", "20", "--", "sql", "server"]),
            ("search", ["query": "jazz #live"], ["search", "--limit", "20", "--", "jazz", "#live"]),
            ("search", ["query": "\"new york\" a; b"], ["search", "--limit", "20", "--", "new york", "a;", "b"]),
            ("show", ["address": "--help"], ["show", "--", "--help"]),
            ("sources", [:], ["sources", "--"]), ("sources", ["id": .null], ["sources", "--"]),
            ("near", ["place": "New York", "radius": "5km"], ["near", "--limit", "20", "--", "New York", "5km"]),
            ("sql", ["statement": "SELECT 1; -- x"], ["sql", "--limit", "20", "--", "SELECT 1; -- x"]),
            ("refresh", ["ids": ["a", "b"]], ["refresh", "--", "a", "b"]),
        ] as [(String, JSONObject, [String])])
    func `arguments become words, never options or redirections`(
        name: String, arguments: JSONObject, expected: [String]
    ) throws {
        #expect(try words(name, arguments) == expected)
    }

    @Test(
        arguments: [
            ("search", [:], "missing parameter “query” for search"),
            ("search", ["query": .null], "query: expected a string, found null"),
            ("search", ["query": "x", "limit": 0], "limit: expected a whole number from 1 to 1000"),
            ("search", ["query": "x", "limit": 1_001], "limit: expected a whole number from 1 to 1000"),
            ("search", ["query": "x", "limit": "5"], "limit: expected a whole number from 1 to 1000"),
            ("search", ["query": "x", "page": 2], "unknown parameter “page” for search; use query, source, limit"),
            ("refresh", ["ids": "a"], "ids: expected an array of strings"),
            (
                "near", ["place": "London", "radius": "abc"],
                "radius: “abc” is not a distance; use a form such as 500m, 2km, 3mi, or 800ft"
            ),
        ] as [(String, JSONObject, String)])
    func `explains invalid arguments`(name: String, arguments: JSONObject, expected: String) throws {
        let error = #expect(throws: CommandError.self) { try words(name, arguments) }
        #expect(error?.message == expected)
    }
}
