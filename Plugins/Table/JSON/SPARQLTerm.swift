import AggSource

/// The values in the results of SPARQL queries, as Wikidata returns them: objects with a type and a text.
enum SPARQLTerm {
    private static let types: Set<String> = ["uri", "literal", "typed-literal", "bnode"]
    private static let members: Set<String> = ["type", "value", "datatype", "xml:lang"]

    /// The text of a term; nil for any other object.
    static func text(of object: JSONObject) -> String? {
        guard let type = object["type"]?.stringValue, types.contains(type), let text = object["value"]?.stringValue,
            object.members.allSatisfy({ members.contains($0.name) })
        else { return nil }
        return text
    }
}
