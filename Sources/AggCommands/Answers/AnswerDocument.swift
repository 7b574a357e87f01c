import AggCore
package import AggSource

/// An answer as JSON: the envelope that scripts depend on, version 1, and one document for each row.
package struct AnswerDocument: Sendable {
    /// How many documents there are, a line each in `ndjson`.
    let count: Int
    /// The document of a row, made when it is asked for.
    let item: @Sendable (Int) -> JSONValue
    /// The member of the envelope that holds the documents and is empty in `members`; nil where they are few, and stand in
    /// `members` already.
    let rowsName: String?
    /// What was asked, as it was typed.
    var query: String?
    /// How many rows the envelope tells of, if not as many as there are documents.
    var told: Int?
    /// Whether there are more rows than these.
    var isTruncated = false
    /// What the envelope holds beside what every envelope does.
    var members: JSONObject

    /// Makes a document of many rows, written one by one as the member of this name.
    init(rows name: String, count: Int, members: JSONObject, item: @escaping @Sendable (Int) -> JSONValue) {
        self.count = count
        self.item = item
        self.members = members
        rowsName = name
    }

    /// Makes a document of a few rows, which stand in the members.
    package init(_ items: [JSONValue], members: JSONObject) {
        count = items.count
        item = { items[$0] }
        self.members = members
        rowsName = nil
    }

    /// The envelope; the member that `rowsName` names is left empty, for the items to be written one by one.
    func envelope(of output: CommandOutput) -> JSONObject {
        var object: JSONObject = [
            "agg": 1, "command": .string(output.command), "query": query.map(JSONValue.string) ?? .null,
            "count": .integer(Int64(told ?? count)), "truncated": .boolean(isTruncated),
            "elapsed_ms": .decimal((output.elapsed.seconds * 100_000).rounded() / 100),
        ]
        for member in members.members { object[member.name] = member.value }
        // What is not about sources or records says so by empty lists: a script can rely on both.
        for name in ["sources", "records"] where object[name] == nil { object[name] = .array([]) }
        return object
    }
}
