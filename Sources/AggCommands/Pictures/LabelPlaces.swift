/// Finds places for labels next to their points, so that none covers another label, a marker, or the edge.
struct LabelPlaces {
    /// A rectangle in the units of the picture.
    private struct Box {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        func meets(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }
    }

    private let picture: Box
    private let gap: Double
    private let spacing: Double
    private var taken: [Box] = []

    /// Creates places in a picture: `gap` is the distance from the middle of a marker to its label, `spacing` the
    /// smallest distance between labels in a row.
    init(
        x: Double = 0, y: Double = 0, width: Double, height: Double, gap: Double, spacing: Double,
        markers: [(x: Double, y: Double)]
    ) {
        picture = Box(x: x, y: y, width: width, height: height)
        self.gap = gap
        self.spacing = spacing
        taken = markers.map { Box(x: $0.x - gap, y: $0.y - gap, width: 2 * gap, height: 2 * gap) }
    }

    /// The upper left corner for a label: to the right of its point if there is room, or else to the left, above, or
    /// below; nil if there is no room.
    mutating func place(width: Double, height: Double, beside point: (x: Double, y: Double)) -> (x: Double, y: Double)?
    {
        let corners = [
            (point.x + gap, point.y - height / 2), (point.x - gap - width, point.y - height / 2),
            (point.x - width / 2, point.y - gap - height), (point.x - width / 2, point.y + gap),
        ]
        for (x, y) in corners {
            guard x >= picture.x, y >= picture.y, x + width <= picture.x + picture.width,
                y + height <= picture.y + picture.height
            else { continue }
            let box = Box(x: x, y: y, width: width, height: height)
            guard !taken.contains(where: box.meets) else { continue }
            taken.append(Box(x: x - spacing, y: y, width: width + 2 * spacing, height: height))
            return (x, y)
        }
        return nil
    }
}
