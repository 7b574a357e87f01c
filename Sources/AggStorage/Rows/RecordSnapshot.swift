package import AggSource

/// A whole record as JSON, as stored with a favorite.
///
/// ```json
/// {"version": 1, "key": "2643743", "title": "London", "subtitle": "United Kingdom", "latitude": 51.50853,
///  "longitude": -0.12574, "prominence": 7, "fields": {"country": "GB"}, "keywords": ["UK"]}
/// ```
///
/// Missing values are left out. A `version` above 1 is not read.
package enum RecordSnapshot {
    private static let version = 1

    /// Writes a snapshot.
    package static func text(_ record: Record) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", version)
            writer.member("key", record.key)
            writer.member("title", record.title)
            if !record.alternativeTitles.isEmpty {
                writer.member("alternative_titles") { FieldsJSON.write(record.alternativeTitles, to: &$0) }
            }
            if let subtitle = record.subtitle { writer.member("subtitle", subtitle) }
            if let date = record.date { writer.member("date", date.text) }
            if let coordinate = record.coordinate {
                writer.member("latitude", coordinate.latitude)
                writer.member("longitude", coordinate.longitude)
            }
            if let url = record.url { writer.member("url", url) }
            if record.prominence != 0 { writer.member("prominence", record.prominence) }
            if !record.fields.isEmpty {
                writer.member("fields") { FieldsJSON.write(record.fields, to: &$0) }
            }
            if !record.keywords.isEmpty {
                writer.member("keywords") { FieldsJSON.write(record.keywords, to: &$0) }
            }
        }
        return writer.text
    }

    /// Parses a snapshot.
    ///
    /// - Throws: `DamagedRecord` for anything not written by `text`.
    package static func record(_ text: String) throws(DamagedRecord) -> Record {
        guard let json = try? JSONValue(parsing: text), json["version"]?.intValue == version,
            let key = json["key"]?.stringValue, let title = json["title"]?.stringValue
        else { throw DamagedRecord() }
        var record = Record(key: key, title: title, prominence: json["prominence"]?.intValue ?? 0)
        record.alternativeTitles = try json["alternative_titles"].map(FieldsJSON.texts) ?? []
        record.subtitle = json["subtitle"]?.stringValue
        record.date = (json["date"]?.stringValue).map(RecordDate.init(canonical:))
        if let latitude = json["latitude"]?.doubleValue, let longitude = json["longitude"]?.doubleValue {
            record.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        record.url = json["url"]?.stringValue
        record.fields = try json["fields"].map(FieldsJSON.fields) ?? []
        record.keywords = try json["keywords"].map(FieldsJSON.texts) ?? []
        return record
    }
}
