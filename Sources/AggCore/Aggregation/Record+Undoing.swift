import AggSource
import AggStorage

extension Record {
    /// The record as it was before some changes; values that the log truncated stay truncated.
    func undoing(_ changes: [FieldChange]) -> Record {
        var record = self
        for change in changes { record.undo(change) }
        guard changes.contains(where: { Self.coordinates.contains($0.name) }) else { return record }
        func number(_ name: String, _ present: Double?) -> Double? {
            changes.first { $0.name == name }.map { $0.from?.number } ?? present
        }
        record.coordinate = nil
        if let latitude = number("latitude", coordinate?.latitude),
            let longitude = number("longitude", coordinate?.longitude)
        {
            record.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        return record
    }

    /// Undoes one change, which names a part of every record, a column, or both.
    private mutating func undo(_ change: FieldChange) {
        let value = change.from
        switch change.name {
        case "title": title = value?.text ?? title
        case "subtitle": subtitle = value?.text
        case "url": url = value?.text
        case "alternative_titles": alternativeTitles = Self.texts(value)
        case "keywords": keywords = Self.texts(value)
        case "date": if case .date(let day)? = value { date = day } else if value == nil { date = nil }
        default: break
        }
        guard fields.contains(where: { $0.name == change.name }) || !Self.parts.contains(change.name) else { return }
        fields.removeAll { $0.name == change.name }
        if let value { fields.append(Field(change.name, value)) }
    }

    private static let coordinates: Set = ["latitude", "longitude"]
    private static let parts = coordinates.union([
        "title", "subtitle", "url", "alternative_titles", "keywords", "date", "prominence",
    ])

    private static func texts(_ value: FieldValue?) -> [String] {
        switch value {
        case .list(let items)?: items
        case .some(let value): [value.text]
        case nil: []
        }
    }
}
