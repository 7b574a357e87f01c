import AggSource

/// The geometries of GeoJSON (RFC 7946, section 3.1).
enum GeoJSONGeometry {
    private static let types: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    /// The location of a geometry as WKT, with lines and areas as the two corners of their bounds; nil for anything else.
    ///
    /// It is empty if the geometry has positions that are not coordinates of the reference.
    static func wkt(_ value: JSONValue, _ reference: SpatialReference) -> String? {
        guard let type = value["type"]?.stringValue, types.contains(type) else { return nil }
        guard let content = value["coordinates"] ?? value["geometries"], content.arrayValue != nil else { return nil }
        var box: Bounds?
        guard extend(&box, by: value, reference, depth: 0), let box else { return "\(type.uppercased()) EMPTY" }
        if box.isPoint { return "POINT (\(text(box.west)) \(text(box.south)))" }
        return "MULTIPOINT (\(text(box.west)) \(text(box.south)), \(text(box.east)) \(text(box.north)))"
    }

    /// Extends the box by the positions of a geometry; false if some are not valid coordinates.
    private static func extend(
        _ box: inout Bounds?, by value: JSONValue, _ reference: SpatialReference, depth: Int
    ) -> Bool {
        guard depth < 8 else { return false }
        if let geometries = value["geometries"]?.arrayValue {
            for geometry in geometries where !extend(&box, by: geometry, reference, depth: depth + 1) { return false }
            return true
        }
        guard let coordinates = value["coordinates"] else { return false }
        return extend(&box, byPositions: coordinates, reference, depth: depth)
    }

    private static func extend(
        _ box: inout Bounds?, byPositions value: JSONValue, _ reference: SpatialReference, depth: Int
    ) -> Bool {
        guard depth < 8, let parts = value.arrayValue else { return false }
        if let x = parts.first?.doubleValue {
            guard parts.count > 1, let y = parts[1].doubleValue, let place = reference.coordinate(x: x, y: y)
            else { return false }
            box = box.map { $0.including(place) } ?? Bounds(place)
            return true
        }
        for part in parts where !extend(&box, byPositions: part, reference, depth: depth + 1) { return false }
        return true
    }

    private static func text(_ number: Double) -> String { FieldValue.decimal(number).text }
}
