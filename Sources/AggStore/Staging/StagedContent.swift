import AggCore

/// The parts of a record that are kept as JSON, and the digest of all of it.
struct StagedContent {
    let fields: [UInt8]?
    let keywords: [UInt8]?
    /// Folded texts follow from the others and have no part in it.
    let digest: Int64

    init(_ record: Record) {
        fields = record.fields.isEmpty ? nil : FieldsJSON.bytes(record.fields)
        keywords = record.keywords.isEmpty ? nil : FieldsJSON.bytes(record.keywords)
        var digest = ContentDigest()
        digest.add(UInt8(record.prominence))
        digest.add(record.title)
        digest.add(record.subtitle)
        digest.add(record.date?.text)
        digest.add(record.coordinate?.latitude)
        digest.add(record.coordinate?.longitude)
        digest.add(record.url)
        digest.add(fields ?? [])
        digest.add(keywords ?? [])
        self.digest = digest.value
    }
}
