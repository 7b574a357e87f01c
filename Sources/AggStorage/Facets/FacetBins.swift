import Foundation

/// Groups numbers into ranges of a round width, and dates into years or weeks, if there are too many to count separately.
struct FacetBins: Sendable {
    private enum Rule {
        case none
        case numbers(width: Double)
        case years
        case weeks
    }

    private let rule: Rule
    /// Whether the groups have a natural order.
    let isOrdered: Bool

    private static let greatestCount = 12
    private static let mostMonths = 36

    /// Creates groups suited to the existing values.
    init(
        _ values: some Sequence<Facet.Value>, _ grouping: FacetColumn.Grouping, _ step: FacetRequest.DateStep?
    ) {
        isOrdered = grouping != .values
        switch grouping {
        case .values: rule = .none
        case .dates:
            let months = step == nil ? Set(values).count { $0 != .missing } : 0
            rule = step == .week ? .weeks : step == .year || months > Self.mostMonths ? .years : .none
        case .numbers:
            let numbers = Set(
                values.compactMap { value in if case .number(let number) = value { number } else { nil } })
            guard numbers.count > Self.greatestCount, let least = numbers.min(), let greatest = numbers.max(),
                let width = Self.roundWidth((greatest - least) / 10)
            else {
                rule = .none
                return
            }
            rule = .numbers(width: width)
        }
    }

    /// The group of a value.
    func bin(of value: Facet.Value) -> Facet.Value {
        switch (rule, value) {
        case (.numbers(let width), .number(let number)):
            let place = Self.place(number / width)
            return .range(Self.multiple(place, of: width), Self.multiple(place + 1, of: width))
        case (.years, .text(let month)): return .text(String(month.prefix(4)))
        case (.weeks, .text(let day)): return DateBins.week(of: day).map { .text($0) } ?? value
        default: return value
        }
    }

    /// The smallest of 1, 2, and 5 times a power of ten that is at least the given width; nil if there is none.
    static func roundWidth(_ width: Double) -> Double? {
        guard width.isFinite, width > 0 else { return nil }
        let power = pow(10, log10(width).rounded(.down))
        let round = [1, 2, 5, 10].map { $0 * power }.first { $0 >= width * (1 - 1e-12) }
        return round.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// The quotient rounded down, allowing for the rounding error of the division: 0.15 / 0.05 is 3.
    private static func place(_ quotient: Double) -> Double {
        let nearest = quotient.rounded()
        return abs(quotient - nearest) <= 1e-9 * max(1, abs(quotient)) ? nearest : quotient.rounded(.down)
    }

    /// A multiple without the rounding error of the product: 3 × 0.1 is 0.3.
    private static func multiple(_ place: Double, of width: Double) -> Double {
        width < 1 ? place / (1 / width).rounded() : place * width
    }
}
