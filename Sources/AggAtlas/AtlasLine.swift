/// A point on the earth, in degrees.
package struct AtlasPoint: Hashable, Sendable {
    /// The degrees east of Greenwich.
    package var longitude: Double
    /// The degrees north of the equator.
    package var latitude: Double

    package init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }
}

/// A line on a map: its points in order.
package struct AtlasLine: Hashable, Sendable {
    /// The kind of feature that a line shows.
    package enum Kind: UInt8, CaseIterable, Sendable {
        /// The shore of the sea.
        case coast
        /// The shore of a lake.
        case lake
        /// A border between countries.
        case border
        /// A border that is disputed or was never settled.
        case disputedBorder

        /// Whether land and water meet here.
        package var isShore: Bool { self == .coast || self == .lake }
    }

    package let kind: Kind
    package let points: [AtlasPoint]
}
