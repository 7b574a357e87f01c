import AggSource
import Yams

/// Reads nodes as mappings, lists, and texts, and collects their faults.
struct NodeReader {
    /// A key of a mapping and its value.
    struct Pair {
        let key: SourceEntry.Text
        let value: Node
    }

    private let file: String
    private let risk: ConfigurationPlace.Risk?
    private(set) var faults: [ConfigurationFault] = []

    init(file: String, risk: ConfigurationPlace.Risk? = nil) {
        self.file = file
        self.risk = risk
    }

    func place(_ node: Node) -> ConfigurationPlace {
        ConfigurationPlace(file: file, line: node.mark?.line ?? 1, risk: risk)
    }

    mutating func fault(_ message: String, _ place: ConfigurationPlace?) {
        faults.append(ConfigurationFault(message, at: place))
    }

    /// Whether there is no value, as after a key whose lines are all comments.
    func isMissing(_ node: Node) -> Bool {
        guard let scalar = node.scalar, scalar.style == .plain else { return false }
        return ["", "~", "null"].contains(scalar.string)
    }

    /// The pairs of a mapping, each key once; nil, with a fault, if the node is not a mapping.
    mutating func pairs(of node: Node, orFault message: @autoclosure () -> String) -> [Pair]? {
        guard let mapping = node.mapping else {
            fault(message(), place(node))
            return nil
        }
        var lines: [String: Int] = [:]
        return mapping.compactMap { key, value -> Pair? in
            let place = place(key)
            guard let written = key.string else {
                fault("a key must be text, not a list or a mapping; write “key: value”", place)
                return nil
            }
            let name = RepeatedKey.unmarked(written)
            if let first = lines[name] {
                fault("the key “\(name)” appears twice (first on line \(first)); keep one of them", place)
                return nil
            }
            lines[name] = place.line
            return Pair(key: SourceEntry.Text(name, at: place), value: value)
        }
    }

    /// A value, which may be a list or a mapping; nil, with a fault, if it is missing.
    mutating func value(_ node: Node, of key: SourceEntry.Text) -> SourceEntry.Text? {
        guard node.scalar != nil else { return SourceEntry.Text(JSONValue(node), at: place(node)) }
        guard var text = text(node, of: key) else { return nil }
        text.json = JSONValue(node)
        return text
    }

    /// The text of a value; nil, with a fault, if it is missing, a list, or a mapping.
    mutating func text(_ node: Node, of key: SourceEntry.Text, named name: String? = nil) -> SourceEntry.Text? {
        let name = name ?? key.text
        switch node {
        case .scalar(let scalar) where !isMissing(node):
            return SourceEntry.Text(scalar.string, at: place(node))
        case .scalar:
            fault("\(name) has no value; add one, or remove the line", key.place)
        case .sequence:
            fault("\(name) takes one value, not a list; write “\(name): VALUE”", key.place)
        case .mapping, .alias:
            fault("\(name) takes one value, not a mapping; write “\(name): VALUE”", key.place)
        }
        return nil
    }
}

extension JSONValue {
    /// The value of a node: a plain scalar that JSON would read as a number, true, false, or null; text otherwise.
    init(_ node: Node) {
        switch node {
        case .scalar(let scalar): self = Self.scalar(scalar)
        case .sequence(let items): self = .array(items.map { JSONValue($0) })
        case .mapping(let mapping):
            self = .object(JSONObject(mapping.map { JSONObject.Member($0.key.string ?? "", JSONValue($0.value)) }))
        case .alias: self = .null
        }
    }

    private static func scalar(_ scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain else { return .string(scalar.string) }
        if ["", "~"].contains(scalar.string) { return .null }
        switch try? JSONValue(parsing: scalar.string) {
        case .some(let value) where value.stringValue == nil && value.arrayValue == nil && value.objectValue == nil:
            return value.text == scalar.string ? value : .number(scalar.string)
        default: return .string(scalar.string)
        }
    }
}
