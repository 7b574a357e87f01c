import AggSource

/// Changes of values as a JSON text, as a log keeps them: `[{"name": "results", "from": "Pass", "to": "Fail"}]`.
///
/// Values are written as those of fields are; what the record had not or has not is left out.
package enum FieldChangesJSON {
    /// The longest text of a value that is kept, in characters; what is longer is cut and ends in “…”.
    package static let longestText = 1_000

    /// Writes changes.
    package static func text(_ changes: [FieldChange]) -> String {
        var writer = JSONWriter()
        writer.array { writer in
            for change in changes {
                writer.object { writer in
                    writer.member("name", change.name)
                    if let from = change.from { writer.member("from", FieldsJSON.json(from)) }
                    if let to = change.to { writer.member("to", FieldsJSON.json(to)) }
                }
            }
        }
        return writer.text
    }

    /// Reads changes.
    ///
    /// - Throws: `DamagedRecord` for what `text` has not written.
    package static func changes(_ text: String) throws(DamagedRecord) -> [FieldChange] {
        guard let elements = (try? JSONValue(parsing: text))?.arrayValue else { throw DamagedRecord() }
        var changes: [FieldChange] = []
        for element in elements {
            guard let name = element["name"]?.stringValue else { throw DamagedRecord() }
            changes.append(
                FieldChange(
                    name, from: try element["from"].map(FieldsJSON.value), to: try element["to"].map(FieldsJSON.value)))
        }
        return changes
    }

    /// The changes with their long texts cut.
    package static func shortened(_ changes: [FieldChange]) -> [FieldChange] {
        changes.map { FieldChange($0.name, from: $0.from.map(shortened), to: $0.to.map(shortened)) }
    }

    /// A text with its end cut where it is long.
    package static func shortened(_ text: String) -> String {
        text.utf8.count <= longestText || text.count <= longestText ? text : text.prefix(longestText) + "…"
    }

    private static func shortened(_ value: FieldValue) -> FieldValue {
        switch value {
        case .text(let text): .text(shortened(text))
        case .list(let items) where items.reduce(0, { $0 + $1.utf8.count }) > longestText: .text(shortened(value.text))
        default: value
        }
    }
}
