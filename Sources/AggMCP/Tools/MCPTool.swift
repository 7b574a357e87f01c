import AggCommands
import AggSource

/// A tool: a command of agg with named parameters.
struct MCPTool: Sendable {
    /// The default number of rows.
    static let rows: Int64 = 20

    /// The name of the tool and of its command.
    let name: String
    let summary: String
    let parameters: [ToolParameter]
    /// Whether the tool only reads.
    var isReadOnly = true
    /// Returns the words of the command after its name and limit, given valid arguments.
    let words: @Sendable (ToolArguments) -> [Word]

    /// The definition that clients get.
    var definition: JSONValue {
        let properties = parameters.map { JSONObject.Member($0.name, $0.schema) }
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        var input: JSONObject = ["type": "object", "properties": .object(JSONObject(properties))]
        if !required.isEmpty { input["required"] = .array(required) }
        input["additionalProperties"] = false
        var annotations: JSONObject = ["readOnlyHint": .boolean(isReadOnly)]
        if !isReadOnly { annotations["destructiveHint"] = false }
        return [
            "name": .string(name), "description": .string(summary), "inputSchema": .object(input),
            "outputSchema": ToolAnswer.schema, "annotations": .object(annotations),
        ]
    }

    /// Returns the command for some arguments.
    ///
    /// - Throws: A usage error if they are invalid.
    func command(_ given: JSONObject) throws(CommandError) -> [Word] {
        for member in given.members {
            guard let parameter = parameters.first(where: { $0.name == member.name }) else {
                let names = parameters.map(\.name).joined(separator: ", ")
                throw .usage("unknown parameter \(Quoted.text(member.name)) for \(name); use \(names)")
            }
            if member.value.isNull, !parameter.isRequired { continue }
            if let fault = parameter.fault(of: member.value) { throw .usage("\(member.name): \(fault)") }
        }
        if let missing = parameters.first(where: { $0.isRequired && given[$0.name] == nil }) {
            throw .usage("missing parameter “\(missing.name)” for \(name)")
        }
        let hasLimit = parameters.contains { $0.name == ToolParameter.limit.name }
        let limit = given[ToolParameter.limit.name]?.intValue ?? Int(Self.rows)
        // The “--” keeps a client's words from being read as options.
        return [Word(name)] + (hasLimit ? [Word("--limit"), Word(String(limit))] : []) + [Word("--")]
            + words(ToolArguments(given))
    }
}

/// The arguments of a tool, as words of a command.
struct ToolArguments {
    private let values: JSONObject

    init(_ values: JSONObject) {
        self.values = values
    }

    /// Returns a text as one word; none if absent.
    func word(_ name: String) -> [Word] {
        values[name]?.stringValue.map { [Word(argument: $0)] } ?? []
    }

    /// Returns a text as one literal word; none if absent.
    func literal(_ name: String) -> [Word] {
        values[name]?.stringValue.map { [Word($0, literalFrom: 0)] } ?? []
    }

    /// Returns several texts, each as one word.
    func words(_ name: String) -> [Word] {
        (values[name]?.arrayValue ?? []).compactMap { $0.stringValue.map { Word($0) } }
    }

    /// Returns the words of a query, quoted as at the prompt, except that signs such as `;` don't end the command.
    func query(_ name: String) -> [Word] {
        values[name]?.stringValue.map { CommandLine.words(ofQuery: $0) } ?? []
    }

    /// Returns a condition of a query, such as `source:cities`; none if absent.
    func condition(_ qualifier: String, _ name: String) -> [Word] {
        values[name]?.stringValue.map { text in
            [Word("\(qualifier):\(text)", literalFrom: qualifier.unicodeScalars.count + 1)]
        } ?? []
    }
}
