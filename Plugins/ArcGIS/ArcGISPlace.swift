import AggSource
import Foundation

extension SpatialReference {
    /// Finds the reference near the start of a response; degrees, as requested, if it is missing.
    init(of body: HTTPBody) throws(SourceError) {
        let bytes = try body.read(at: 0, count: 65_536)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let name = text.range(of: "\"spatialReference\""),
            let open = text[name.upperBound...].firstIndex(of: "{"),
            let close = text[open...].firstIndex(of: "}"),
            let object = try? JSONValue(parsing: String(text[open...close]))
        else {
            self = .degrees
            return
        }
        self.init(object)
    }

    /// Parses a reference as a server writes it.
    init(_ document: JSONValue) {
        if let number = document["latestWkid"]?.intValue ?? document["wkid"]?.intValue {
            self.init(number: number)
            return
        }
        let name = document["wkt"]?.stringValue ?? document["wkt2"]?.stringValue
        let isDegrees = name?.hasPrefix("GEOGCS[\"GCS_WGS_1984") ?? true
        self = isDegrees ? .degrees : .other(name?.split(separator: "\"").dropFirst().first.map(String.init) ?? "wkt")
    }

    /// The coordinate of a server's point; nil for the origin of a web map, which stands for a missing point.
    fileprivate func point(x: Double, y: Double) -> Coordinate? {
        self == .webMercator && x == 0 && y == 0 ? nil : coordinate(x: x, y: y)
    }
}

/// The location of a row: its point, or the center of the box around its shape.
enum ArcGISPlace {
    static func coordinate(of feature: JSONValue, _ reference: SpatialReference) -> Coordinate? {
        guard let shape = (feature["centroid"] ?? feature["geometry"])?.objectValue else { return nil }
        let reference = shape["spatialReference"].map(SpatialReference.init) ?? reference
        if let x = shape["x"]?.doubleValue, let y = shape["y"]?.doubleValue {
            return reference.point(x: x, y: y)
        }
        var box = Box()
        for name in ["points", "paths", "rings", "curvePaths", "curveRings"] {
            if let points = shape[name] { box.add(points) }
        }
        if box.isEmpty {
            for corner in ["min", "max"] {
                if let x = shape["x\(corner)"]?.doubleValue, let y = shape["y\(corner)"]?.doubleValue { box.add(x, y) }
            }
        }
        return box.isEmpty ? nil : reference.point(x: (box.west + box.east) / 2, y: (box.south + box.north) / 2)
    }

    private struct Box {
        var west = Double.infinity
        var east = -Double.infinity
        var south = Double.infinity
        var north = -Double.infinity

        var isEmpty: Bool { west > east }

        mutating func add(_ x: Double, _ y: Double) {
            (west, east) = (min(west, x), max(east, x))
            (south, north) = (min(south, y), max(north, y))
        }

        /// Adds a point, or lists of points nested to any depth.
        mutating func add(_ value: JSONValue) {
            guard let items = value.arrayValue else { return }
            if items.count >= 2, let x = items[0].doubleValue, let y = items[1].doubleValue {
                add(x, y)
            } else {
                for item in items { add(item) }
            }
        }
    }
}
