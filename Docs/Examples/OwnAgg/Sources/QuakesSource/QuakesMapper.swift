import AggSource
import Foundation

/// Makes records of the features of a GeoJSON feed of earthquakes.
enum QuakesMapper {
    static let columns = [
        Column("magnitude", .decimal, "How strong it was, on whatever scale the network used."),
        Column("depth", .decimal, "How deep below the surface it began.", unit: "km"),
        Column("felt", .integer, "How many people reported that they felt it."),
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
        let place = feature["geometry"]?["coordinates"]?.arrayValue?.compactMap(\.doubleValue) ?? []
        if place.count > 1 { record.coordinate = Coordinate(latitude: place[1], longitude: place[0]) }
        if let magnitude = facts?["mag"]?.doubleValue {
            record.fields.append(Record.Field("magnitude", .decimal(magnitude)))
            record.prominence = Int(exactly: magnitude.rounded(.down)) ?? 0
        }
        if place.count > 2 { record.fields.append(Record.Field("depth", .decimal(place[2]))) }
        if let felt = facts?["felt"]?.intValue { record.fields.append(Record.Field("felt", .integer(Int64(felt)))) }
        return record
    }
}
