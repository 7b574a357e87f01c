import AggCommands
import AggSource

/// A parameter of a tool.
struct ToolParameter: Sendable {
    /// The type of a value.
    enum Kind: Sendable {
        case text
        case texts
        case distance
        case number(ClosedRange<Int64>)
    }

    let name: String
    let kind: Kind
    let isRequired: Bool
    /// What a value looks like; nil if the name makes it clear.
    let summary: String?

    init(_ name: String, _ kind: Kind = .text, _ summary: String? = nil, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.summary = summary
    }

    /// The maximum number of rows, which all lists accept.
    static let limit = ToolParameter("limit", .number(1...1_000))

    /// The JSON Schema of its values.
    var schema: JSONValue {
        var schema: JSONObject
        switch kind {
        case .text, .distance: schema = ["type": "string"]
        case .texts: schema = ["type": "array", "items": ["type": "string"]]
        case .number(let range):
            schema = [
                "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
                "default": .integer(MCPTool.rows),
            ]
        }
        if let summary { schema["description"] = .string(summary) }
        return .object(schema)
    }

    /// Returns what is wrong with a value, as the end of a sentence; nil if it is valid.
    func fault(of value: JSONValue) -> String? {
        switch kind {
        case .text: return value.stringValue == nil ? "expected a string, found \(value.kind)" : nil
        case .distance:
            guard let text = value.stringValue else { return "expected a string, found \(value.kind)" }
            return NamedRadius.fault(of: text)
        case .texts:
            let isFine = value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
            return isFine ? nil : "expected an array of strings"
        case .number(let range):
            let isFine = value.intValue.map { range.contains(Int64($0)) } ?? false
            return isFine ? nil : "expected a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
