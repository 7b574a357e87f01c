import AggSource

/// Roughly where a city is: a cell of a grid with 256 rows and 256 columns, each 0.7 degrees high and 1.4 degrees wide.
struct CityCell {
    /// The row, counted northward from the South Pole.
    let row: UInt8
    /// The column, counted eastward from 180° W.
    let column: UInt8

    /// Whether the cells are the same or next to each other, even across the date line.
    func touches(_ other: CityCell) -> Bool {
        abs(Int(row) - Int(other.row)) <= 1 && column &- other.column &+ 1 <= 2
    }
}

extension CityCell {
    /// Creates the cell that contains a coordinate.
    init(of coordinate: Coordinate) {
        row = UInt8(clamping: (coordinate.latitude + 90) / 180 * 256)
        column = UInt8(clamping: (coordinate.longitude + 180) / 360 * 256)
    }
}
