import AggCommands
import AggCore
import AggSource

/// The output of a command as the result of a tool.
struct ToolAnswer {
    /// The rows and how fresh they are; nil if the command failed without output.
    private(set) var content: JSONObject?
    /// The result for clients that read only text.
    private let text: String
    private let isError: Bool

    /// The JSON Schema of `content`, which all tools share.
    ///
    /// It is short, since assistants read it once per tool.
    static let schema: JSONValue = [
        "type": "object", "required": ["rows", "age_s", "stale", "reason", "sources"],
        "properties": [
            "rows": ["type": "array"], "age_s": ["type": ["integer", "null"]], "stale": ["type": "boolean"],
            "reason": ["type": ["string", "null"]],
            "sources": ["type": "array"],
        ],
    ]

    /// Creates the result of a command that succeeded, at least in part.
    init(_ output: CommandOutput) {
        let document = (try? JSONValue(parsing: Renderer.render(output, Presentation(format: .json)))) ?? .null
        let envelope = document.objectValue ?? [:]
        let content = Self.content(of: envelope)
        self.content = content
        isError = output.status != .done && output.status != .partial
        text = JSONValue.object(content).text
    }

    /// Creates the result of a command that failed.
    init(_ error: CommandError) {
        content = nil
        isError = true
        text = Secrets.masked(Self.inToolWords(error.message))
    }

    /// The result of `tools/call`.
    var result: JSONObject {
        var result: JSONObject = ["content": [["type": "text", "text": .string(text)]]]
        if let content { result["structuredContent"] = .object(content) }
        result["isError"] = .boolean(isError)
        return result
    }

    /// Returns a message that names the tool that lists columns rather than the command that does.
    private static func inToolWords(_ message: String) -> String {
        message.replacing("“schema” lists", with: "“sources” lists")
    }

    private static func content(of envelope: JSONObject) -> JSONObject {
        let sources = (envelope["sources"]?.arrayValue ?? []).compactMap(\.objectValue)
        let lists = ["records", "rows", "outcomes"].compactMap { envelope[$0]?.arrayValue }
        let rows =
            lists.first { !$0.isEmpty } ?? (envelope["command"] == "sources" ? sources.map(JSONValue.object) : [])
        // A table can have a column named source, so only records tell which sources they are from.
        let records = envelope["records"]?.arrayValue ?? envelope["outcomes"]?.arrayValue ?? []
        let used = Set(records.compactMap { $0["source"]?.stringValue })
        let shown = sources.filter { used.isEmpty || used.contains($0["id"]?.stringValue ?? "") }
        let stale = shown.filter { $0["stale"] == true }
        var content: JSONObject = ["rows": .array(rows.map(withoutNulls))]
        for name in ["truncated", "notes", "suggestions"] where envelope[name] != nil && envelope[name] != [] {
            content[name] = envelope[name]
        }
        content["age_s"] = shown.compactMap { $0["age_s"]?.intValue }.max().map { .integer(Int64($0)) } ?? .null
        content["stale"] = .boolean(!stale.isEmpty)
        let enabled = shown.filter { $0["state"] != "disabled" }
        content["reason"] = (stale + enabled).lazy.compactMap(reason).first ?? .null
        // A source that could not be loaded may be what the assistant is missing.
        let missing = sources.filter { $0["state"] == "error" && !shown.contains($0) }
        content["sources"] = .array((shown + missing).map(freshness))
        return content
    }

    /// Describes how fresh a source is.
    private static func freshness(_ source: JSONObject) -> JSONValue {
        [
            "id": source["id"] ?? .null, "origin": source["origin"] ?? .null, "records": source["records"] ?? .null,
            "age_s": source["age_s"] ?? .null, "stale": source["stale"] ?? .null, "reason": reason(source) ?? .null,
        ]
    }

    /// Returns why a source is stale, or that it has only a starter sample, and why; nil if it is up to date.
    private static func reason(_ source: JSONObject) -> JSONValue? {
        let reason = source["reason"]?.stringValue
        guard source["origin"] == "starter", source["state"] == "loaded" || source["state"] == "loading" else {
            return reason.map(JSONValue.string)
        }
        let cause = reason.map { ": \($0)" } ?? ""
        return .string("starter sample only\(cause); refresh to fetch the full data")
    }

    /// Returns a row without empty members, which would only cost an assistant tokens.
    private static func withoutNulls(_ row: JSONValue) -> JSONValue {
        guard let object = row.objectValue else { return row }
        return .object(JSONObject(object.members.filter { !$0.value.isNull && $0.value != [] }))
    }
}
