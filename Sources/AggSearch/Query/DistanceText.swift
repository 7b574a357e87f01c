/// Reads distances as people write them: `500m`, `1 km`, `2.5km`, `3mi`, `800 ft`, or a number of kilometers.
package enum DistanceText {
    /// What a text is.
    package enum Reading: Hashable, Sendable {
        /// A distance in kilometers, above 0.
        case kilometers(Double)
        /// It looks like a distance but cannot be one; the text says why.
        case fault(String)
        /// Something else, such as a word of a query.
        case other
    }

    /// The forms that are read, for messages and help.
    package static let forms = "500m, 2km, 3mi, or 800ft"

    /// Reads a text.
    package static func read(_ text: some StringProtocol) -> Reading {
        let text = text.drop(while: \.isWhitespace)
        let sign = text.first.flatMap { "+-−".contains($0) ? $0 : nil }
        let unsigned = sign == nil ? text : text.dropFirst()
        let digits = unsigned.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        guard digits.contains(where: \.isNumber) else { return .other }
        let unit = unsigned[digits.endIndex...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .lowercased()
        guard let kilometers = units[unit] else {
            return otherUnits.contains(unit) ? .fault("its unit is not m, km, mi, or ft") : .other
        }
        // “-5” and “1,5” are words; with a unit they can only be meant as distances.
        guard let number = Double(digits), number.isFinite else {
            return unit.isEmpty ? .other : .fault("a distance is written with a point, as in 1.5km")
        }
        if sign != nil, sign != "+" { return unit.isEmpty ? .other : .fault("a distance is above 0") }
        return number > 0 ? .kilometers(number * kilometers) : .fault("a distance is above 0")
    }

    /// Whether a text is only the unit of a number before it, as in `1 km`, be it one that is read or not.
    package static func isUnit(_ text: some StringProtocol) -> Bool {
        let unit = text.lowercased()
        return !unit.isEmpty && units[unit] != nil || otherUnits.contains(unit)
    }

    /// Kilometers in each unit; a number by itself is in kilometers.
    private static let units: [String: Double] = {
        var units = ["": 1.0]
        for (names, kilometers) in [
            (["km", "kilometer", "kilometers", "kilometre", "kilometres"], 1.0),
            (["m", "meter", "meters", "metre", "metres"], 0.001),
            (["mi", "mile", "miles"], 1.609344),
            (["ft", "foot", "feet"], 0.0003048),
        ] {
            for name in names { units[name] = kilometers }
        }
        return units
    }()

    /// Units of length that are not read, and abbreviations that are none.
    private static let otherUnits: Set<String> = [
        "cm", "mm", "inch", "inches", "yd", "yds", "yard", "yards", "nm", "nmi", "ly", "kms", "mtr", "mtrs", "fts",
        "mls",
    ]
}
