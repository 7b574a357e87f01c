/// The coastlines, lakes, and borders of the earth (Natural Earth, public domain), at two scales.
///
/// They are embedded in the program, in the compact format that `Docs/Tools/make-atlas` writes. Each scale is decoded on
/// first use.
package enum Atlas {
    /// The level of detail of the lines.
    package enum Detail: CaseIterable, Sendable {
        /// For maps of the world and of continents (1:110 million).
        case coarse
        /// For maps of countries and smaller areas (1:50 million).
        case fine

        /// Creates the level of detail for a picture with dots of this width.
        package init(degreesPerDot: Double) {
            self = degreesPerDot < 0.25 ? .fine : .coarse
        }
    }

    /// Returns the lines in a rectangle, cut at its edges.
    ///
    /// Longitudes continue across the date line: they are within the edges of the rectangle, not necessarily -180…180.
    package static func lines(in frame: AtlasFrame, detail: Detail) -> [AtlasLine] {
        var found: [AtlasLine] = []
        let first = ((frame.west + 180) / 360).rounded(.down)
        for turn in [first * 360, (first + 1) * 360] {
            let here = frame.moved(by: -turn)
            for (line, bounds) in stored(detail) where bounds.meets(here) {
                let parts = here.contains(bounds) ? [line.points] : here.parts(of: line.points)
                for part in parts {
                    let points =
                        turn == 0
                        ? part : part.map { AtlasPoint(longitude: $0.longitude + turn, latitude: $0.latitude) }
                    found.append(AtlasLine(kind: line.kind, points: points))
                }
            }
        }
        return found
    }

    private static func stored(_ detail: Detail) -> [(line: AtlasLine, bounds: AtlasFrame)] {
        switch detail {
        case .coarse: coarse
        case .fine: fine
        }
    }

    private static let coarse = decoded(PackageResources.lines_110m_bin)
    private static let fine = decoded(PackageResources.lines_50m_bin)

    private static func decoded(_ bytes: [UInt8]) -> [(line: AtlasLine, bounds: AtlasFrame)] {
        var decoder = AtlasDecoder(bytes)
        var lines: [(line: AtlasLine, bounds: AtlasFrame)] = []
        while let line = decoder.next() {
            if let bounds = AtlasFrame(around: line.points) { lines.append((line, bounds)) }
        }
        return lines
    }
}
