import AggSource

/// The ids that `source:` takes.
struct SourceNames: Sendable {
    private let ids: Set<SourceID>
    private let disabled: Set<SourceID>
    /// The most names in a message.
    private static let mostNames = 12

    init(_ ids: [SourceID], disabled: [SourceID] = []) {
        self.ids = Set(ids)
        self.disabled = Set(disabled)
    }

    /// Whether a text is the id of a source.
    func contains(_ text: String) -> Bool {
        SourceID(text).map(ids.contains) ?? false
    }

    /// The source a text names.
    ///
    /// - Throws: `QueryFault` if there is none, with the nearest id, and if it is disabled.
    func id(_ text: String) throws(QueryFault) -> SourceID {
        if let id = SourceID(text) {
            if ids.contains(id) { return id }
            if disabled.contains(id) {
                throw QueryFault(
                    word: text, message: "the source “\(id)” is disabled; source enable \(id) brings it back")
            }
        }
        let names = ids.map(\.description).sorted()
        let hint = Nearest.hint(to: text, among: names)
        let shown = names.prefix(Self.mostNames).joined(separator: ", ")
        let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        let known = hint.isEmpty ? "; the sources are \(shown)\(more)" : hint
        throw QueryFault(word: text, message: "there is no source “\(text)”\(known)")
    }
}
