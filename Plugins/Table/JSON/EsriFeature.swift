import AggSource

/// The features of Esri JSON, as ArcGIS exports them.
enum EsriFeature {
    private static let members: Set<String> = ["attributes", "geometry", "centroid"]

    /// Whether an object is a feature: only attributes and a geometry.
    static func isFeature(_ object: JSONObject) -> Bool {
        object["attributes"]?.objectValue != nil && object.members.allSatisfy { members.contains($0.name) }
    }

    /// The same feature as GeoJSON, with the positions of lines and areas as those of points.
    static func geoJSON(_ feature: JSONObject) -> JSONObject {
        var members = [JSONObject.Member("properties", feature["attributes"] ?? .null)]
        if let geometry = feature["geometry"], let positions = positions(of: geometry) {
            let geometry = [JSONObject.Member("type", "MultiPoint"), JSONObject.Member("coordinates", positions)]
            members.append(JSONObject.Member("geometry", .object(JSONObject(geometry))))
        }
        return JSONObject(members)
    }

    private static func positions(of geometry: JSONValue) -> JSONValue? {
        if let x = geometry["x"], let y = geometry["y"] {
            return x.isNull || y.isNull ? nil : .array([.array([x, y])])
        }
        return ["points", "paths", "rings"].lazy.compactMap { geometry[$0] }.first
    }
}
