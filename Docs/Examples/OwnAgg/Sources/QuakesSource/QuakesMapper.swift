import AggSource
import Foundation

/// Turns the features of a GeoJSON feed of earthquakes into records.
enum QuakesMapper {
    static let columns: [MappedColumn<JSONValue>] = [
        MappedColumn("magnitude", "The magnitude, on the scale of the reporting network.") { magnitude(of: $0) },
        MappedColumn("depth", "The depth below the surface.", unit: "km") {
            position(of: $0).dropFirst(2).first
        },
        MappedColumn("felt", "The number of people who reported feeling it.") {
            $0["properties"]?["felt"]?.intValue.map(Int64.init)
        },
    ]

    static func record(_ feature: JSONValue) throws(MappingFault) -> Record {
        guard let id = feature["id"]?.stringValue else { throw MappingFault("has no id") }
        let facts = feature["properties"]
        guard let title = facts?["title"]?.stringValue, !title.isEmpty else { throw MappingFault("has no title") }
        var record = Record(key: id, title: title)
        if let milliseconds = facts?["time"]?.doubleValue {
            record.date = RecordDate(instant: Date(timeIntervalSince1970: milliseconds / 1_000))
        }
        record.url = facts?["url"]?.stringValue
        let position = position(of: feature)
        if position.count > 1 { record.coordinate = Coordinate(latitude: position[1], longitude: position[0]) }
        record.prominence = magnitude(of: feature).flatMap { Int(exactly: $0.rounded(.down)) } ?? 0
        record.fields = columns.fields(of: feature)
        return record
    }

    private static func magnitude(of feature: JSONValue) -> Double? { feature["properties"]?["mag"]?.doubleValue }

    /// Longitude, latitude, and depth.
    private static func position(of feature: JSONValue) -> [Double] {
        feature["geometry"]?["coordinates"]?.arrayValue?.compactMap(\.doubleValue) ?? []
    }
}
