import Foundation

/// The visible part of a map: all of it until the user zooms or pans.
package struct MapView: Hashable, Sendable {
    /// The keys of a map.
    package enum Move: Sendable {
        case north, south, east, west, closer, farther
    }

    /// How many times the size was halved; negative if doubled.
    private var zoom = 0
    /// How far the center was moved, in widths and heights of the whole map.
    private var east = 0.0
    private var south = 0.0

    /// The whole map.
    package init() {}

    /// The range of the zoom.
    private static let zooms = -4...12

    /// The share of the visible part that one step moves.
    private static let step = 0.25

    /// Moves or zooms.
    package mutating func make(_ move: Move) {
        switch move {
        case .north: south -= Self.step * scale
        case .south: south += Self.step * scale
        case .east: east += Self.step * scale
        case .west: east -= Self.step * scale
        case .closer: zoom = min(zoom + 1, Self.zooms.upperBound)
        case .farther: zoom = max(zoom - 1, Self.zooms.lowerBound)
        }
    }

    /// The size of the visible part relative to the whole map.
    private var scale: Double { pow(0.5, Double(zoom)) }

    /// The part of a rectangle that is shown.
    func part(of frame: MapFrame) -> MapFrame {
        self == MapView() ? frame : frame.part(east: east, south: south, scale: scale)
    }
}
