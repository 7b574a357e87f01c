import Foundation

/// Puts numbers into bins of a round width, and months into years, where there are too many to count each for itself.
struct FacetBins: Sendable {
    private enum Rule {
        case none
        case numbers(width: Double)
        case years
    }

    private let rule: Rule
    /// Whether the bins have an order of their own.
    let isOrdered: Bool

    private static let greatestCount = 12
    private static let mostMonths = 36

    /// Makes bins that suit the values there are.
    init(
        _ values: some Sequence<Facet.Value>, _ grouping: FacetColumn.Grouping, _ step: FacetRequest.DateStep?
    ) {
        isOrdered = grouping != .values
        switch grouping {
        case .values: rule = .none
        case .dates:
            let months = step == nil ? Set(values).count { $0 != .missing } : 0
            rule = step == .year || months > Self.mostMonths ? .years : .none
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

    /// The bin of a value.
    func bin(of value: Facet.Value) -> Facet.Value {
        switch (rule, value) {
        case (.numbers(let width), .number(let number)):
            let place = Self.place(number / width)
            return .range(Self.multiple(place, of: width), Self.multiple(place + 1, of: width))
        case (.years, .text(let month)): return .text(String(month.prefix(4)))
        default: return value
        }
    }

    /// The least of 1, 2 and 5 times a power of ten that is no less; nil where there is none.
    static func roundWidth(_ width: Double) -> Double? {
        guard width.isFinite, width > 0 else { return nil }
        let power = pow(10, log10(width).rounded(.down))
        let round = [1, 2, 5, 10].map { $0 * power }.first { $0 >= width * (1 - 1e-12) }
        return round.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// The whole number below, or the one that division missed by its last digits: 0.15 / 0.05 is 3.
    private static func place(_ quotient: Double) -> Double {
        let nearest = quotient.rounded()
        return abs(quotient - nearest) <= 1e-9 * max(1, abs(quotient)) ? nearest : quotient.rounded(.down)
    }

    /// A multiple without the last wrong digits of a product: 3 × 0.1 is 0.3.
    private static func multiple(_ place: Double, of width: Double) -> Double {
        width < 1 ? place / (1 / width).rounded() : place * width
    }
}
