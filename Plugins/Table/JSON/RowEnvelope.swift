import AggSource

/// Objects that services put around a row, with facts about it such as its id.
enum RowEnvelope {
    /// The members with a row, and what else the object around it may have.
    private static let forms: [(content: String, others: Set<String>)] = [
        // Elasticsearch
        (
            "_source",
            [
                "_index", "_type", "_id", "_score", "_version", "_seq_no", "_primary_term", "_routing", "_ignored",
                "found", "highlight", "sort",
            ]
        ),
        // Opendatasoft
        ("fields", ["datasetid", "recordid", "geometry", "record_timestamp"]),
        ("record", ["links"]), ("fields", ["id", "timestamp", "size"]),
        // Airtable
        ("fields", ["id", "createdTime"]),
        // Reddit
        ("data", ["kind"]),
        // JSON:API
        ("attributes", ["type", "id", "links", "relationships", "meta"]),
    ]

    /// The name of the member with the row; nil for any other object.
    static func content(of object: JSONObject) -> String? {
        forms.first { form in
            object.members.count > 1 && object[form.content]?.objectValue != nil
                && object.members.allSatisfy { $0.name == form.content || form.others.contains($0.name) }
        }?.content
    }
}
