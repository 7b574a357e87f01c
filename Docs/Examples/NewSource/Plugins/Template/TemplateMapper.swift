import AggSource

/// Turns the items of the list, `{"id": 1, "name": "…", "note": "…", "day": "2026-01-31"}`, into records.
enum TemplateMapper {
    /// The columns of every record.
    static let columns: [MappedColumn<JSONValue>] = [
        MappedColumn("note", "A note about the item.") { $0["note"]?.stringValue }
    ]

    /// Returns the record for an item.
    ///
    /// - Throws: A fault if the item has no id or no name; it is then skipped and counted.
    static func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let id = item["id"]?.intValue else { throw MappingFault("has no id") }
        guard let name = item["name"]?.stringValue, name.contains(where: { !$0.isWhitespace }) else {
            throw MappingFault("has no name")
        }
        var record = Record(key: String(id), title: name)
        record.date = item["day"]?.stringValue.flatMap(RecordDate.init(iso8601:))
        record.fields = columns.fields(of: item)
        return record
    }
}
