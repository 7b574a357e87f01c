import Foundation

/// Figures by number of records on logarithmic axes, where a straight line is a power of that number.
struct GrowthPlot {
    /// What is measured, of agg or of a peer.
    enum Figure: Int {
        case refresh, python, duckDB, memory, size, process, shell, searchMedian, searchTail, facet, map
    }

    private struct Curve {
        let name: String
        let unit: String
        let color: String
        /// Whether it is a peer's, drawn with dashes.
        var isPeer = false
        var points: [(records: Double, value: Double)] = []

        /// The slope of the best-fitting line: 1 is proportional growth, 0 is none; nil for a single point.
        var exponent: Double? {
            let (x, y) = (points.map { log10($0.records) }, points.map { log10($0.value) })
            let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
            let above = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
            return points.count < 2 ? nil : above / x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
        }
    }

    /// The curves, in the order of `Figure`.
    private var curves = [
        Curve(name: "first refresh", unit: "s", color: "#b2182b"),
        Curve(name: "Python: first refresh", unit: "s", color: "#b2182b", isPeer: true),
        Curve(name: "DuckDB: first refresh", unit: "s", color: "#e08214", isPeer: true),
        Curve(name: "peak memory", unit: "MB", color: "#ef8a62"),
        Curve(name: "size of the store", unit: "MB", color: "#4d9221"),
        Curve(name: "search, whole process", unit: "ms", color: "#762a83"),
        Curve(name: "sqlite3: search, whole process", unit: "ms", color: "#762a83", isPeer: true),
        Curve(name: "search, p50", unit: "ms", color: "#2166ac"),
        Curve(name: "search, p99", unit: "ms", color: "#67a9cf"),
        Curve(name: "facet of all records", unit: "ms", color: "#01665e"),
        Curve(name: "map of all records", unit: "ms", color: "#5ab4ac"),
    ]

    mutating func add(_ figure: Figure, _ records: Int, _ value: Double) {
        curves[figure.rawValue].points.append((Double(records), value))
    }

    /// One row per curve, with its values and exponent.
    var rows: [(what: String, figure: String)] {
        curves.filter { !$0.points.isEmpty }.map { curve in
            let values = curve.points.map { "\(Self.short($0.records)): \(text($0.value)) \(curve.unit)" }
            let exponent = curve.exponent.map { "; exponent \(text($0))" } ?? ""
            return ("growth, \(curve.name)", values.joined(separator: ", ") + exponent)
        }
    }

    // The axes: records from 10,000 to 10 million, values from 0.1 to 10,000.
    private static let (left, top, width, height) = (70.0, 30.0, 480.0, 400.0)

    private static func x(_ records: Double) -> Double { left + (log10(records) - 4) / 3 * width }
    private static func y(_ value: Double) -> Double { top + height - (log10(value) + 1) / 5 * height }

    var svg: String {
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 480" font-family="sans-serif" font-size="13">"#,
            #"<rect width="840" height="480" fill="white"/>"#,
        ]
        for power in 4...7 {
            let records = pow(10, Double(power))
            lines.append(Self.line(Self.x(records), Self.top, Self.x(records), Self.top + Self.height, "#ddd"))
            lines.append(Self.label(Self.x(records), Self.top + Self.height + 20, Self.short(records), "middle"))
        }
        for power in -1...4 {
            let y = Self.y(pow(10, Double(power)))
            lines.append(Self.line(Self.left, y, Self.left + Self.width, y, "#ddd"))
            lines.append(
                Self.label(Self.left - 8, y + 4, power < 0 ? "0.1" : Self.short(pow(10, Double(power))), "end"))
        }
        lines.append(Self.label(Self.left + Self.width / 2, Self.top + Self.height + 42, "records", "middle"))
        for (index, curve) in curves.enumerated() where !curve.points.isEmpty {
            let points = curve.points.map { "\(text(Self.x($0.records), 1)),\(text(Self.y($0.value), 1))" }
            let dashes = curve.isPeer ? #" stroke-dasharray="5 4""# : ""
            lines.append(
                #"<polyline fill="none" stroke="\#(curve.color)" stroke-width="2"\#(dashes) "#
                    + #"points="\#(points.joined(separator: " "))"/>"#)
            for point in curve.points {
                let (x, y) = (text(Self.x(point.records), 1), text(Self.y(point.value), 1))
                lines.append(#"<circle cx="\#(x)" cy="\#(y)" r="3" fill="\#(curve.color)"/>"#)
            }
            let y = Self.top + 20 + Double(index) * 40
            lines.append(Self.line(575, y - 4, 595, y - 4, curve.color, 3, dashes))
            lines.append(Self.label(602, y, "\(curve.name), \(curve.unit)", "start"))
            lines.append(Self.label(602, y + 16, curve.exponent.map { "n^\(text($0))" } ?? "", "start"))
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private static func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, _ width: Int = 1, _ more: String = ""
    ) -> String {
        let ends = #"x1="\#(text(x1, 1))" y1="\#(text(y1, 1))" x2="\#(text(x2, 1))" y2="\#(text(y2, 1))""#
        return #"<line \#(ends) stroke="\#(color)" stroke-width="\#(width)"\#(more)/>"#
    }

    private static func label(_ x: Double, _ y: Double, _ text: String, _ anchor: String) -> String {
        #"<text x="\#(Int(x))" y="\#(Int(y))" text-anchor="\#(anchor)">\#(text)</text>"#
    }

    /// Returns a short form, such as 10k for 10,000.
    private static func short(_ number: Double) -> String {
        if number >= 1_000_000 { return "\(text(number / 1_000_000, 1))M".replacing(".0M", with: "M") }
        if number >= 1_000 { return "\(Int(number / 1_000))k" }
        return "\(Int(number))"
    }
}
