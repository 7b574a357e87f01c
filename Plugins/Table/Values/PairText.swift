import AggSource

/// Two numbers in one text that may be a latitude and a longitude, such as `40.7, -74.0`.
struct PairText {
    /// Which of the two numbers is the latitude.
    enum Order: String, CaseIterable {
        /// As in 40.7, -74.0.
        case latitudeFirst = "latitude-first"
        /// As in -74.0, 40.7.
        case longitudeFirst = "longitude-first"

        /// The other of the two.
        var other: Order { self == .latitudeFirst ? .longitudeFirst : .latitudeFirst }
    }

    /// The orders that fit all pairs of a column.
    struct Evidence {
        /// The orders in which they are coordinates.
        private(set) var possible = Set(Order.allCases)
        /// The orders in which they are at latitudes where people live.
        private(set) var likely = Set(Order.allCases)
        /// Whether there is any pair.
        private(set) var isEmpty = true
        /// Whether some list has two whole numbers, which may be other numbers than coordinates.
        private(set) var hasWholeNumbers = false
        private var counts = (all: 0, vague: 0)
        /// Whether most pairs may be other numbers, such as a value and a count.
        var isVague: Bool { counts.vague * 2 > counts.all }

        /// Adds a pair.
        mutating func add(_ pair: PairText) {
            isEmpty = false
            counts.all += 1
            if pair.isVague { counts.vague += 1 }
            if pair.isWhole { hasWholeNumbers = true }
            possible = possible.filter { pair.coordinate($0) != nil }
            likely = likely.filter { pair.coordinate($0).map { inhabited.contains($0.latitude) } ?? false }
        }
    }

    /// The latitudes between Cape Horn and the North Cape.
    private static let inhabited = -56.0...72.0

    private let first: Double
    private let second: Double
    /// Whether only a blank separates the numbers, and one of them has no fraction.
    private let isVague: Bool
    /// Whether both numbers are whole.
    private let isWhole: Bool

    /// Parses two numbers separated by a comma, a semicolon, a slash, or blanks, at least one of them with a fraction
    /// unless they are a list; nil for anything else, such as the rating 4.5/5.
    init?(_ text: some StringProtocol) {
        // An address may precede it, but not the outline of an area.
        guard text.utf8.count <= 500 else { return nil }
        let lines = text.split(whereSeparator: \.isNewline)
        // Socrata puts the address before the pair.
        var pair = (lines.last ?? "").drop { $0.isWhitespace }
        while pair.last?.isWhitespace == true { pair.removeLast() }
        let isEnclosed = pair.first == "(" || pair.first == "["
        if isEnclosed { pair = pair.dropFirst() }
        if pair.last == ")" || pair.last == "]" { pair = pair.dropLast() }
        let parts = Self.parts(of: String(pair))
        let digits = parts.map { $0.split(separator: ".").dropFirst().first?.count ?? 0 }
        // A slash is also part of ratings and ratios, which have few digits after the mark.
        let hasFraction = pair.contains("/") ? digits.allSatisfy { $0 > 1 } : digits.contains { $0 > 0 }
        let isList = pair.contains(ListText.separator)
        guard parts.count == 2, hasFraction || isList, let first = Double(parts[0]), let second = Double(parts[1]),
            first.isFinite, second.isFinite
        else { return nil }
        (self.first, self.second) = (first, second)
        isWhole = !hasFraction
        let isSpaced = !isEnclosed && !isList && !pair.contains { ",;/".contains($0) }
        isVague = isSpaced && digits.contains(0)
    }

    /// Reads the items of a list; nil unless they are two numbers.
    init?(list bytes: ArraySlice<UInt8>) {
        guard bytes.count < 60, bytes.count(where: { $0 == ListText.separatorByte }) == 1 else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// The place; nil if the numbers are not a latitude and a longitude.
    func coordinate(_ order: Order) -> Coordinate? {
        order == .latitudeFirst
            ? Coordinate(latitude: first, longitude: second) : Coordinate(latitude: second, longitude: first)
    }

    /// The two numbers of a pair; with a decimal comma if a semicolon, a slash, or a blank separates them.
    private static func parts(of pair: String) -> [String] {
        let halves = pair.split { $0 == ";" || $0 == "/" || $0 == ListText.separator }
        let byComma = pair.split(separator: ",")
        let parts = halves.count == 2 ? halves : byComma.count == 2 ? byComma : pair.split(separator: " ")
        return parts.map { $0.split(separator: " ").joined().replacing(",", with: ".") }
    }

    /// The order that the name of a column suggests, such as `lon_lat`; nil if it suggests none.
    static func order(ofColumn name: String) -> Order? {
        if name == "xy" || name.hasSuffix("_xy") { return .longitudeFirst }
        guard let latitude = name.firstRange(of: "lat")?.lowerBound,
            let longitude = name.firstRange(of: "lon")?.lowerBound ?? name.firstRange(of: "lng")?.lowerBound
        else { return nil }
        return latitude < longitude ? .latitudeFirst : .longitudeFirst
    }
}
