import AggSearch
import AggSource

/// Returns a record for tests of searches.
func record(
    _ title: String, _ subtitle: String? = nil, key: String = "1", prominence: Int = 0, date: String? = nil,
    fields: KeyValuePairs<String, FieldValue> = [:], keywords: [String] = []
) -> Record {
    Record(
        key: key, title: title, subtitle: subtitle, date: date.flatMap { RecordDate(iso8601: $0) },
        prominence: prominence, fields: fields.map { Record.Field($0.key, $0.value) }, keywords: keywords)
}

/// Returns a match of a record.
func match(_ record: Record, _ tier: MatchTier = .titlePrefix, isFavorite: Bool = false) -> SearchMatch {
    SearchMatch(record: record, tier: tier, isFavorite: isFavorite)
}
