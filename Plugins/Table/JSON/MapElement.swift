import AggSource

/// The elements of OpenStreetMap, as Overpass returns them.
enum MapElement {
    private static let types: Set<String> = ["node", "way", "relation"]

    /// Whether an object is an element without coordinates of its own, but with a center or bounds.
    static func isArea(_ object: JSONObject) -> Bool {
        guard let type = object["type"]?.stringValue, types.contains(type), object["id"]?.intValue != nil else {
            return false
        }
        return object["lat"] == nil && center(of: object) != nil
    }

    /// The same element with the coordinates of its center, named like those of a node.
    static func located(_ element: JSONObject) -> JSONObject {
        guard let (latitude, longitude) = center(of: element) else { return element }
        var members = element.members.filter { $0.name != "center" }
        let place = (members.firstIndex { $0.name == "id" } ?? -1) + 1
        members.insert(contentsOf: [.init("lat", latitude), .init("lon", longitude)], at: place)
        return JSONObject(members)
    }

    private static func center(of element: JSONObject) -> (latitude: JSONValue, longitude: JSONValue)? {
        if let center = element["center"], let latitude = center["lat"], let longitude = center["lon"] {
            return (latitude, longitude)
        }
        let bounds = ["minlat", "maxlat", "minlon", "maxlon"].compactMap { element["bounds"]?[$0]?.doubleValue }
        guard bounds.count == 4 else { return nil }
        return (middle(bounds[0], bounds[1]), middle(bounds[2], bounds[3]))
    }

    /// The middle of two coordinates, as precise as OpenStreetMap is.
    private static func middle(_ low: Double, _ high: Double) -> JSONValue {
        .decimal(((low + high) / 2 * 10_000_000).rounded() / 10_000_000)
    }
}
