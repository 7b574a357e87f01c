import AggAtlas
import AggSource

/// Places and lines in a compact form for the map: little-endian 32-bit integers, degrees in units of 1e-6.
enum PointList {
    /// Encodes the longitude and latitude of each place.
    static func bytes(of points: [Coordinate]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.count * 8)
        for point in points {
            appendDegrees(point.longitude, to: &bytes)
            appendDegrees(point.latitude, to: &bytes)
        }
        return bytes
    }

    /// Encodes coastlines and borders: for each line, whether it is a shore, the number of points, and the points.
    static func bytes(of lines: [AtlasLine]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            append(line.kind.isShore ? 1 : 0, to: &bytes)
            append(Int32(clamping: line.points.count), to: &bytes)
            for point in line.points {
                appendDegrees(point.longitude, to: &bytes)
                appendDegrees(point.latitude, to: &bytes)
            }
        }
        return bytes
    }

    private static func appendDegrees(_ degrees: Double, to bytes: inout [UInt8]) {
        append(Int32(clamping: Int(clamping: (degrees * 1e6).rounded())), to: &bytes)
    }

    private static func append(_ number: Int32, to bytes: inout [UInt8]) {
        let number = UInt32(bitPattern: number)
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
