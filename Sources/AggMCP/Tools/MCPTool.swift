import AggCommands
import AggSource

/// A tool: a command of agg with named parameters.
struct MCPTool: Sendable {
    /// The number of rows of an answer, unless more are requested.
    static let rows: Int64 = 20

    /// The name, which is that of the command.
    let name: String
    let summary: String
    let parameters: [ToolParameter]
    /// Whether it changes nothing.
    var isReadOnly = true
    /// The words of the command after its name and the limit, from arguments that were checked.
    let words: @Sendable (ToolArguments) -> [Word]

    /// The definition, as a client lists it.
    var definition: JSONValue {
        let properties = parameters.map { JSONObject.Member($0.name, $0.schema) }
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        var input: JSONObject = ["type": "object", "properties": .object(JSONObject(properties))]
        if !required.isEmpty { input["required"] = .array(required) }
        var annotations: JSONObject = ["readOnlyHint": .boolean(isReadOnly)]
        if !isReadOnly { annotations["destructiveHint"] = false }
        return [
            "name": .string(name), "description": .string(summary), "inputSchema": .object(input),
            "outputSchema": ToolAnswer.schema, "annotations": .object(annotations),
        ]
    }

    /// The command for some arguments.
    ///
    /// - Throws: A usage error that says what is wrong with them.
    func command(_ given: JSONObject) throws(CommandError) -> [Word] {
        for member in given.members {
            guard let parameter = parameters.first(where: { $0.name == member.name }) else {
                let names = parameters.map(\.name).joined(separator: ", ")
                throw .usage("\(name) has no parameter \(Quoted.text(member.name)); it has: \(names)")
            }
            if member.value.isNull, !parameter.isRequired { continue }
            if let fault = parameter.fault(of: member.value) { throw .usage("\(member.name) \(fault)") }
        }
        if let missing = parameters.first(where: { $0.isRequired && given[$0.name] == nil }) {
            throw .usage("\(name) needs \(missing.name)")
        }
        let hasLimit = parameters.contains { $0.name == ToolParameter.limit.name }
        let limit = given[ToolParameter.limit.name]?.intValue ?? Int(Self.rows)
        // Options end before the words, so that no text of a client is taken for one.
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

    /// A text as one word; none if it was not given.
    func word(_ name: String) -> [Word] {
        values[name]?.stringValue.map { [Word(argument: $0)] } ?? []
    }

    /// A text as one word that is taken literally.
    func literal(_ name: String) -> [Word] {
        values[name]?.stringValue.map { [Word($0, literalFrom: 0)] } ?? []
    }

    /// Several texts, each as a word.
    func words(_ name: String) -> [Word] {
        (values[name]?.arrayValue ?? []).compactMap { $0.stringValue.map { Word($0) } }
    }

    /// The words of a query, with quotes as at the prompt; signs that end a command there are letters here.
    func query(_ name: String) -> [Word] {
        guard let text = values[name]?.stringValue else { return [] }
        let statements = CommandLine(text).statements
        if statements.count == 1, let only = statements.first, only == Statement(only.words) { return only.words }
        return text.split(whereSeparator: \.isWhitespace).map { Word(String($0)) }
    }

    /// A condition of a query, such as `source:cities`; none if it was not given.
    func condition(_ qualifier: String, _ name: String) -> [Word] {
        values[name]?.stringValue.map { text in
            [Word("\(qualifier):\(text)", literalFrom: qualifier.unicodeScalars.count + 1)]
        } ?? []
    }
}
