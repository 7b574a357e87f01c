extension ColumnProfile {
    /// The first and last numbers of dates in an unknown order.
    struct OpenDates {
        private var first: Set<Int> = []
        private var last: Set<Int> = []

        mutating func add(_ ends: (first: Int, last: Int)) {
            first.insert(ends.first)
            last.insert(ends.last)
        }

        var isEmpty: Bool { first.isEmpty }
        /// Whether the first number changes less than the last, as a year does.
        var isFirstSteadier: Bool { first.count < last.count }
    }

    /// How many numbers may be a latitude, and how many a longitude.
    struct DegreeCount {
        private(set) var latitudes = 0
        private(set) var longitudes = 0

        mutating func add(_ number: Double) {
            if abs(number) <= 90 { latitudes += 1 }
            if abs(number) <= 180 { longitudes += 1 }
        }
    }

    /// The possible types of a value besides text.
    struct Shapes: OptionSet {
        let rawValue: Int
        static let pointNumber = Shapes(rawValue: 1)
        static let commaNumber = Shapes(rawValue: 2)
        static let boolean = Shapes(rawValue: 4)
        static let date = Shapes(rawValue: 8)
        static let place = Shapes(rawValue: 16)
        static let link = Shapes(rawValue: 32)
        static let compactDate = Shapes(rawValue: 64)
        static let angle = Shapes(rawValue: 128)
        static let month = Shapes(rawValue: 256)
        static let monthOfYear = Shapes(rawValue: 512)
        static let quarterOfYear = Shapes(rawValue: 1_024)
        static let dayOfMonth = Shapes(rawValue: 2_048)
        static let all: Shapes = [
            .pointNumber, .commaNumber, .boolean, .date, .place, .link, .compactDate, .angle, .month, .monthOfYear,
            .quarterOfYear, .dayOfMonth,
        ]
    }
}
