import AggSource
import Yams

/// Reads the mapping of one source.
struct SourceEntryReader {
    private(set) var nodes: NodeReader

    init(nodes: NodeReader) {
        self.nodes = nodes
    }

    /// Reads an entry; nil, with a fault, if it is not a mapping or has no id.
    ///
    /// The registry checks which keys are allowed, since that depends on the kind.
    mutating func entry(_ node: Node, id defaultID: SourceEntry.Text?) -> SourceEntry? {
        guard
            let pairs = nodes.pairs(
                of: node, orFault: "expected a mapping for a source, e.g. “{id: feed, enabled: false}”")
        else { return nil }
        var id = defaultID
        var entry = SourceEntry(id: SourceEntry.Text(""))
        var hasID = defaultID != nil
        for pair in pairs {
            switch pair.key.text {
            case "id":
                hasID = true
                id = nodes.text(pair.value, of: pair.key)
            case "kind": entry.kind = nodes.text(pair.value, of: pair.key)
            case "enabled": entry.isEnabled = isEnabled(pair)
            default: add(pair, to: &entry, below: "")
            }
        }
        if let id {
            entry.id = id
            return entry
        }
        if !hasID {
            nodes.fault("this source has no id; add one, e.g. “id: city-news”", nodes.place(node))
        }
        return nil
    }

    private mutating func isEnabled(_ pair: NodeReader.Pair) -> Bool {
        guard let text = nodes.text(pair.value, of: pair.key) else { return true }
        if let flag = Bool(text.text) { return flag }
        nodes.fault("“\(text.text)” is not a valid value for “enabled”; expected true or false", text.place)
        return true
    }

    /// Adds a value, or those of a nested mapping with keys joined by a dot.
    private mutating func add(_ pair: NodeReader.Pair, to entry: inout SourceEntry, below prefix: String) {
        let key = SourceEntry.Text(prefix + pair.key.text, at: pair.key.place)
        if pair.value.mapping != nil, prefix.isEmpty {
            for inner in nodes.pairs(of: pair.value, orFault: "") ?? [] {
                add(inner, to: &entry, below: key.text + ".")
            }
        } else if let first = entry.values.first(where: { $0.name.text == key.text })?.name.place {
            nodes.fault(
                "the key “\(key.text)” appears twice (first on line \(first.line)); keep one of them", key.place)
        } else if let value = nodes.value(pair.value, of: key) {
            entry.values.append((name: key, value: value))
        }
    }
}
