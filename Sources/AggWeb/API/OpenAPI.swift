import AggCommands
import AggSource

/// The API description (OpenAPI 3.1), generated from the command declarations.
enum OpenAPI {
    /// The document.
    static func document(of commands: [APICommand], cookieName: String) -> JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "agg", "version": "1",
                "description":
                    "agg's read-only commands. Each path returns what the command of the same name prints with --json.",
            ],
            "security": .array([["bearer": .array([])], ["session": .array([])]]),
            "paths": .object(
                JSONObject(
                    commands.map { JSONObject.Member("/api/\($0.declaration.name)", path($0)) }
                        + [JSONObject.Member("/feed.atom", feed)])),
            "components": [
                "securitySchemes": [
                    "bearer": ["type": "http", "scheme": "bearer"],
                    "session": ["type": "apiKey", "in": "cookie", "name": .string(cookieName)],
                ],
                "schemas": ["Envelope": envelope, "Error": error],
            ],
        ]
    }

    private static func path(_ command: APICommand) -> JSONValue {
        let names = AnswerForm.names.filter { $0 != "svg" || command.draws }
        let format: JSONValue = [
            "name": "format", "in": "query", "required": false, "description": "The response format.",
            "schema": ["type": "string", "enum": .array(names.map(JSONValue.string)), "default": "json"],
        ]
        let content = names.compactMap { AnswerForm($0) }.map { form in
            JSONObject.Member(
                form.type, ["schema": form == .format(.json) ? reference("Envelope") : ["type": "string"]])
        }
        var responses = [
            JSONObject.Member(
                "200", ["description": "The output of the command.", "content": .object(JSONObject(content))])
        ]
        if command.isTagged {
            responses.append(
                JSONObject.Member(
                    "304", ["description": "Nothing has changed since the response with this ETag."]))
        }
        responses += [
            JSONObject.Member("400", failure("The request is invalid.")),
            JSONObject.Member("401", failure("The token is missing or invalid.")),
            JSONObject.Member("403", failure("The request comes from another site.")),
            JSONObject.Member("404", failure("No such record.")),
            JSONObject.Member("405", failure("The method is neither GET nor HEAD.")),
        ]
        if command.runsStatement { responses.append(JSONObject.Member("504", failure("The statement took too long."))) }
        responses.append(JSONObject.Member("default", failure("The request failed.")))
        return [
            "get": [
                "operationId": .string(command.declaration.name),
                "summary": .string(command.declaration.summary),
                "parameters": .array(command.parameters.map(parameter) + [format]),
                "responses": .object(JSONObject(responses)),
            ]
        ]
    }

    /// The Atom feed, which is not a command.
    private static let feed: JSONValue = [
        "get": [
            "operationId": "feed",
            "summary":
                "An Atom feed of the records that match a query and were added or changed by a refresh, latest first.",
            "parameters": [
                [
                    "name": "q", "in": "query", "required": false,
                    "description": .string("\(APICommand.queryHelp) All records by default."),
                    "schema": ["type": "string"],
                ],
                [
                    "name": "token", "in": "query", "required": false,
                    "description": "The server's token, for feed readers that cannot send an Authorization header.",
                    "schema": ["type": "string"],
                ],
            ],
            "responses": [
                "200": [
                    "description": "The feed.",
                    "content": ["application/atom+xml; charset=utf-8": ["schema": ["type": "string"]]],
                ],
                "304": ["description": "Nothing has changed since the response with this ETag."],
                "400": feedFailure("The query is invalid, or a parameter is unknown."),
                "401": feedFailure("The token is missing or invalid."),
                "403": feedFailure("The request comes from another site."),
                "405": feedFailure("The method is neither GET nor HEAD."),
                "default": feedFailure("The request failed."),
            ],
        ]
    ]

    private static func parameter(_ parameter: APICommand.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": "query", "required": .boolean(parameter.isRequired),
            "description": .string(parameter.help), "schema": schema(parameter),
        ]
    }

    private static func schema(_ parameter: APICommand.Parameter) -> JSONValue {
        if parameter.isRepeated { return ["type": "array", "items": ["type": "string"]] }
        if case .flag = parameter.origin { return ["type": "boolean"] }
        switch parameter.value {
        case .number(let range):
            return [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        case .choice(let words): return ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .limit: return ["oneOf": .array([["type": "integer", "minimum": 1], ["const": "all"]])]
        default: return ["type": "string"]
        }
    }

    private static func failure(_ description: String) -> JSONValue {
        [
            "description": .string(description),
            "content": ["application/json": ["schema": reference("Error")]],
        ]
    }

    /// An error of the feed, which is a sentence.
    private static func feedFailure(_ description: String) -> JSONValue {
        [
            "description": .string(description),
            "content": ["text/plain; charset=utf-8": ["schema": ["type": "string"]]],
        ]
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    private static let envelope: JSONValue = [
        "type": "object",
        "required": .array(["agg", "command", "query", "count", "truncated", "elapsed_ms", "sources", "records"]),
        "properties": [
            "agg": ["const": 1], "command": ["type": "string"],
            "query": ["type": .array(["string", "null"])], "count": ["type": "integer"],
            "truncated": ["type": "boolean"], "elapsed_ms": ["type": "number"],
            "sources": ["type": "array", "items": ["type": "object"]],
            "records": ["type": "array", "items": ["type": "object"]],
        ],
    ]

    private static let error: JSONValue = [
        "type": "object", "required": .array(["agg", "error"]),
        "properties": [
            "agg": ["const": 1],
            "error": [
                "type": "object",
                "properties": [
                    "code": ["type": "string"], "message": ["type": "string"],
                    "source": ["type": .array(["string", "null"])], "line": ["type": .array(["integer", "null"])],
                ],
            ],
        ],
    ]
}
