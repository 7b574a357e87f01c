package import AggSource

/// A value that a refresh changed in a record: its name, and the old and the new value, which are nil if missing.
package struct FieldChange: Hashable, Sendable {
    /// The name of a column, or of a part of every record: `title`, `alternative_titles`, `subtitle`, `date`,
    /// `latitude`, `longitude`, `url`, `prominence`, `keywords`.
    package var name: String
    /// The old value.
    package var from: FieldValue?
    /// The new value.
    package var to: FieldValue?

    /// Creates a change.
    package init(_ name: String, from: FieldValue?, to: FieldValue?) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The differences between two states of a record: first in its parts, then in its columns, in order.
    ///
    /// Empty if only the order of the columns differs.
    package static func between(_ old: Record, _ new: Record) -> [FieldChange] {
        zip(parts(of: old), parts(of: new)).compactMap { before, after in
            before.value == after.value ? nil : FieldChange(before.name, from: before.value, to: after.value)
        } + columns(of: old, new)
    }

    private static func parts(of record: Record) -> [(name: String, value: FieldValue?)] {
        [
            ("title", .text(record.title)),
            ("alternative_titles", record.alternativeTitles.isEmpty ? nil : .list(record.alternativeTitles)),
            ("subtitle", record.subtitle.map(FieldValue.text)),
            ("date", record.date.map(FieldValue.date)),
            ("latitude", record.coordinate.map { .decimal($0.latitude) }),
            ("longitude", record.coordinate.map { .decimal($0.longitude) }),
            ("url", record.url.map(FieldValue.text)), ("prominence", .integer(Int64(record.prominence))),
            ("keywords", record.keywords.isEmpty ? nil : .list(record.keywords)),
        ]
    }

    /// The changed columns; if a name occurs more than once, its values are compared one by one.
    private static func columns(of old: Record, _ new: Record) -> [FieldChange] {
        guard old.fields != new.fields else { return [] }
        let (before, after) = (values(of: old), values(of: new))
        var seen: Set<String> = []
        let names = (new.fields + old.fields).map(\.name).filter { seen.insert($0).inserted }
        return names.flatMap { name -> [FieldChange] in
            let (first, second) = (before[name] ?? [], after[name] ?? [])
            return (0..<max(first.count, second.count)).compactMap { place in
                let from = first.indices.contains(place) ? first[place] : nil
                let to = second.indices.contains(place) ? second[place] : nil
                return from == to ? nil : FieldChange(name, from: from, to: to)
            }
        }
    }

    private static func values(of record: Record) -> [String: [FieldValue]] {
        record.fields.reduce(into: [:]) { $0[$1.name, default: []].append($1.value) }
    }
}

extension [FieldChange] {
    /// The changes without those to parts of the record that a column merely repeats.
    package var withoutRepeats: [FieldChange] {
        enumerated().filter { place, change in
            !dropFirst(place + 1).contains { $0.from?.text == change.from?.text && $0.to?.text == change.to?.text }
        }.map(\.element)
    }

    /// The changes without those to parts of the record that a column of the same name repeats.
    package var withoutNamesakes: [FieldChange] {
        enumerated().filter { place, change in
            !dropFirst(place + 1).contains {
                $0.name == change.name && $0.from?.text == change.from?.text && $0.to?.text == change.to?.text
            }
        }.map(\.element)
    }
}

/// Changes of values as JSON, as stored in a log: `[{"name": "results", "from": "Pass", "to": "Fail"}]`.
///
/// Values are written like those of fields; missing values are left out.
package enum FieldChangesJSON {
    /// The maximum length of a stored text value, in characters; a longer text is truncated and ends in “…”.
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

    /// Parses changes.
    ///
    /// - Throws: `DamagedRecord` for anything not written by `text`.
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

    /// The changes with long texts truncated.
    package static func shortened(_ changes: [FieldChange]) -> [FieldChange] {
        changes.map { FieldChange($0.name, from: $0.from.map(shortened), to: $0.to.map(shortened)) }
    }

    /// A text, truncated if long.
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
