import AggSource

/// Places in a compact form for the map: longitude and latitude as little-endian 32-bit integers, in units of 1e-6 degrees.
enum PointList {
    /// The bytes of places.
    static func bytes(of points: [Coordinate]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.count * 8)
        for point in points {
            // Both are within ±180 degrees, as a coordinate makes sure.
            for degrees in [point.longitude, point.latitude] {
                let number = UInt32(bitPattern: Int32(clamping: Int(clamping: (degrees * 1e6).rounded())))
                bytes.append(UInt8(truncatingIfNeeded: number))
                bytes.append(UInt8(truncatingIfNeeded: number >> 8))
                bytes.append(UInt8(truncatingIfNeeded: number >> 16))
                bytes.append(UInt8(truncatingIfNeeded: number >> 24))
            }
        }
        return bytes
    }
}
