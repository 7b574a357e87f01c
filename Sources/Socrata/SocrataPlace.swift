package import AggSource

/// A place as Socrata writes one.
///
/// A Point is GeoJSON, `{"type": "Point", "coordinates": [longitude, latitude]}`. A Location is older,
/// `{"latitude", "longitude", "human_address"}`, its numbers most often text and its address JSON inside a text.
package struct SocrataPlace: Hashable, Sendable {
    /// Where it is.
    package let coordinate: Coordinate?
    /// The address on one line, as `1 Main St, Chicago, IL 60601`.
    package let address: String?

    /// Reads a place; nil when the object is none, or has neither a coordinate nor an address.
    package init?(_ object: JSONObject) {
        if let numbers = object["coordinates"]?.arrayValue {
            guard object["type"]?.stringValue == "Point", numbers.count >= 2 else { return nil }
            coordinate = Self.coordinate(latitude: numbers[1], longitude: numbers[0])
            address = nil
        } else {
            coordinate = Self.coordinate(latitude: object["latitude"], longitude: object["longitude"])
            address = object["human_address"]?.stringValue.flatMap(Self.address)
        }
        guard coordinate != nil || address != nil else { return nil }
    }

    /// A coordinate of two numbers, each a number or a text; nil when it is none.
    package static func coordinate(latitude: JSONValue?, longitude: JSONValue?) -> Coordinate? {
        guard let latitude = degrees(latitude), let longitude = degrees(longitude) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ value: JSONValue?) -> Double? {
        value?.stringValue.flatMap(Double.init) ?? value?.doubleValue
    }

    private static func address(_ text: String) -> String? {
        guard let parts = try? JSONValue(parsing: text) else { return nil }
        let state = ["state", "zip"].compactMap { part(parts[$0]) }.joined(separator: " ")
        let lines = [part(parts["address"]), part(parts["city"]), state.isEmpty ? nil : state].compactMap(\.self)
        return lines.isEmpty ? nil : lines.joined(separator: ", ")
    }

    private static func part(_ value: JSONValue?) -> String? {
        let words = (value?.stringValue ?? "").split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
