import AggSource
import Yams

/// Reads the tree of a configuration file or a drop-in file.
struct ConfigurationReader {
    private let document: YAMLDocument
    private var nodes: NodeReader

    init(document: YAMLDocument) {
        self.document = document
        nodes = NodeReader(file: document.file, risk: document.risk)
    }

    /// The faults, in line order.
    var faults: [ConfigurationFault] {
        nodes.faults.sorted { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
    }

    /// Reads the file as `config.yml`.
    mutating func configuration(_ configuration: inout Configuration) {
        guard let root = document.root, !nodes.isMissing(root) else { return }
        let sections = ConfigurationKey.sections
        let known = ["sources", "store"] + sections.map(\.name)
        let pairs = nodes.pairs(of: root, orFault: "expected a mapping with the keys \(Self.list(known))")
        for pair in pairs ?? [] where !nodes.isMissing(pair.value) || !known.contains(pair.key.text) {
            if pair.key.text == "sources" {
                configuration.sources += entries(pair)
            } else if pair.key.text == "store" {
                let store = nodes.text(pair.value, of: pair.key, named: "store")
                (configuration.store, configuration.storePlace) = (store?.text, store?.place)
            } else if let section = sections.first(where: { $0.name == pair.key.text }) {
                read(pair, section.keys, into: &configuration)
            } else {
                unknown(pair.key, among: known)
            }
        }
    }

    /// Reads the file as a drop-in: a single source, whose id is the file name unless it sets another.
    mutating func dropIn(id: String) -> SourceEntry? {
        guard let root = document.root, !nodes.isMissing(root) else { return nil }
        if let sources = root.mapping?.keys.first(where: { $0.string == "sources" }) {
            nodes.fault(
                "a file in sources.d defines one source; put its keys at the top level, without “sources:”",
                nodes.place(sources))
            return nil
        }
        var entries = SourceEntryReader(nodes: nodes)
        defer { nodes = entries.nodes }
        return entries.entry(root, id: SourceEntry.Text(id, at: ConfigurationPlace(file: document.file, line: 1)))
    }

    private mutating func entries(_ pair: NodeReader.Pair) -> [SourceEntry] {
        guard let sequence = pair.value.sequence else {
            nodes.fault(
                "“sources” takes a list; start each source with “- ”, e.g. “- {id: feed, enabled: false}”",
                pair.key.place)
            return []
        }
        var entries = SourceEntryReader(nodes: nodes)
        defer { nodes = entries.nodes }
        return sequence.compactMap { entries.entry($0, id: nil) }
    }

    private mutating func read(
        _ pair: NodeReader.Pair, _ keys: [ConfigurationKey], into configuration: inout Configuration
    ) {
        let section = pair.key.text
        let known = keys.map(\.name)
        let pairs = nodes.pairs(
            of: pair.value, orFault: "“\(section)” takes a mapping with these keys: \(Self.list(known))")
        for pair in pairs ?? [] {
            guard let key = keys.first(where: { $0.name == pair.key.text }) else {
                unknown(pair.key, in: section, among: known)
                continue
            }
            let name = "\(section).\(key.name)"
            guard let text = nodes.text(pair.value, of: pair.key, named: name) else { continue }
            if !key.apply(text.text, &configuration) {
                nodes.fault("“\(text.text)” is not a valid value for \(name); expected \(key.expectation)", text.place)
            }
        }
    }

    private mutating func unknown(_ key: SourceEntry.Text, in section: String? = nil, among known: [String]) {
        let place = section.map { " in \($0)" } ?? ""
        let hint = Nearest.hint(to: key.text, among: known)
        let fix = hint.isEmpty ? "; use \(Self.list(known))" : hint
        nodes.fault("unknown key “\(key.text)”\(place)\(fix)", key.place)
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
